package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which callers with its permission a route admits. */
public enum RouteAccess {
    /** All of them. */
    ALL,
    /** Farmers only, not even admins. */
    FARMER,
    /** Admins, and farmers for rows of their own: the rows are of single owners and sites. */
    OWNERS,
    /** Admins only. */
    ADMIN,
    /** All, but only admins, and farmers for their own, may filter by owner or site: others see sums. */
    SUMMED;

    /** The name in a file's header. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value of that name. */
    @JsonCreator
    static RouteAccess named(String name) {
        return Arrays.stream(values()).filter(a -> a.wireName().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no access " + name + "; there are "
                        + Arrays.stream(values()).map(RouteAccess::wireName).collect(Collectors.joining(", "))));
    }
}
