package io.tidemark.server.route.contract;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The filters of shared pieces, with values that pass everything: for routes without these parameters. */
public final class Filters {

    /** Values by their names in SQL. */
    public static final SortedMap<String, Object> OPEN = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(
            "all_areas", true, "areas", List.of(), "all_generations", true, "generations", List.of(),
            "weight_range_start", 0, "weight_range_end", 15000, "exclude_self", false)));

    private Filters() {}
}
