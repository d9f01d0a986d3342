package io.tidemark.server.route.contract;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The filters that shared pieces know, with values that let everything pass: for routes that do not offer them. */
public final class Filters {

    /** Values by the names that SQL knows them by. */
    public static final SortedMap<String, Object> OPEN = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(
            "all_areas", true, "areas", List.of(), "all_generations", true, "generations", List.of(),
            "weight_range_start", 0, "weight_range_end", 15000, "exclude_self", false)));

    private Filters() {}
}
