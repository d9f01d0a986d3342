package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The callers, among those with its permission, that a route admits. */
public enum RouteAccess {
    /** All callers. */
    ALL,
    /** Farmers only, not even admins. */
    FARMER,
    /** Farmers who may see rows of single sites, for those of their own company; not even admins. */
    OWN,
    /** Admins, and farmers for their own rows: the rows are of single owners and sites. */
    OWNERS,
    /** Admins only. */
    ADMIN,
    /** All callers; only admins, and farmers for their own rows, may filter by owner or site, others see sums. */
    SUMMED;

    /** Whether farmers alone are admitted. */
    public boolean isForFarmers() {
        return this == FARMER || this == OWN;
    }

    /** The name in a file's header. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value with this name. */
    @JsonCreator
    static RouteAccess named(String name) {
        return Arrays.stream(values()).filter(a -> a.wireName().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no access " + name + "; there are "
                        + Arrays.stream(values()).map(RouteAccess::wireName).collect(Collectors.joining(", "))));
    }
}
