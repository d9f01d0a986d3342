package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.util.List;
import java.util.Set;

/**
 * What fish of a weight grow in water of a degree along the whole coast, by which own growth is judged: made once, when
 * a calendar year is released, of all unit-days that the snapshot has of it.
 */
final class GrowthRateRelease extends ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/growth_rates.sql");
    private static final int MONTHS = 12;

    GrowthRateRelease() {
        super(LedgerTables.GROWTH_RATE, new ReleasePeriod(MONTHS, 0, 0), "safe_growth_rates",
                Set.of(Trait.MADE_OF_RELEASED, Trait.MADE_AGAIN),
                List.of(new Check("wrong_growth_rates", "has growth of no whole year, no fish or no known weight")),
                "unsafe_growth_rate");
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        FeedDayRelease.temperatures(work, days);
        work.make("growing_days", SQL.get("growing_days")
                .part("stock_day", work.snapshot().rows(LakeTables.STOCK_DAY, days.first().getYear()))
                .with("first_day", days.first()));
        keepSafe(work, "SELECT * FROM growing_days");
        return work.session().hasRows(made());
    }

    private void keepSafe(ReleaseWork work, String rows) {
        work.make(made(), SQL.get(made()).part("rows", rows)
                .with("min_farmers", work.rule().minFarmers()).with("max_share", work.rule().maxSharePercent()));
    }

    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        String rows = released.rows(contract(), year);
        keepSafe(work, rows);
        return work.session().number("SELECT count(*) FROM (" + rows + ")")
                > work.session().number("SELECT count(*) FROM " + made());
    }

    /** The rows of weights and degrees that are still of enough groups. */
    @Override
    SqlStatement safe(LedgerDraft draft, int year) {
        return SqlStatement.made("SELECT * FROM " + made());
    }
}
