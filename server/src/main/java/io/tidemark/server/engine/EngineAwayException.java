package io.tidemark.server.engine;

/** An engine outside of this process does not answer; it may later. */
public final class EngineAwayException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** An error with the attempted operation. */
    public EngineAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
