package io.tidemark.server.cli.setup;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.backup.Restore;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StopOnSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark backup verify}: restores a backup into a scratch folder and asks it what a server is asked. */
@Command(name = "verify", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class BackupVerify extends DataCommand {

    private static final List<String> ASKED = List.of("/v3/mortality/areas/week", "/v3/mortality/areas/month",
            "/v3/mortality/size", "/v3/mortality/generations/rate", "/v3/common/platform-areas",
            "/v3/common/generations", "/v3/environment/temperature-by-week-and-region", "/v3/treatment/by-generation",
            "/v3/feeding/growth", "/v3/inventory/platform-authority-biomass-by-month");

    @Parameters(paramLabel = "BACKUP")
    Path backup;

    @Option(names = "--scratch", paramLabel = "DIR")
    Optional<Path> scratch;

    private final Supplier<CommandLine> tidemark;

    /** Takes the whole command line, of which it asks. */
    BackupVerify(Supplier<CommandLine> tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Integer call() {
        mustExist(backup);
        long start = System.nanoTime();
        try (StopOnSignal stop = StopOnSignal.install()) {
            BackupSummary summary = rehearse(scratch.orElseGet(this::beside), stop.signal()::isRequested);
            JobRecord.write(Lake.at(lake), "backup_verify", Duration.ofNanos(System.nanoTime() - start));
            print(summary, backup + " can be restored and served: " + ASKED.size() + " routes answer");
            return FailureReport.DONE;
        } catch (BackupException e) {
            return failed(e);
        }
    }

    private Path beside() {
        return Files.isDirectory(backup) ? backup : Objects.requireNonNull(backup.toAbsolutePath().getParent());
    }

    private BackupSummary rehearse(Path parent, BooleanSupplier stop) {
        try {
            Path folder = Files.createTempDirectory(parent, ".tidemark-backup-verify-");
            try {
                Path lake = folder.resolve("lake");
                BackupSummary summary = Restore.run(backup, Restore.Part.ALL, lake, folder.resolve("state"),
                        Clock.systemUTC(), stop);
                run("snapshot", "verify", "--lake", lake.toString());
                for (String route : ASKED) {
                    run("query", route, "--lake", lake.toString(), "--as", "admin", "--format", "csv");
                }
                return summary;
            } finally {
                DurableFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            throw new BackupException("cannot restore into " + parent + ": " + e.getClass().getSimpleName() + " "
                    + e.getMessage(), e);
        }
    }

    private void run(String... words) {
        StringWriter said = new StringWriter();
        int code = tidemark.get().setOut(new PrintWriter(said)).setErr(new PrintWriter(said)).execute(words);
        if (code != FailureReport.DONE) {
            throw new BackupException("what the backup restores is not sound: " + String.join(" ", words) + ": "
                    + said);
        }
    }
}
