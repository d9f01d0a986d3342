package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.Times;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.key.ApiKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How API keys are shown: as JSON fields, or as a table for people. Never with the secret. */
final class KeyOutput {
    /** Headings of the table. */
    static final List<String> HEADINGS =
            List.of("ID", "NAME", "CREATED", "EXPIRES", "LAST USED", "REVOKED", "PERMISSIONS");

    private KeyOutput() {
    }

    /** A key's JSON fields. */
    static Map<String, @Nullable Object> fields(ApiKey key) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", key.id());
        fields.put("name", key.name());
        fields.put("permissions", permissions(key));
        fields.put("created_at", Times.json(key.createdAt()));
        fields.put("expires_at", Times.json(key.expiresAt()));
        fields.put("last_used_at", Times.json(key.lastUsedAt()));
        fields.put("revoked_at", Times.json(key.revokedAt()));
        return fields;
    }

    /** A key's line in the table. */
    static List<String> row(ApiKey key) {
        return List.of(key.id(), key.name(), Times.day(key.createdAt()), Times.minute(key.expiresAt()),
                Times.minute(key.lastUsedAt()), Times.day(key.revokedAt()), String.join(",", permissions(key)));
    }

    static List<String> permissions(ApiKey key) {
        return key.permissions().stream().map(Permission::wireName).toList();
    }
}
