package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.verify.LakeRepair;
import io.tidemark.data.verify.LakeRepair.Outcome;
import io.tidemark.data.verify.SoundCopies;
import io.tidemark.server.backup.BackupCopies;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.cli.console.FailureReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tidemark snapshot repair}: puts damaged files back from sound copies. */
@Command(name = "repair", sortOptions = false,
        description = {"Find damaged files of all snapshots and of the ledger, and replace them.", "",
            "Reads every file and compares it with the SHA-256 that it was published with. A damaged or missing file "
                + "is replaced by a copy with that SHA-256, from another snapshot or a backup. No figure changes, and "
                + "a server may keep running. Manifests, the ledger's log and lists of rejected rows have no second "
                + "copy in the lake: restore those from a backup.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing is damaged, or everything is repaired", "2:wrong usage, or no such lake",
            "4:another process is still writing to the lake after --wait seconds",
            "5:a damaged file has no intact copy, or the lake cannot be written"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot repair --dry-run",
        "  tidemark snapshot repair --from /var/backups/tidemark/2026-07-04.zip"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotRepair extends LakeCommand {

    @Option(names = "--from", paramLabel = "BACKUP", description = "A file made by tidemark backup to take copies "
            + "from; may be repeated.")
    List<Path> from = List.of();

    @Option(names = "--dry-run", description = "List damaged files and where their copies are; change nothing.")
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
            throw new ParameterException(spec.commandLine(), "there is no lake in " + lake.root());
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
        print(outcomes);
        return outcomes.stream().allMatch(Outcome::isMended) ? FailureReport.DONE : FailureReport.DAMAGED;
    }

    private void print(List<Outcome> outcomes) {
        if (json) {
            printJson(outcomes.stream().map(SnapshotRepair::fields).toList());
            return;
        }
        for (Outcome outcome : outcomes) {
            out().println("damaged: " + outcome.damage().words());
            out().println(outcome.isMended() ? (trial ? "  an intact copy is in " : "  repaired from ")
                    + outcome.source()
                    : "  NOT REPAIRED: no intact copy is known"
                    + (from.isEmpty() ? "; name a backup with --from" : "; try another backup"));
        }
        long mended = outcomes.stream().filter(Outcome::isMended).count();
        out().println(outcomes.isEmpty() ? "every file is as it was published"
                : mended + " of " + outcomes.size() + " damaged files " + (trial ? "can be repaired" : "repaired"));
    }

    private static Map<String, @Nullable Object> fields(Outcome outcome) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("file", outcome.damage().file().path());
        fields.put("problem", outcome.damage().problem());
        fields.put("in", outcome.damage().file().owners());
        fields.put("copy", outcome.source());
        return fields;
    }
}
