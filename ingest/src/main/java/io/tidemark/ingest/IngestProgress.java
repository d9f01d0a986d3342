package io.tidemark.ingest;

/** Sees an ingest go on. Called by the thread that ingests and by one beside it, never by two at once. */
@FunctionalInterface
public interface IngestProgress {

    /** Something happened. */
    void on(IngestEvent event);
}
