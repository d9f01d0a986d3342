package io.tidemark.server.identity.state;

/** The state folder cannot be used; nothing in it was changed. The message names the file and what is wrong with it. */
public final class StateException extends RuntimeException {
    /** For the operator to read. */
    public StateException(String message) {
        super(message);
    }

    /** With the cause. */
    public StateException(String message, Throwable cause) {
        super(message, cause);
    }
}
