package io.tidemark.server.identity.account;

/** An account cannot be created or changed as requested; the message says how to correct it. */
public final class InvalidAccountException extends RuntimeException {
    private final String field;

    /** For the operator to read; what is wrong is the account as a whole. */
    public InvalidAccountException(String message) {
        this("account", message);
    }

    /** With the field that is wrong, by its name in JSON. */
    public InvalidAccountException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** The field that is wrong. */
    public String field() {
        return field;
    }
}
