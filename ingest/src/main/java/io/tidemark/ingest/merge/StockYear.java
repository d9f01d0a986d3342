package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.FEEDING;
import static io.tidemark.ingest.contract.SourceTables.LOSSES;
import static io.tidemark.ingest.contract.SourceTables.STOCK;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.staging.StagingDatabase;

/**
 * Makes the unit-days of the current year, small enough for memory: {@code year_stock}, {@code year_loss}, {@code
 * year_day}, {@code raised_day}, {@code year_feed}, {@code stray_feed} and {@code year_row}, all with dictionary
 * numbers. The tables combine delivered rows with the published rows that the delivery keeps.
 */
final class StockYear {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    private final StagingDatabase staging;
    private final DuckSession session;
    private final RowFaults faults;
    private boolean looksElsewhere;

    StockYear(StagingDatabase staging, RowFaults faults) {
        this.staging = staging;
        session = staging.session();
        this.faults = faults;
    }

    /** Makes the tables. Removes and marks delivered losses and feed that do not fit the stock. */
    void make(int year) {
        staging.year(year);
        staging.make("year_stock", SQL.get("year_stock"));
        staging.create("over_day", "outer_weight");
        staging.make("raised_day", SQL.get("raised_day"));
        makeLosses();
        if (SQL.get("misfit_days").any(session)) {
            fitLosses();
            makeLosses();
        }
        makeFeed();
        if (markFeed() > 0) {
            makeFeed();
        }
    }

    private void makeLosses() {
        staging.make("year_loss", SQL.get("year_loss"));
        staging.make("year_day", SQL.get("year_day"));
    }

    // a unit's losses of a day belong together: either all are rejected, or they raise its stock
    private void fitLosses() {
        faults.mark(LOSSES, CrossCheck.LOSS_WITHOUT_STOCK, SQL.get("losses_without_stock"));
        faults.mark(LOSSES, CrossCheck.LOSSES_BEYOND_COUNTING, SQL.get("losses_beyond_counting"));
        staging.make("over_day", SQL.get("over_day"));
        if (SQL.get("lacks_weight").any(session)) {
            looksElsewhere = true;
            staging.make("outer_weight",
                    SQL.get("outer_weight").part("same_unit", STOCK.listOf("unit_id").orElseThrow().same("u", "o")));
        }
        faults.mark(LOSSES, CrossCheck.LOSS_WITHOUT_WEIGHT, SQL.get("losses_without_weight"));
        staging.make("year_stock", SQL.get("raised_stock").part("stock", SQL.get("year_stock")));
    }

    /** Whether a weight was looked up in other years than the current one. */
    boolean looksElsewhere() {
        return looksElsewhere;
    }

    /** The unit-days of the current year whose delivered stock was raised to their losses. */
    RaisedStock raised() {
        return SQL.get("raised").first(session, row -> new RaisedStock(row.getLong(1), row.getLong(2), row.getLong(3),
                row.getString(4))).orElseThrow();
    }

    private void makeFeed() {
        staging.make("year_feed", SQL.get("year_feed"));
        staging.make("year_row", SQL.get("year_row"));
        boolean fits = SQL.get("all_feed_fits").first(session, row -> row.getBoolean(1)).orElseThrow();
        staging.make("stray_feed", SQL.get(fits ? "no_stray_feed" : "stray_feed"));
    }

    private long markFeed() {
        return session.hasRows("stray_feed")
                ? faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_STOCK, SQL.get("feed_without_stock"))
                        + faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_FISH, SQL.get("feed_without_fish"))
                : 0;
    }
}
