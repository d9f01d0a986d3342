package io.tidemark.ingest;

/** An ingest was asked to stop and did; it published nothing. */
public final class IngestStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Says so. */
    public IngestStoppedException() {
        super("stopped; nothing of the delivery was published");
    }
}
