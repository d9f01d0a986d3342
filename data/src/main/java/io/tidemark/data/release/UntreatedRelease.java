package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LedgerTables;
import java.util.Set;

/**
 * Releases what fish lose that nobody treated, a week at a time, by region and weight: what treated fish are held
 * against.
 */
final class UntreatedRelease extends AtomTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/untreated.sql");

    UntreatedRelease() {
        super("untreated_rate", LedgerTables.UNTREATED_RATE, ReleasePeriod.WEEK, SQL, 0,
                Set.of(Trait.MADE_OF_RELEASED, Trait.MADE_AGAIN), sizes("untreated_rate"));
    }

    @Override
    boolean find(ReleaseWork work, ReleasedTables released, DateRange days) {
        EventRelease.views(work, released, days);
        work.make("untreated_days", SQL.get("untreated_days")
                .with("first_day", days.first()).with("last_day", days.last()));
        return true;
    }
}
