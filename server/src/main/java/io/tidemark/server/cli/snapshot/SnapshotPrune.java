package io.tidemark.server.cli.snapshot;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.ledger.LedgerPruning;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.cli.console.FailureReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tidemark snapshot prune}: removes old snapshots. */
@Command(name = "prune", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotPrune extends LakeCommand {

    @Option(names = "--keep", order = 1, paramLabel = "N", defaultValue = "" + Pruning.DEFAULT_KEEP)
    int keep;

    @Option(names = "--dry-run", order = 2)
    boolean dryRun;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        if (keep < 1) {
            throw new ParameterException(spec.commandLine(), "--keep must be 1 or more, not " + keep);
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
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("removed", names(pruning.removed()));
            fields.put("kept", names(pruning.kept()));
            fields.put("kept_since_open", names(pruning.spared()));
            fields.put("removed_rejects", pruning.rejects());
            printJson(fields);
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
