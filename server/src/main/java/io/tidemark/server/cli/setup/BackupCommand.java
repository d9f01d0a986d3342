package io.tidemark.server.cli.setup;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.backup.Backup;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.console.StopOnSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark backup}: writes state and lake into one file, or what is new of them into a folder. */
@Command(name = "backup", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class BackupCommand extends DataCommand {

    @ArgGroup(exclusive = true)
    Place place;

    @Mixin
    StateOption state;

    @Option(names = "--keep", paramLabel = "N", defaultValue = "14")
    int keep;

    @Option(names = "--published-only")
    boolean publishedOnly;

    /** Where the backup goes. */
    static final class Place {
        @Parameters(paramLabel = "FILE", arity = "0..1")
        Path file;

        @Option(names = "--to", paramLabel = "DIR")
        Path folder;
    }

    /** Creates the command with its subcommand, which runs others of the whole command line. */
    public static CommandLine create(Supplier<CommandLine> tidemark) {
        return new CommandLine(new BackupCommand()).addSubcommand(new BackupVerify(tidemark));
    }

    @Override
    public Integer call() {
        if (place == null) {
            throw wrong("name a FILE, or a folder of backups by --to");
        }
        if (place.file != null && place.file.toFile().exists()) {
            throw wrong("there is a file " + place.file + " already");
        }
        if (keep < 1) {
            throw wrong("--keep must be at least 1");
        }
        // refuse a missing state folder that was named: a backup without users and keys would be incomplete
        if (!Files.isDirectory(state.folder()) && !state.isUsual()) {
            throw wrong("there is no state folder " + state.folder());
        }
        long start = System.nanoTime();
        try (StopOnSignal stop = StopOnSignal.install()) {
            BackupSummary summary = place.file != null ? Backup.write(place.file, lake, state.folder(),
                    publishedOnly, Clock.systemUTC(), stop.signal()::isRequested)
                    : Backup.into(place.folder, keep, lake, state.folder(), publishedOnly, Clock.systemUTC(),
                    stop.signal()::isRequested);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            Path folder = (place.file == null ? place.folder : place.file.resolveSibling(".")).toAbsolutePath()
                    .normalize();
            JobRecord.write(Lake.at(lake), "backup", took, folder.toString());
            if (place.file == null) {
                JobRecord.write(Lake.at(lake), "backup_to", took, folder.toString());
            }
            print(summary, "wrote " + (place.file != null ? place.file : place.folder));
            return FailureReport.DONE;
        } catch (BackupException e) {
            return failed(e);
        }
    }
}
