package io.tidemark.server.identity.account;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request, according to its token or API key. Immutable.
 *
 * @param subject the account's id, or a key's with its prefix
 * @param name the account's or the key's name
 * @param clientId the client of the token, null for a user's token and for a key
 * @param role what kind of caller
 * @param permissions what it may read
 * @param farmerId whose data is its own, for role farmer
 * @param email a user's address, if known
 * @param looks whether it is an admin that looks as a company, and changes nothing
 */
public record Caller(String subject, String name, @Nullable String clientId, Role role, Set<Permission> permissions,
        @Nullable String farmerId, @Nullable String email, boolean looks) {
    /** Keeps the permissions unmodifiable and in order. */
    public Caller {
        permissions = Permission.ordered(permissions);
    }

    /** A caller that sees for itself. */
    public Caller(String subject, String name, @Nullable String clientId, Role role, Set<Permission> permissions,
            @Nullable String farmerId, @Nullable String email) {
        this(subject, name, clientId, role, permissions, farmerId, email, false);
    }

    /** This admin as a company sees; rows of single sites only where the admin itself was given raw:read. */
    public Caller as(String company) {
        Set<Permission> seen = EnumSet.copyOf(Role.FARMER.defaultPermissions());
        if (!permissions.contains(Permission.RAW_READ)) {
            seen.remove(Permission.RAW_READ);
        }
        return new Caller(subject, name, clientId, Role.FARMER, seen, company, email, true);
    }

    /** Whether the caller is unrestricted. */
    public boolean isAdmin() {
        return role == Role.ADMIN;
    }

    /** Whether the caller is a farmer, who has data of its own. */
    public boolean isFarmer() {
        return role == Role.FARMER;
    }

    /** Whether the caller sees rows of single farmers and sites (a farmer only its own); others see sums. */
    public boolean seesOwners() {
        return isAdmin() || (isFarmer() && may(Permission.RAW_READ));
    }

    /** Whether the caller has a permission; an admin has them all. */
    public boolean may(Permission permission) {
        return isAdmin() || permissions.contains(permission);
    }
}
