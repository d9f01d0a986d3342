package io.tidemark.server.route;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What every route's SQL may ask for without declaring it: who calls, what day it is, how far the data reach. */
public enum AmbientValue {
    /** The current day in Norway, or the configured one. DATE. */
    TODAY,
    /** First date of stock_day in the snapshot. DATE, null without stock. */
    DATA_BEGIN,
    /** Last date of stock_day in the snapshot. DATE, null without stock. */
    DATA_END,
    /** Whether the caller is a farmer. BOOLEAN. */
    IS_FARMER,
    /** Whether the caller sees sums over farmers and sites only, where rows are of one farmer or site. BOOLEAN. */
    AGGREGATES_ONLY,
    /** The caller's farmer group key; null for others. */
    OWN_GROUP,
    /** The caller's company; null for others. */
    OWN_FARMER,
    /** How many farmer groups other than the caller's a published value must rest on. INTEGER; 0 hides nothing. */
    MIN_GROUPS;

    /** The name in SQL. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All names in SQL. */
    static Set<String> sqlNames() {
        return Arrays.stream(values()).map(AmbientValue::sqlName).collect(Collectors.toUnmodifiableSet());
    }
}
