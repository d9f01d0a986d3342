package io.tidemark.server.identity.key;

import io.tidemark.server.identity.account.Permission;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key's fields as JSON shows them, on the command line and over HTTP.
 * They include its text only when it was just added.
 */
public final class ApiKeyFields {

    private ApiKeyFields() {}

    /** The fields; times are ISO. */
    public static Map<String, @Nullable Object> of(ApiKey key) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", key.id());
        fields.put("name", key.name());
        fields.put("farmer_id", key.farmerId());
        fields.put("permissions", key.permissions().stream().map(Permission::wireName).toList());
        fields.put("created_at", key.createdAt().toString());
        fields.put("expires_at", iso(key.expiresAt()));
        fields.put("last_used_at", iso(key.lastUsedAt()));
        fields.put("revoked_at", iso(key.revokedAt()));
        return fields;
    }

    /** The fields of a key just added, with its text, which is shown only this once. */
    public static Map<String, @Nullable Object> of(NewApiKey added) {
        Map<String, @Nullable Object> fields = of(added.key());
        fields.put("api_key", added.text());
        return fields;
    }

    private static @Nullable String iso(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
