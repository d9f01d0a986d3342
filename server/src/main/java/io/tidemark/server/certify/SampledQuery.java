package io.tidemark.server.certify;

import java.time.LocalDate;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A question with sampled filters.
 *
 * @param kind        the route that it asks
 * @param firstDay    first day of the window, which is whole periods
 * @param lastDay     last day of the window
 * @param areas       production areas; null for all
 * @param generations generations; null for all
 * @param fromGram    least weight, a multiple of 100
 * @param toGram      greatest weight, a multiple of 100; 15000 is no limit
 * @param farmer      the company that asks and leaves itself out; null for an analyst
 */
record SampledQuery(Kind kind, LocalDate firstDay, LocalDate lastDay, @Nullable NavigableSet<Integer> areas, @Nullable NavigableSet<String> generations,
        int fromGram, int toGram, @Nullable String farmer) {

    static final int NO_LIMIT = 15_000;

    /** The routes that are asked, each with other rows. */
    enum Kind {
        /** Weeks of platform areas: losses per fish. */
        AREA_WEEKS("/v3/mortality/areas/week"),
        /** Months: losses by cause, and their share of the stock. */
        CAUSE_MONTHS("/v3/mortality/categories/distribution"),
        /** The whole window: losses by cause. */
        CAUSES("/v3/mortality/categories/rank"),
        /** Months of platform areas: losses per fish. */
        AREA_MONTHS("/v3/mortality/areas/month"),
        /** Platform areas by 500 g of weight: losses per fish in 30 days. */
        AREA_SIZES("/v3/mortality/size/rate");

        private final String path;

        Kind(String path) {
            this.path = path;
        }

        String path() {
            return path;
        }

        /** Whether its window is whole months, and not whole weeks. */
        boolean isByMonth() {
            return this == CAUSE_MONTHS || this == AREA_MONTHS;
        }
    }

    /** Its parameters as in a URL. */
    Map<String, List<String>> query() {
        Map<String, List<String>> query = new TreeMap<>();
        query.put("from_date", List.of(firstDay.toString()));
        query.put("to_date", List.of(lastDay.toString()));
        if (areas != null) {
            query.put("areas", List.of(String.join(",", areas.stream().map(String::valueOf).toList())));
        }
        if (generations != null) {
            query.put("generations", List.of(String.join(",", generations)));
        }
        query.put("weight_range_start", List.of(String.valueOf(fromGram)));
        query.put("weight_range_end", List.of(String.valueOf(toGram)));
        if (farmer != null) {
            query.put("exclude_self", List.of("true"));
        }
        return query;
    }

    /** In words, for a fault. */
    String inWords() {
        return kind.path + " " + query() + (farmer == null ? " asked by an analyst" : " asked by " + farmer);
    }
}
