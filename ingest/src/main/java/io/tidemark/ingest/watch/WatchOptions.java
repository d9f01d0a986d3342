package io.tidemark.ingest.watch;

import io.tidemark.ingest.IngestOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The options of a watch.
 *
 * @param settle      how long an unmarked delivery must not have changed
 * @param ingest      how to ingest a delivery
 * @param publishTime when deliveries are published together; null to publish each as it is complete
 * @param keep        how many snapshots stay after one was published; empty to remove none
 * @param waits       the waits between tries of a delivery that fails for a reason other than its content
 * @param lookEvery   how often the folder is looked at
 */
public record WatchOptions(Duration settle, Function<Path, IngestOptions> ingest, @Nullable PublishTime publishTime, OptionalInt keep,
        List<Duration> waits, Duration lookEvery) {

    private static final Duration USUAL_LOOK = Duration.ofSeconds(1);

    /** At the usual pace: looks every second, and tries again after a minute, then after five. */
    public WatchOptions(Duration settle, Function<Path, IngestOptions> ingest, @Nullable PublishTime publishTime, OptionalInt keep) {
        this(settle, ingest, publishTime, keep, Retries.USUAL_WAITS, USUAL_LOOK);
    }

    /** Copies the list. */
    public WatchOptions {
        waits = List.copyOf(waits);
    }
}
