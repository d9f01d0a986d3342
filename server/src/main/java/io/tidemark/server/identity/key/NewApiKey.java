package io.tidemark.server.identity.key;

/**
 * An API key just added, with the text that is shown once and kept only as a hash.
 *
 * @param key the key
 * @param text what goes into the X-API-Key header: {@code tm_<id>_<secret>}
 */
public record NewApiKey(ApiKey key, String text) {
    /** Without the secret. */
    @Override
    public String toString() {
        return "NewApiKey[" + key.id() + "]";
    }
}
