package io.tidemark.server.identity;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a caller may read. */
public enum Permission {
    MORTALITY_READ("mortality:read"),
    ENVIRONMENT_READ("environment:read"),
    FEEDING_READ("feeding:read"),
    TREATMENT_READ("treatment:read"),
    INVENTORY_READ("inventory:read"),
    COMMON_READ("common:read"),
    /** Single sites and treatments, not only aggregates. */
    RAW_READ("raw:read");

    private final String wireName;

    Permission(String wireName) {
        this.wireName = wireName;
    }

    /** The name in tokens, scopes and on the command line. */
    public String wireName() {
        return wireName;
    }

    /** The permission of a wire name, empty when there is none. */
    public static Optional<Permission> of(String wireName) {
        return Arrays.stream(values()).filter(permission -> permission.wireName.equals(wireName)).findFirst();
    }

    /** An unmodifiable set that is always iterated in the order of declaration, so that scopes read the same each time. */
    static Set<Permission> ordered(Collection<Permission> permissions) {
        EnumSet<Permission> set = EnumSet.noneOf(Permission.class);
        set.addAll(permissions);
        return Collections.unmodifiableSet(set);
    }

    /** Wire names, space-separated (the OAuth scope). */
    static String scope(Collection<Permission> permissions) {
        return ordered(permissions).stream().map(Permission::wireName).collect(Collectors.joining(" "));
    }
}
