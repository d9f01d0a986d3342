package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.stream.IntStream;

/**
 * Releases feed by temperature, for the feeding routes that read unit-days and site-days, and the fish at the end of each month. A piece or month is
 * released once, with the rows that it has then.
 */
final class FeedRelease {

    private static final SqlFile SQL = SqlFile.of("derive/release/feed.sql");

    private final ReleaseDatabase database;
    private final Snapshot snapshot;
    private final LedgerDraft draft;
    private final PrivacyRule rule;

    FeedRelease(ReleaseDatabase database, Snapshot snapshot, LedgerDraft draft, PrivacyRule rule) {
        this.database = database;
        this.snapshot = snapshot;
        this.draft = draft;
        this.rule = rule;
    }

    /** Releases the months that end within a range of days, both included. */
    void months(LocalDate firstEnd, LocalDate lastDay) {
        LocalDate lastEnd = lastDay.equals(lastDay.withDayOfMonth(lastDay.lengthOfMonth())) ? lastDay : lastDay.withDayOfMonth(1).minusDays(1);
        if (lastEnd.isBefore(firstEnd)) {
            return;
        }
        eachYear(firstEnd.withDayOfMonth(1), lastEnd, (year, from, to) -> {
            String stock = snapshot.rows(LakeTables.STOCK_DAY, year);
            database.make("month_stock", SQL.get("month_stock").part("stock_day", stock)
                    .with("first_end", from.withDayOfMonth(from.lengthOfMonth())).with("last_day", to));
            add(LedgerTables.MONTH_STOCK, year, "month_stock");
            temperatures(year, from, to);
            database.make("fed_days", SQL.get("fed_days").part("stock_day", stock).with("first_day", from).with("last_day", to));
            database.make("feed_cells", SQL.get("feed_cells"));
            database.make("feed_cell_rows", SQL.get("feed_cell_rows"));
            new AtomMaker(database.session(), rule, 0).make(SQL.get("feed_branches").text(), SQL.get("feed_amounts").text(),
                    ReleaseDatabase.NAME, "feed_day_atoms");
            database.make("new_feed_days", SQL.get("new_feed_days"));
            add(LedgerTables.FEED_DAY, year, "new_feed_days");
        });
    }

    /** Releases the site-days of a range of whole pieces. */
    void pieces(LocalDate firstDay, LocalDate lastDay) {
        eachYear(firstDay, lastDay, (year, from, to) -> {
            temperatures(year, from, to);
            database.make("warm_days", SQL.get("warm_days").part("stock_day", snapshot.rows(LakeTables.STOCK_DAY, year))
                    .with("first_day", from).with("last_day", to));
            database.make("degree_cells", SQL.get("degree_cells"));
            database.make("degree_cell_rows", SQL.get("degree_cell_rows"));
            new AtomMaker(database.session(), rule, 0).make(SQL.get("degree_branches").text(), SQL.get("degree_amounts").text(),
                    ReleaseDatabase.NAME, "degree_atoms");
            database.make("new_site_days", SQL.get("new_site_days"));
            add(LedgerTables.SITE_DAY, year, "new_site_days");
        });
    }

    /** Work on the days of one year. */
    private interface YearWork {
        void run(int year, LocalDate from, LocalDate to);
    }

    private static void eachYear(LocalDate firstDay, LocalDate lastDay, YearWork work) {
        IntStream.rangeClosed(firstDay.getYear(), lastDay.getYear()).forEach(year -> work.run(year,
                firstDay.getYear() == year ? firstDay : LocalDate.of(year, 1, 1), lastDay.getYear() == year ? lastDay : LocalDate.of(year, 12, 31)));
    }

    private void temperatures(int year, LocalDate from, LocalDate to) {
        database.make("site_temperature", SQL.get("site_temperature").part("temperature_day", snapshot.rows(LakeTables.TEMPERATURE_DAY, year))
                .with("first_day", from).with("last_day", to));
    }

    private void add(TableContract table, int year, String rows) {
        if (database.session().hasRows(rows)) {
            draft.add(database.session(), table, year, "SELECT * FROM " + rows);
        }
    }
}
