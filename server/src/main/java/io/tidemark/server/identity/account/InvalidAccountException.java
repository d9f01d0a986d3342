package io.tidemark.server.identity.account;

/** An account cannot be made or changed as asked; the message says what to do about it. */
public final class InvalidAccountException extends RuntimeException {
    /** For the operator to read. */
    public InvalidAccountException(String message) {
        super(message);
    }
}
