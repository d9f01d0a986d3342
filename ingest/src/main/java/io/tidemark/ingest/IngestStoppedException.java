package io.tidemark.ingest;

/** A stop was requested, and the ingest published nothing. */
public final class IngestStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the standard message. */
    public IngestStoppedException() {
        super("stopped; nothing of the delivery was published");
    }
}
