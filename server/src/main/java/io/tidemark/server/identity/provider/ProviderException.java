package io.tidemark.server.identity.provider;

/** The keys of an identity provider are unavailable; the message is for the log. */
public final class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The message is the reason. */
    ProviderException(String message) {
        super(message);
    }
}
