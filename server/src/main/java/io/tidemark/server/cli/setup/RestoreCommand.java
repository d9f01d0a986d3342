package io.tidemark.server.cli.setup;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.backup.Restore;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.console.StopOnSignal;
import io.tidemark.server.doctor.Doctor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark restore}: restores state and lake from a backup. */
@Command(name = "restore", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RestoreCommand implements Callable<Integer> {

    private static final List<String> ASKED = List.of("/v3/mortality/areas/week", "/v3/mortality/areas/month",
            "/v3/mortality/size", "/v3/mortality/generations/rate", "/v3/common/platform-areas",
            "/v3/common/generations", "/v3/environment/temperature-by-week-and-region", "/v3/treatment/by-generation",
            "/v3/feeding/growth", "/v3/inventory/platform-authority-biomass-by-month");

    @Parameters(paramLabel = "FILE")
    Path file;

    @Mixin
    DataOptions data;

    @Mixin
    StateOption state;

    @Option(names = "--check")
    boolean check;

    @Option(names = "--try")
    boolean rehearse;

    @Option(names = "--only", paramLabel = "PART", defaultValue = "all")
    Restore.Part only;

    private final Supplier<CommandLine> tidemark;

    /** Takes the whole command line, which {@code --try} asks. */
    public RestoreCommand(Supplier<CommandLine> tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            throw data.wrong("there is no file " + file);
        }
        try (StopOnSignal stop = StopOnSignal.install()) {
            if (check) {
                data.print(Restore.check(file, stop.signal()::isRequested), file + " is whole");
                return DataOptions.DONE;
            }
            if (rehearse) {
                rehearse(stop.signal()::isRequested);
                return DataOptions.DONE;
            }
            for (Path folder : only.folders(data.lake, state.folder())) {
                if (!Restore.isFree(folder)) {
                    throw data.wrong(folder + " is not empty; move it away first");
                }
            }
            FileOwnership ofState = owner(state.folder());
            FileOwnership ofLake = owner(data.lake);
            BackupSummary summary = Restore.run(file, only, data.lake, state.folder(), Clock.systemUTC(),
                    stop.signal()::isRequested);
            giveAway(state.folder(), ofState);
            giveAway(data.lake, ofLake);
            data.print(summary, "restored " + file);
            return DataOptions.DONE;
        } catch (BackupException e) {
            return data.failed(e);
        }
    }

    // what a restore is for: that a server can serve it
    private void rehearse(BooleanSupplier stop) {
        try {
            Path scratch = Files.createTempDirectory(file.toAbsolutePath().getParent(), ".tidemark-backup-try-");
            try {
                Path lake = scratch.resolve("lake");
                BackupSummary summary = Restore.run(file, Restore.Part.ALL, lake, scratch.resolve("state"),
                        Clock.systemUTC(), stop);
                run("snapshot", "verify", "--lake", lake.toString());
                for (String route : ASKED) {
                    run("query", route, "--lake", lake.toString(), "--as", "admin", "--format", "csv");
                }
                data.print(summary, file + " can be restored and served: " + ASKED.size() + " routes answer");
            } finally {
                DurableFiles.deleteTree(scratch);
            }
        } catch (IOException e) {
            throw new BackupException("cannot restore beside " + file + ": " + e.getMessage(), e);
        }
    }

    private void run(String... words) {
        StringWriter said = new StringWriter();
        int code = tidemark.get().setOut(new PrintWriter(said)).setErr(new PrintWriter(said)).execute(words);
        if (code != DataOptions.DONE) {
            throw new BackupException("what the backup restores is not sound: " + String.join(" ", words) + ": "
                    + said);
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
