package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.util.List;

/** Fed site-days by piece, degree and production area, for feeding days by temperature. */
final class SiteDayRelease extends AtomTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/feed.sql");
    private static final SqlFile ERASE = SqlFile.of("derive/release/erase.sql");

    SiteDayRelease() {
        super("site_day", LedgerTables.SITE_DAY, SQL, 0);
    }

    @Override
    public ReleasePeriod period() {
        return ReleasePeriod.PIECE;
    }

    @Override
    boolean find(ReleaseWork work, ReleasedTables released, DateRange days) {
        FeedDayRelease.temperatures(work, days);
        work.make("warm_days", SQL.get("warm_days").part("stock_day", work.snapshot().rows(LakeTables.STOCK_DAY, days.first().getYear()))
                .with("first_day", days.first()).with("last_day", days.last()));
        return true;
    }

    @Override
    SqlStatement left(LedgerDraft draft, Erased erased, int year) {
        return ERASE.get("site_days_left").part("left", super.left(draft, erased, year));
    }

    @Override
    public List<String> audits() {
        return List.of("unsafe_site_day");
    }
}
