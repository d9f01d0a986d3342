package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.Times;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.key.ApiKey;
import java.util.List;

/** Shows API keys as JSON fields or as a table for people, never with the secret. */
final class KeyOutput {
    /** The headings of the table. */
    static final List<String> HEADINGS =
            List.of("ID", "NAME", "FARMER", "CREATED", "EXPIRES", "LAST USED", "REVOKED", "PERMISSIONS");

    private KeyOutput() {
    }

    /** A key's line in the table. */
    static List<String> row(ApiKey key) {
        return List.of(key.id(), key.name(), key.farmerId() == null ? "" : key.farmerId(), Times.day(key.createdAt()),
                Times.minute(key.expiresAt()),
                Times.minute(key.lastUsedAt()), Times.day(key.revokedAt()), String.join(",", permissions(key)));
    }

    static List<String> permissions(ApiKey key) {
        return key.permissions().stream().map(Permission::wireName).toList();
    }
}
