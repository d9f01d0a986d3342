package io.tidemark.server.cli.setup;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.backup.Backup;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.console.StopOnSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark backup}: writes state and lake into one file. */
@Command(name = "backup", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class BackupCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE")
    Path file;

    @Mixin
    DataOptions data;

    @Mixin
    StateOption state;

    @Option(names = "--published-only")
    boolean publishedOnly;

    @Override
    public Integer call() {
        if (file.toFile().exists()) {
            throw data.wrong("there is a file " + file + " already");
        }
        // refuse a missing state folder that was named: a backup without users and keys would be incomplete
        if (!Files.isDirectory(state.folder()) && !state.isUsual()) {
            throw data.wrong("there is no state folder " + state.folder());
        }
        long start = System.nanoTime();
        try (StopOnSignal stop = StopOnSignal.install()) {
            BackupSummary summary = Backup.write(file, data.lake, state.folder(), publishedOnly, Clock.systemUTC(),
                    stop.signal()::isRequested);
            JobRecord.write(Lake.at(data.lake), "backup", Duration.ofNanos(System.nanoTime() - start));
            data.print(summary, "wrote " + file);
            return DataOptions.DONE;
        } catch (BackupException e) {
            return data.failed(e);
        }
    }
}
