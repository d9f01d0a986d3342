package io.tidemark.server.identity.key;

import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Permission;
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
        return Json.object("id", key.id(), "name", key.name(), "farmer_id", key.farmerId(),
                "permissions", key.permissions().stream().map(Permission::wireName).toList(),
                "created_at", key.createdAt().toString(), "expires_at", Json.text(key.expiresAt()),
                "last_used_at", Json.text(key.lastUsedAt()), "revoked_at", Json.text(key.revokedAt()));
    }

    /** The fields of a key just added, with its text, which is shown only this once. */
    public static Map<String, @Nullable Object> of(NewApiKey added) {
        Map<String, @Nullable Object> fields = of(added.key());
        fields.put("api_key", added.text());
        return fields;
    }
}
