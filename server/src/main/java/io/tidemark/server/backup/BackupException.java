package io.tidemark.server.backup;

/** A backup cannot be made or read; the message is for the operator. */
public final class BackupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public BackupException(String message) {
        super(message);
    }

    /** With the cause. */
    public BackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
