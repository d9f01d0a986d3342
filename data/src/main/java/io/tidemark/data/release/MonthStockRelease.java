package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.util.List;
import java.util.Set;

/** Each company's fish at the end of a month, for inventory, whose rows are judged when they are asked for. */
final class MonthStockRelease extends ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/feed.sql");

    MonthStockRelease() {
        super(LedgerTables.MONTH_STOCK, ReleasePeriod.MONTH, "month_stock", Set.of(), List.of());
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        work.make("month_stock", SQL.get("month_stock")
                .part("stock_day", work.snapshot().rows(LakeTables.STOCK_DAY, days.first().getYear()))
                .with("first_end", days.first()).with("last_day", days.last()));
        return work.session().hasRows("month_stock");
    }

    // its rows are judged when they are asked for
    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        return false;
    }
}
