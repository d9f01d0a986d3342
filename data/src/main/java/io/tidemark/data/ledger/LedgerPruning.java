package io.tidemark.data.ledger;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.SnapshotHistory;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Prunes the ledger together with the snapshots. It keeps the log and all files that the newest entry or a remaining
 * snapshot's entry names.
 */
public final class LedgerPruning {

    private LedgerPruning() {}

    /** Prunes the snapshots by the plan, then the ledger. Call with the lake's lock held. */
    public static Pruning carryOut(Pruning plan, Lake lake) {
        Ledger ledger = Ledger.of(lake);
        // if an entry is missing, remove nothing
        ledger.check(lake);
        Pruning done = plan.carryOut(lake);
        if (ledger.length() > 0) {
            prune(ledger, lake);
        }
        return done;
    }

    private static void prune(Ledger ledger, Lake lake) {
        Set<Integer> numbers = new TreeSet<>(Set.of(ledger.length()));
        for (SnapshotHistory.Entry snapshot : SnapshotHistory.of(lake).entries()) {
            LedgerMark mark = snapshot.manifest() == null ? null : snapshot.manifest().ledger();
            if (mark != null && mark.length() > 0) {
                numbers.add(mark.length());
            }
        }
        Set<String> named = new HashSet<>();
        numbers.forEach(number -> ledger.entry(number).tables().values()
                .forEach(table -> table.files().forEach(file -> named.add(file.path()))));
        ledger.deleteAllBut(named);
    }
}
