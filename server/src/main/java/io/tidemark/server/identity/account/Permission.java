package io.tidemark.server.identity.account;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a caller may read, and whether it may deliver. */
public enum Permission {
    MORTALITY_READ("mortality:read"),
    ENVIRONMENT_READ("environment:read"),
    FEEDING_READ("feeding:read"),
    TREATMENT_READ("treatment:read"),
    INVENTORY_READ("inventory:read"),
    COMMON_READ("common:read"),
    /** Allows rows of single sites; farmers see their own. It has no effect for callers without sites. */
    RAW_READ("raw:read"),
    /** Allows uploads of a farmer's deliveries. No role has it unless it is assigned. */
    DELIVER("deliver");

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

    /** An unmodifiable set in the order of declaration, so that scopes are always written the same way. */
    public static Set<Permission> ordered(Collection<Permission> permissions) {
        EnumSet<Permission> set = EnumSet.noneOf(Permission.class);
        set.addAll(permissions);
        return Collections.unmodifiableSet(set);
    }

    /** The permissions of a scope, as {@link #scope} writes it; empty when a name is unknown. */
    public static Optional<Set<Permission>> parse(String scope) {
        List<String> names = Arrays.stream(scope.split(" ", -1)).filter(name -> !name.isEmpty()).toList();
        List<Permission> known = names.stream().flatMap(name -> of(name).stream()).toList();
        return known.size() == names.size() ? Optional.of(ordered(known)) : Optional.empty();
    }

    /** Wire names, space-separated (the OAuth scope). */
    public static String scope(Collection<Permission> permissions) {
        return ordered(permissions).stream().map(Permission::wireName).collect(Collectors.joining(" "));
    }
}
