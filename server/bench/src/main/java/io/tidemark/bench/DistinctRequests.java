package io.tidemark.bench;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Requests of which no two are the same: other windows, and where wanted other areas and generations; the same ones in
 * each run.
 */
final class DistinctRequests {

    /** The routes that are asked in this way. */
    static final List<String> ROUTES = List.of("/v3/mortality/areas/week", "/v3/mortality/areas/month",
            "/v3/mortality/region/rolling-12-month",
            "/v3/mortality/categories/rate", "/v3/mortality/generations/rate",
            "/v3/treatment/summary-by-area-and-week");

    private static final int SEED = 20_261_127;
    private static final int YEARS = 9;
    private static final int DAYS = 365;
    private static final int MAX_WEEKS = 104;
    private static final List<String> AREAS = List.of("", "&areas=3", "&areas=6,7");
    private static final List<String> GENERATIONS = List.of("", "&generations=V2024", "&generations=H2024");

    private DistinctRequests() {}

    /** The parameter for the first day of a window, after a question mark. */
    static String since(String route, LocalDate first) {
        return (route.contains("/treatment/") ? "?start_date=" : "?from_date=") + first;
    }

    /**
     * Different windows of a route, from a few days to two years long, within the nine years before a day.
     *
     * @param filtered whether they also ask for other areas, and on routes of losses for other generations
     */
    static List<String> of(String route, LocalDate end, int count, boolean filtered) {
        Random random = new Random(SEED);
        boolean treatment = route.contains("/treatment/");
        Set<String> requests = new LinkedHashSet<>();
        while (requests.size() < count) {
            LocalDate first = end.minusDays(random.nextInt(YEARS * DAYS));
            LocalDate last = first.plusWeeks(random.nextInt(MAX_WEEKS));
            String areas = filtered ? AREAS.get(random.nextInt(AREAS.size())) : "";
            String generations = filtered && !treatment ? GENERATIONS.get(random.nextInt(GENERATIONS.size())) : "";
            requests.add(route + since(route, first) + (treatment ? "&end_date=" : "&to_date=")
                    + (last.isAfter(end) ? end : last) + areas + generations);
        }
        return new ArrayList<>(requests);
    }
}
