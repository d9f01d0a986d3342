package io.tidemark.server.route.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The values that every route's SQL may use undeclared: the caller, the current day, and the range of the data. */
public enum AmbientValue {
    /** The current day in Norway, or the configured one. DATE. */
    TODAY,
    /** First date of stock_day in the snapshot. DATE, null without stock. */
    DATA_BEGIN,
    /** Last date of stock_day in the snapshot. DATE, null without stock. */
    DATA_END,
    /**
     * The day up to which the snapshot is complete; a period is complete if its last day is not after it. DATE, null
     * without stock.
     */
    COMPLETE_THROUGH,
    /** Whether the caller is a farmer. BOOLEAN. */
    IS_FARMER,
    /**
     * Whether the caller sees only sums over farmers and sites on routes with rows of single farmers or sites. BOOLEAN.
     */
    AGGREGATES_ONLY,
    /** The caller's farmer group key; null unless the caller is a farmer. */
    OWN_GROUP,
    /** The caller's company; null unless the caller is a farmer. */
    OWN_FARMER,
    /** Whether the caller sees everything: an admin, for whom every cell is an atom. BOOLEAN. */
    SEES_ALL,
    /** The minimum number of farmer groups in a published sum besides the caller's, by the snapshot's rule. INTEGER; 1
     * hides nothing. */
    MIN_FARMERS,
    /** The largest share of one group in a published sum, by the snapshot's rule. INTEGER, percent. */
    MAX_SHARE;

    /** The name in SQL. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All names in SQL. */
    public static Set<String> sqlNames() {
        return Arrays.stream(values()).map(AmbientValue::sqlName).collect(Collectors.toUnmodifiableSet());
    }
}
