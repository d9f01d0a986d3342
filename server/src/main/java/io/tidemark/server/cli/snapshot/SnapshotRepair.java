package io.tidemark.server.cli.snapshot;

import io.tidemark.data.ledger.SoundCopies;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.verify.DamagedFile;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.LakeRepair;
import io.tidemark.data.verify.LakeRepair.Outcome;
import io.tidemark.data.verify.LakeScrub;
import io.tidemark.data.verify.Verification;
import io.tidemark.server.backup.BackupCopies;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.http.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tidemark snapshot repair}: puts damaged files back from sound copies. */
@Command(name = "repair", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotRepair extends LakeCommand {

    @Option(names = "--from", paramLabel = "BACKUP")
    List<Path> from = List.of();

    @Option(names = "--dry-run")
    boolean trial;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        List<BackupCopies> backups = new ArrayList<>();
        try {
            from.forEach(file -> backups.add(BackupCopies.open(file)));
            return repair(lake, List.copyOf(backups));
        } catch (BackupException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } finally {
            backups.forEach(BackupCopies::close);
        }
    }

    private int repair(Lake lake, List<SoundCopies> backups) {
        if (!lake.exists()) {
            throw wrong("there is no lake in " + lake.root());
        }
        say("reading every file of " + lake.root() + " ...");
        List<Outcome> outcomes;
        if (trial) {
            outcomes = LakeRepair.run(lake, backups, true);
        } else {
            try (LakeLock _ = lock(lake, patience)) {
                outcomes = LakeRepair.run(lake, backups, false);
            }
        }
        boolean mended = outcomes.stream().allMatch(Outcome::isMended);
        // rows of damaged files would only repeat the fault, and an empty lake has none
        Verification seen = mended && (!trial || outcomes.isEmpty()) && lake.currentId().isPresent()
                ? new SnapshotCheck(this, lake).verifyPublished() : null;
        List<Finding> left = seen == null || seen.isSound() ? List.of() : seen.findings();
        print(outcomes, left);
        return mended && left.isEmpty() ? FailureReport.DONE : FailureReport.DAMAGED;
    }

    private void print(List<Outcome> outcomes, List<Finding> left) {
        if (json) {
            printJson(Stream.concat(outcomes.stream().map(SnapshotRepair::fields), left.stream().map(finding ->
                    fields(finding.subject(), finding.problem(), List.of(), null))).toList());
            return;
        }
        for (Outcome outcome : outcomes) {
            out().println("damaged: " + outcome.damage().words());
            out().println(outcome.isMended() ? (trial ? "  an intact copy is in " : "  repaired from ")
                    + outcome.source() : "  NOT REPAIRED: " + next(outcome.damage()));
        }
        left.forEach(finding -> out().println("fault: " + finding.subject() + " " + finding.problem()));
        long mended = outcomes.stream().filter(Outcome::isMended).count();
        out().println(!left.isEmpty() ? "every file is as it was published, but the published snapshot is not sound; "
                + "next: tidemark snapshot rollback publishes the newest snapshot that is" : outcomes.isEmpty()
                ? "every file is as it was published"
                : mended + " of " + outcomes.size() + " damaged files " + (trial ? "can be repaired" : "repaired"));
    }

    private String next(DamagedFile file) {
        if (file.isDenied()) {
            return "it can perhaps be read when that is done; then repair again";
        }
        return file.file().path().equals(LakeScrub.CURRENT) ? "next: tidemark snapshot rollback"
                : "no intact copy is known; next: "
                + (from.isEmpty() ? "name a backup with --from" : "try another backup")
                + (file.file().path().startsWith("ledger/") ? ", or tidemark ledger recover goes on without it"
                : ", or publish a snapshot without it: tidemark snapshot rollback, then tidemark snapshot prune");
    }

    private static Map<String, @Nullable Object> fields(Outcome outcome) {
        DamagedFile damage = outcome.damage();
        return fields(damage.file().path(), damage.problem(), damage.file().owners(), outcome.source());
    }

    private static Map<String, @Nullable Object> fields(String file, String problem, List<String> in,
            @Nullable String source) {
        return Json.object("file", file, "problem", problem, "in", in, "copy", source);
    }
}
