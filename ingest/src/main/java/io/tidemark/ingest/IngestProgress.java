package io.tidemark.ingest;

/** Receives the events of an ingest. The ingesting thread and a second one call it, but never at the same time. */
@FunctionalInterface
public interface IngestProgress {

    /** Receives an event. */
    void on(IngestEvent event);
}
