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
 * @param settle      time for which an unmarked delivery must not have changed
 * @param ingest      supplies the ingest options of a delivery's folder
 * @param publishTime time of day at which deliveries are published together; null to publish each as it is complete
 * @param keep        number of snapshots to keep after a publication; empty to remove none
 * @param waits       waits between tries of a delivery that fails for a reason other than its content
 * @param lookEvery   interval between looks at the folder
 */
public record WatchOptions(Duration settle, Function<Path, IngestOptions> ingest, @Nullable PublishTime publishTime,
        OptionalInt keep, List<Duration> waits, Duration lookEvery) {

    private static final Duration USUAL_LOOK = Duration.ofSeconds(1);

    /** Creates options with the usual pace: a look every second, and retries after one minute and then five. */
    public WatchOptions(Duration settle, Function<Path, IngestOptions> ingest, @Nullable PublishTime publishTime,
            OptionalInt keep) {
        this(settle, ingest, publishTime, keep, Retries.USUAL_WAITS, USUAL_LOOK);
    }

    /** Copies the list. */
    public WatchOptions {
        waits = List.copyOf(waits);
    }
}
