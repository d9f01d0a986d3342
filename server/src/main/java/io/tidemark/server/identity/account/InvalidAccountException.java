package io.tidemark.server.identity.account;

/** An account cannot be created or changed as requested; the message says how to correct it. */
public final class InvalidAccountException extends RuntimeException {
    private final String field;

    /** The account as a whole is wrong; the operator reads the message. */
    public InvalidAccountException(String message) {
        this("account", message);
    }

    /** One field is wrong; it is named as in JSON. */
    public InvalidAccountException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** The field that is wrong. */
    public String field() {
        return field;
    }
}
