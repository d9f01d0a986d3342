package io.tidemark.ingest;

import java.time.Duration;

/**
 * How an ingest waits, reports and stops.
 * @param patience how long it waits for another ingest to end
 * @param progress receives its events
 * @param stop     stops it
 */
public record IngestControl(Duration patience, IngestProgress progress, StopSignal stop) {

    // ingests side by side often wait for each other for a moment: nobody needs to know
    private static final Duration WORTH_TELLING = Duration.ofMillis(500);

    /** Reports waiting for another ingest; throws if it was asked to stop. */
    void waiting(Duration waited) {
        stop.check();
        if (waited.compareTo(WORTH_TELLING) > 0) {
            progress.on(new IngestEvent.Waiting(waited));
        }
    }

    /** Without waiting and without a stop signal. */
    public static IngestControl seenBy(IngestProgress progress) {
        return new IngestControl(Duration.ZERO, progress, new StopSignal());
    }
}
