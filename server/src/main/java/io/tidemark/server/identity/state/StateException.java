package io.tidemark.server.identity.state;

/** The state folder cannot be used; nothing in it was changed. The message names the file and what is wrong with it. */
public final class StateException extends RuntimeException {
    private final boolean diskFull;

    /** The operator reads the message. */
    public StateException(String message) {
        super(message);
        diskFull = false;
    }

    /** The operator reads the message; the log has the cause too. */
    public StateException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** A failure to write; {@code diskFull} tells that reading still works. */
    StateException(String message, Throwable cause, boolean diskFull) {
        super(message, cause);
        this.diskFull = diskFull;
    }

    /** Whether the file could not grow, since the disk is full. */
    public boolean diskIsFull() {
        return diskFull;
    }
}
