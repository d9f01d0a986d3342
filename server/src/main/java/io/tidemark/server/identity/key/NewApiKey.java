package io.tidemark.server.identity.key;

/**
 * A new API key with its text, which is shown once and stored only as a hash.
 * @param key the key
 * @param text the value of the X-API-Key header: {@code tm_<id>_<secret>}
 */
public record NewApiKey(ApiKey key, String text) {
    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "NewApiKey[" + key.id() + "]";
    }
}
