package io.tidemark.server.identity.provider;

/** The keys of an identity provider cannot be had now; the message says why, for the log. */
public final class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what went wrong. */
    ProviderException(String message) {
        super(message);
    }
}
