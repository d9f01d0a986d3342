package io.tidemark.ingest;

/** An ingest was stopped; nothing was published. */
public final class IngestStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With the standard message. */
    public IngestStoppedException() {
        super("stopped; nothing of the delivery was published");
    }
}
