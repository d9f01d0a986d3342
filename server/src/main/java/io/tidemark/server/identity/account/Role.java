package io.tidemark.server.identity.account;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The role of an account. */
public enum Role {
    /** May read everything. */
    ADMIN,
    /** Reads aggregates across farms, and nothing raw. */
    ANALYST,
    /** Reads benchmarks, and raw data of its own farm only; the routes enforce that. */
    FARMER,
    /** Reads exactly what was assigned. */
    READONLY;

    /** The name in tokens and on the command line. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of a wire name, empty when there is none. */
    public static Optional<Role> of(String wireName) {
        return Arrays.stream(values()).filter(role -> role.wireName().equals(wireName)).findFirst();
    }

    /** The default permissions of this role. */
    public Set<Permission> defaultPermissions() {
        return Permission.ordered(switch (this) {
            case ADMIN, FARMER -> EnumSet.complementOf(EnumSet.of(Permission.DELIVER));
            case ANALYST -> EnumSet.complementOf(EnumSet.of(Permission.RAW_READ, Permission.DELIVER));
            case READONLY -> EnumSet.noneOf(Permission.class);
        });
    }

    /** The permissions that this role may be assigned. */
    public Set<Permission> assignablePermissions() {
        return switch (this) {
            case ADMIN, FARMER, READONLY -> Permission.ordered(EnumSet.allOf(Permission.class));
            case ANALYST -> defaultPermissions();
        };
    }
}
