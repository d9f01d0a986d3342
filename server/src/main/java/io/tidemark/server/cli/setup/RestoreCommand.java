package io.tidemark.server.cli.setup;

import io.tidemark.data.file.FileOwnership;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.backup.Restore;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.console.StopOnSignal;
import io.tidemark.server.doctor.Doctor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark restore}: restores state and lake from a backup. */
@Command(name = "restore", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RestoreCommand extends DataCommand {

    @Parameters(paramLabel = "BACKUP")
    Path file;

    @Mixin
    StateOption state;

    @Option(names = "--check")
    boolean check;

    @Option(names = "--only", paramLabel = "PART", defaultValue = "all")
    Restore.Part only;

    @Override
    public Integer call() {
        mustExist(file);
        try (StopOnSignal stop = StopOnSignal.install()) {
            if (check) {
                print(Restore.check(file, stop.signal()::isRequested), file + " is whole");
                return FailureReport.DONE;
            }
            for (Path folder : only.folders(lake, state.folder())) {
                if (!Restore.isFree(folder)) {
                    throw wrong(folder + " is not empty; move it away first");
                }
            }
            FileOwnership ofState = owner(state.folder());
            FileOwnership ofLake = owner(lake);
            BackupSummary summary = Restore.run(file, only, lake, state.folder(), Clock.systemUTC(),
                    stop.signal()::isRequested);
            giveAway(state.folder(), ofState);
            giveAway(lake, ofLake);
            print(summary, "restored " + file);
            return FailureReport.DONE;
        } catch (BackupException e) {
            return failed(e);
        }
    }

    // an existing empty folder keeps its owner; a new one gets the owner of its parent folder
    private static FileOwnership owner(Path folder) {
        Path at = Doctor.existing(folder);
        try {
            return FileOwnership.of(at);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + at + ": " + e.getMessage(), e);
        }
    }

    private static void giveAway(Path folder, FileOwnership owner) {
        try {
            // the folder may be a link to another disk
            owner.giveTree(Files.exists(folder) ? folder.toRealPath() : folder);
        } catch (IOException e) {
            throw new UncheckedIOException("restored, but its owner cannot be set: " + e.getMessage(), e);
        }
    }
}
