package io.tidemark.ingest;

import java.time.Duration;

/**
 * How an ingest behaves towards those around it.
 *
 * @param patience how long it waits for another ingest to end
 * @param progress sees it go on
 * @param stop     asks it to stop
 */
public record IngestConduct(Duration patience, IngestProgress progress, StopSignal stop) {

    /** Tells of waiting for another ingest; throws when it was asked to stop. */
    void waiting(Duration waited) {
        stop.check();
        progress.on(new IngestEvent.Waiting(waited));
    }

    /** One that does not wait and that nobody stops. */
    public static IngestConduct seenBy(IngestProgress progress) {
        return new IngestConduct(Duration.ZERO, progress, new StopSignal());
    }
}
