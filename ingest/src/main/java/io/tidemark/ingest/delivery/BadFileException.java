package io.tidemark.ingest.delivery;

/** A delivered file cannot be taken in at all; the message says why, for the one who delivered it. */
public final class BadFileException extends Exception {

    private static final long serialVersionUID = 1L;

    /** A reason for people. */
    public BadFileException(String reason) {
        super(reason);
    }

    /** A reason for people, and what lies behind it. */
    public BadFileException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
