package io.tidemark.server.identity.key;

import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key, without its secret, with exactly the permissions that it was given. The key of a company has the role
 * farmer and sees what a user of that company with these permissions sees; any other has the role readonly.
 *
 * @param id the middle part of the key, by which it is listed and revoked
 * @param name its name in lists
 * @param farmerId the company whose data is its own; null for none
 * @param permissions what it may read
 * @param createdAt when it was added
 * @param expiresAt when it expires, null for never
 * @param lastUsedAt when it was last used, a few seconds late; null for never
 * @param revokedAt when it was revoked, null while it is active
 */
public record ApiKey(String id, String name, @Nullable String farmerId, Set<Permission> permissions, Instant createdAt,
        @Nullable Instant expiresAt, @Nullable Instant lastUsedAt, @Nullable Instant revokedAt) {
    static final String PREFIX = "tm_";

    /** Keeps the permissions unmodifiable and in order. */
    public ApiKey {
        permissions = Permission.ordered(permissions);
    }

    /** The caller with this key. */
    public Caller caller() {
        return new Caller(subject(), name, null, farmerId == null ? Role.READONLY : Role.FARMER, permissions, farmerId,
                null);
    }

    /** Who it is in logs: its id with the prefix that keys have. */
    public String subject() {
        return PREFIX + id;
    }
}
