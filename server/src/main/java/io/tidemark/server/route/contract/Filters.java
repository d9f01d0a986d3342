package io.tidemark.server.route.contract;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The filters of shared pieces, with values that let everything at sea pass, for routes without these parameters. */
public final class Filters {

    // grams: the end of the first weight class; a range that ends here has no upper end
    private static final int FIRST_CLASS_END = 100;
    private static final int NO_END = 15_000;

    /** The values by their names in SQL. */
    public static final SortedMap<String, Object> OPEN = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(
            "all_areas", true, "areas", List.of(), "all_generations", true, "generations", List.of(),
            "weight_range_start", 0, "weight_range_end", NO_END, "exclude_self", false, "own", "group", "placement",
            "offshore")));

    private Filters() {}

    /** Whether the values cover all weights, like {@code is_every_weight} in the prelude. */
    public static boolean coverAllWeights(Map<String, ? extends @Nullable Object> values) {
        return values.get("weight_range_start") instanceof Number start && start.longValue() < FIRST_CLASS_END
                && values.get("weight_range_end") instanceof Number end && end.longValue() >= NO_END;
    }
}
