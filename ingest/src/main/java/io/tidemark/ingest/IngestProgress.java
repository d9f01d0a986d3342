package io.tidemark.ingest;

/** Receives the events of an ingest, in its thread. */
@FunctionalInterface
public interface IngestProgress {

    /** Receives an event. */
    void on(IngestEvent event);
}
