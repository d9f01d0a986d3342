package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LedgerTables;
import java.util.List;
import java.util.Set;

/**
 * How much more or less than all weights fish of a weight lose, by which comparisons of losses are adjusted: of no
 * company, made once a month.
 */
final class WeightRelease extends ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/weights.sql");

    WeightRelease() {
        super(LedgerTables.WEIGHT_RATE, ReleasePeriod.MONTH, "weight_rates", Set.of(
                Trait.MADE_OF_RELEASED, Trait.MADE_AGAIN), List.of());
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        make(work, released, SQL.get("whole_months").with("first_day", days.first()).with("last_day", days.last()));
        return work.session().hasRows(made());
    }

    private void make(ReleaseWork work, ReleasedTables released, SqlStatement months) {
        work.make("months", months);
        work.make(made(), SQL.get(made()).part("released", released.rows(LedgerTables.STOCK, null))
                .with("min_farmers", work.rule().minFarmers()).with("max_share", work.rule().maxSharePercent()));
    }

    // a row is a sum over many groups, kept without them: it stays as it was made under another rule too
    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        return false;
    }

    /** Makes the months again that may have the company's fish in them. */
    @Override
    void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (year >= erased.firstDay().getYear()) {
            make(work, draft.released(), SQL.get("made_months")
                    .part("weight_rate", draft.released().rows(contract(), year)));
            draft.replace(work.session(), contract(), year, "SELECT * FROM " + made());
        }
    }
}
