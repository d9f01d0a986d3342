package io.tidemark.server.certify;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A query with sampled filters.
 *
 * @param route       the queried route
 * @param firstDay    first day of the window, which consists of whole periods
 * @param lastDay     last day of the window
 * @param areas       production areas; null for all
 * @param generations generations; null for all
 * @param fromGram    least weight, a multiple of 100
 * @param toGram      greatest weight, a multiple of 100; 15000 is no limit
 * @param farmer      the querying company, which leaves itself out if the route allows; null for an analyst
 * @param group       the excluded farmer group; null for none
 */
record SampledQuery(AuditedRoute route, LocalDate firstDay, LocalDate lastDay, @Nullable NavigableSet<Integer> areas,
        @Nullable NavigableSet<String> generations, int fromGram, int toGram, @Nullable String farmer, @Nullable String group) {

    static final int NO_LIMIT = 15_000;

    /** The parameters as in a URL. */
    Map<String, List<String>> query() {
        Takes takes = route.takes();
        Map<String, List<String>> query = new TreeMap<>();
        if (!takes.dates().isEmpty()) {
            query.put(takes.dates().getFirst(), List.of(firstDay.toString()));
            query.put(takes.dates().getLast(), List.of(lastDay.toString()));
        }
        if (areas != null) {
            query.put("areas", List.of(String.join(",", areas.stream().map(String::valueOf).toList())));
        }
        if (generations != null) {
            query.put("generations", List.of(String.join(",", generations)));
        }
        if (takes.fish()) {
            query.put("weight_range_start", List.of(String.valueOf(fromGram)));
            query.put("weight_range_end", List.of(String.valueOf(toGram)));
        }
        if (group != null) {
            query.put("exclude_self", List.of("true"));
        }
        takes.more().forEach(each -> query.put(each.substring(0, each.indexOf('=')), List.of(each.substring(each.indexOf('=') + 1))));
        return query;
    }

    /** Whether it covers fish of all generations and weights. */
    boolean isOfAllFish() {
        return generations == null && fromGram == 0 && toGram >= NO_LIMIT;
    }

    /** Whether a production area passes the filter. */
    boolean takes(@Nullable Integer area) {
        return areas == null || (area != null && areas.contains(area));
    }

    /** The query in words, for a fault. */
    String inWords() {
        return route.path() + " " + query() + (farmer == null ? " asked by an analyst" : " asked by " + farmer);
    }
}
