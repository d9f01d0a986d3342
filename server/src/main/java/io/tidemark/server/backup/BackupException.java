package io.tidemark.server.backup;

/** A backup cannot be created or read. The message is for the operator. */
public final class BackupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Takes the message. */
    public BackupException(String message) {
        super(message);
    }

    /** Takes the message and the cause. */
    public BackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
