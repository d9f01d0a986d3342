package io.tidemark.ingest;

import java.time.Duration;

/**
 * How an ingest waits, reports and stops.
 * @param patience how long it waits for another ingest to end
 * @param progress receives its events
 * @param stop     stops it
 * @param publishing how its deliveries are published, for advice
 */
public record IngestConduct(Duration patience, IngestProgress progress, StopSignal stop, Publishing publishing) {

    // ingests side by side often wait for each other for a moment: nobody needs to know
    private static final Duration WORTH_TELLING = Duration.ofMillis(500);

    /** Of a delivery that is published by itself. */
    public IngestConduct(Duration patience, IngestProgress progress, StopSignal stop) {
        this(patience, progress, stop, Publishing.ALONE);
    }

    /** The same of deliveries that are published so. */
    public IngestConduct publishing(Publishing how) {
        return new IngestConduct(patience, progress, stop, how);
    }

    /** Reports waiting for another ingest; throws if it was asked to stop. */
    void waiting(Duration waited) {
        stop.check();
        if (waited.compareTo(WORTH_TELLING) > 0) {
            progress.on(new IngestEvent.Waiting(waited));
        }
    }

    /** Without waiting and without a stop signal. */
    public static IngestConduct seenBy(IngestProgress progress) {
        return new IngestConduct(Duration.ZERO, progress, new StopSignal());
    }
}
