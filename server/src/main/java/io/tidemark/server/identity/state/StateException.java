package io.tidemark.server.identity.state;

/** The state folder cannot be used; nothing in it was changed. The message names the file and what is wrong with it. */
public final class StateException extends RuntimeException {
    /** The operator reads the message. */
    public StateException(String message) {
        super(message);
    }

    /** The operator reads the message; the log has the cause too. */
    public StateException(String message, Throwable cause) {
        super(message, cause);
    }
}
