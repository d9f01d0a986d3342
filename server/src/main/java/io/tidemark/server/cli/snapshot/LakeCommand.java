package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.ingest.IngestStoppedException;
import io.tidemark.ingest.StopSignal;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.cli.console.StopOnSignal;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The base of all commands on a lake's snapshots. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public abstract class LakeCommand extends PrintingCommand {

    /** Ten minutes: a nightly job waits for earlier daily deliveries, but not forever for a hanging one. */
    public static final String DEFAULT_WAIT = "600";
    private static final int MEMORY_MB = 2048;

    /** The option for the waiting time of commands that write. */
    public static final class Wait {
        @Option(names = "--wait", order = 80, paramLabel = "SECONDS", defaultValue = DEFAULT_WAIT)
        public int seconds;
    }

    @Option(names = "--lake", order = 90, paramLabel = "LAKE", defaultValue = "${env:TIDEMARK_LAKE:-lake}")
    public Path folder;

    /** Runs the command; returns its exit code. */
    public abstract int run(Lake lake);

    @Override
    public final Integer call() {
        try {
            return run(ConfiguredDefaults.lake(spec, System.getenv(), folder));
        } finally {
            out().flush();
        }
    }

    /** Takes the lake's write lock. */
    public LakeLock lock(Lake lake, Wait wait) {
        return lock(lake, wait, Optional::empty);
    }

    /**
     * Takes the lake's write lock once no obstacle is left.
     *
     * @param obstacle called with the lock held; names the obstacle, or is empty
     */
    public LakeLock lock(Lake lake, Wait wait, Supplier<Optional<String>> obstacle) {
        if (wait.seconds < 0) {
            throw wrong("--wait is seconds, 0 or more, not " + wait.seconds);
        }
        if (!lake.exists()) {
            throw wrong("there is no lake in " + lake.root());
        }
        String[] inTheWay = {""};
        String[] said = {""};
        try {
            return lake.lock(Duration.ofSeconds(wait.seconds), waited -> {
                String now = inTheWay[0].isEmpty() ? "another process is writing to the lake" : inTheWay[0];
                if (!said[0].equals(now)) {
                    said[0] = now;
                    say("waiting at most " + wait.seconds + " s: " + now);
                }
            }, () -> {
                inTheWay[0] = obstacle.get().orElse("");
                return inTheWay[0].isEmpty();
            });
        } catch (LakeInUseException e) {
            throw inTheWay[0].isEmpty() ? e : new LakeInUseException(inTheWay[0]
                    + (wait.seconds == 0 ? "" : ", still after " + wait.seconds + " s")
                    + "; nothing was changed, try again later");
        }
    }

    /** Publishes something until a signal comes, with a session of its own; returns the exit code. */
    int publishing(BiConsumer<DuckSession, StopSignal> work) {
        try (StopOnSignal stop = StopOnSignal.install(); DuckSession session = DuckSession.open(engine())) {
            stop.signal().cancelBy(session::cancel);
            try {
                work.accept(session, stop.signal());
                return FailureReport.DONE;
            } catch (IngestStoppedException | EngineException e) {
                if (!stop.signal().isRequested()) {
                    throw e;
                }
                say("stopped; nothing was published");
                return FailureReport.UNEXPECTED;
            } finally {
                stop.signal().cancelBy(null);
            }
        }
    }

    /** The engine settings for reading snapshots, even in a read-only lake. */
    protected EngineSettings engine() {
        return new EngineSettings(Runtime.getRuntime().availableProcessors(), MEMORY_MB,
                Path.of(System.getProperty("java.io.tmpdir"), "tidemark-verify-" + ProcessHandle.current().pid()));
    }
}
