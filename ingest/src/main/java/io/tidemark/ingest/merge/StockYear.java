package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;

/**
 * One year of units' days in the making, small enough for the memory: {@code year_stock}, {@code year_loss}, {@code year_day},
 * {@code year_feed}, {@code stray_feed} and {@code year_row}, all by numbers. Delivered rows come together with what the delivery
 * leaves of the published ones.
 */
final class StockYear {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    private final StagingDatabase bench;
    private final DuckSession session;
    private final Faults faults;

    StockYear(StagingDatabase bench, Faults faults) {
        this.bench = bench;
        session = bench.session();
        this.faults = faults;
    }

    /** Makes the tables; delivered losses and feed that do not fit the stock are taken out and marked. */
    void make(int year) {
        bench.year(year);
        bench.make(StagingTables.YEAR_STOCK, SQL.get("year_stock"));
        makeLosses();
        if (markLosses() > 0) {
            makeLosses();
        }
        makeFeed();
        if (markFeed() > 0) {
            makeFeed();
        }
    }

    private void makeLosses() {
        bench.make(StagingTables.YEAR_LOSS, SQL.get("year_loss"));
        bench.make(StagingTables.YEAR_DAY, SQL.get("year_day"));
    }

    // a unit's losses of a day are one statement: when they do not fit the stock, none of them is taken
    private long markLosses() {
        return SQL.get("misfit_days").any(session)
                ? faults.mark(LOSSES, CrossCheck.LOSS_WITHOUT_STOCK, SQL.get("losses_without_stock"))
                        + faults.mark(LOSSES, CrossCheck.LOSS_ABOVE_STOCK, SQL.get("losses_above_stock"))
                : 0;
    }

    private void makeFeed() {
        bench.make(StagingTables.YEAR_FEED, SQL.get("year_feed"));
        bench.make(StagingTables.YEAR_ROW, SQL.get("year_row"));
        boolean fits = SQL.get("all_feed_fits").first(session, row -> row.getBoolean(1)).orElseThrow();
        bench.make(StagingTables.STRAY_FEED, SQL.get(fits ? "no_stray_feed" : "stray_feed"));
    }

    private long markFeed() {
        return SQL.get("has_stray_feed").any(session)
                ? faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_STOCK, SQL.get("feed_without_stock"))
                        + faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_FISH, SQL.get("feed_without_fish"))
                : 0;
    }
}
