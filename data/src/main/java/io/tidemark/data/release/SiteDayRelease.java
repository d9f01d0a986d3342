package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.util.Set;

/** Fed site-days by piece, degree and production area, for feeding days by temperature. */
final class SiteDayRelease extends AtomTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/feed.sql");

    SiteDayRelease() {
        super("site_day", LedgerTables.SITE_DAY, ReleasePeriod.PIECE, SQL, 0, Set.of(), sizes("site_day"));
    }

    @Override
    boolean find(ReleaseWork work, ReleasedTables released, DateRange days) {
        FeedDayRelease.temperatures(work, days);
        work.make("warm_days", SQL.get("warm_days")
                .part("stock_day", work.snapshot().rows(LakeTables.STOCK_DAY, days.first().getYear()))
                .with("first_day", days.first()).with("last_day", days.last()));
        return true;
    }
}
