package io.tidemark.ingest;

/** Receives the events of an ingest. Called by the ingesting thread and by a second one, never by both at
 * once. */
@FunctionalInterface
public interface IngestProgress {

    /** An event. */
    void on(IngestEvent event);
}
