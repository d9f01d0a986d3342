package io.tidemark.ingest;

import java.time.Duration;

/**
 * The waiting time, the event receiver and the stop signal of an ingest.
 * @param patience maximum time to wait for another ingest
 * @param progress receives its events
 * @param stop     stops it
 */
public record IngestControl(Duration patience, IngestProgress progress, StopSignal stop) {

    // concurrent ingests often wait briefly for each other: do not report that
    private static final Duration WORTH_TELLING = Duration.ofMillis(500);

    /** Reports that it waits for another ingest; throws if a stop was requested. */
    void waiting(Duration waited) {
        stop.check();
        if (waited.compareTo(WORTH_TELLING) > 0) {
            progress.on(new IngestEvent.Waiting(waited));
        }
    }

    /** Creates a control that neither waits nor can be stopped. */
    public static IngestControl seenBy(IngestProgress progress) {
        return new IngestControl(Duration.ZERO, progress, new StopSignal());
    }
}
