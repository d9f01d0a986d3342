package io.tidemark.server.identity.account;

/** An account cannot be created or changed as requested; the message says how to correct it. */
public final class InvalidAccountException extends RuntimeException {
    /** For the operator to read. */
    public InvalidAccountException(String message) {
        super(message);
    }
}
