package io.tidemark.server.cli.snapshot;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.ledger.LedgerPruning;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.http.Json;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark snapshot prune}: removes old snapshots. */
@Command(name = "prune", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotPrune extends LakeCommand {

    @Option(names = "--keep", order = 1, paramLabel = "N", defaultValue = "" + Pruning.DEFAULT_KEEP)
    int keep;

    @Option(names = "--dry-run", order = 2)
    boolean dryRun;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        if (keep < 1) {
            throw wrong("--keep must be 1 or more, not " + keep);
        }
        if (dryRun) {
            print(Pruning.plan(lake, keep), "would remove ");
        } else {
            long start = System.nanoTime();
            try (LakeLock _ = lock(lake, patience)) {
                print(LedgerPruning.carryOut(Pruning.plan(lake, keep), lake), "removed ");
            }
            JobRecord.write(lake, "prune", Duration.ofNanos(System.nanoTime() - start));
        }
        return FailureReport.DONE;
    }

    private void print(Pruning pruning, String removed) {
        if (json) {
            printJson(Json.object("removed", names(pruning.removed()), "kept", names(pruning.kept()),
                    "kept_since_open", names(pruning.spared()), "removed_rejects", pruning.rejects()));
            return;
        }
        pruning.removed().forEach(id -> out().println(removed + id));
        pruning.spared().forEach(id -> out().println("kept " + id
                + ": a server has it open, or an ingest builds on it"));
        pruning.rejects().forEach(name -> out().println(removed + "rejects/" + name));
        out().println(pruning.kept().size() + " snapshots stay");
    }

    private static List<String> names(List<SnapshotId> ids) {
        return ids.stream().map(SnapshotId::text).toList();
    }
}
