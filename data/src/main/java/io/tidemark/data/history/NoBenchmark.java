package io.tidemark.data.history;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.time.LocalDate;
import java.util.Optional;

/** Why none of a snapshot's fish are in a benchmark, for those who have just ingested it. */
public final class NoBenchmark {

    private NoBenchmark() {}

    /** The reason; empty if there is a benchmark, no stock, or no rule. */
    public static Optional<String> reason(Snapshot snapshot) {
        PrivacyRule rule = snapshot.manifest().privacy();
        LedgerMark mark = snapshot.manifest().ledger();
        LocalDate last = snapshot.lastDate(LakeTables.STOCK_DAY);
        if (rule == null || rule.isOff() || mark == null || last == null || mark.waitingFishDays() < mark.fishDays()) {
            return Optional.empty();
        }
        int needed = rule.minFarmers() + 1;
        long groups = groups(snapshot);
        return Optional.of("nothing is in a benchmark yet, only own figures are shown: " + (groups < needed
                ? groups + " farmer group" + (groups == 1 ? " has" : "s have") + " fish; a benchmark needs " + needed
                : mark.releasedThrough() == null ? "no week or month is complete yet; the stock ends on " + last
                : "nowhere do " + needed + " farmer groups have fish at the same time, none of them with more than "
                        + rule.maxSharePercent() + " % of the others' sum"));
    }

    private static long groups(Snapshot snapshot) {
        try (DuckSession session = DuckSession.open()) {
            return session.number("SELECT count(DISTINCT farmer_group_key) FROM ("
                    + snapshot.rows(LakeTables.FARMER) + ") SEMI JOIN (" + snapshot.rows(LakeTables.STOCK_DAY)
                    + ") USING (farmer_id)");
        }
    }
}
