package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.util.List;
import java.util.Set;

/** Fed unit-days by month, species, weight group, degree and region, for legacy v2 feeding. */
final class FeedDayRelease extends AtomTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/feed.sql");

    FeedDayRelease() {
        super("feed_day", LedgerTables.FEED_DAY, ReleasePeriod.MONTH, SQL, 0, Set.of(), List.of());
    }

    @Override
    boolean find(ReleaseWork work, ReleasedTables released, DateRange days) {
        fedDays(work, days);
        return true;
    }

    /** Makes the table {@code fed_days} of days of one year. */
    static void fedDays(ReleaseWork work, DateRange days) {
        temperatures(work, days);
        work.make("fed_days", SQL.get("fed_days")
                .part("stock_day", work.snapshot().rows(LakeTables.STOCK_DAY, days.first().getYear()))
                .with("first_day", days.first()).with("last_day", days.last()));
    }

    /** Makes the table {@code site_temperature} of days of one year. */
    static void temperatures(ReleaseWork work, DateRange days) {
        work.make("site_temperature", SQL.get("site_temperature")
                .part("temperature_day", work.snapshot().rows(LakeTables.TEMPERATURE_DAY, days.first().getYear()))
                .with("first_day", days.first()).with("last_day", days.last()));
    }
}
