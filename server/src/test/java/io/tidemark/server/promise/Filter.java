package io.tidemark.server.promise;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What of the coast is asked for.
 *
 * @param areas       production areas; all when empty
 * @param generations generations; all when empty
 * @param heaviest    the first weight that is left out; 15000 for no limit
 * @param placement   offshore or onshore
 */
record Filter(List<Integer> areas, List<String> generations, int lightest, int heaviest, String placement) {

    private static final int NO_LIMIT = 15_000;
    private static final List<String> GENERATIONS = List.of("V2025", "H2025", "V2026");
    /** Those whose fish are in one platform area, as shipped. */
    private static final List<List<Integer>> PLATFORM_AREAS = List.of(List.of(1, 2), List.of(3, 4), List.of(6, 7));
    private static final int[][] WEIGHTS = {{0, 500}, {500, 1000}};
    private static final int[] EDGES = {0, 100, 200, 500, 600, NO_LIMIT};
    static final Filter ALL = new Filter(List.of(), List.of(), 0, NO_LIMIT, "offshore");

    /** The fewest that show much. */
    static List<Filter> quick(List<Integer> areas) {
        Set<Filter> filters = new LinkedHashSet<>(List.of(ALL));
        for (List<Integer> platformArea : PLATFORM_AREAS) {
            List<Integer> used = platformArea.stream().filter(areas::contains).toList();
            if (!used.isEmpty()) {
                filters.add(ALL.in(used));
                filters.add(ALL.in(used).of(List.of("V2025")));
            }
        }
        areas.forEach(area -> filters.add(ALL.in(List.of(area)).of(List.of("V2025")).from(0, 100)));
        areas.forEach(area -> filters.add(ALL.in(List.of(area))));
        return new ArrayList<>(filters);
    }

    /** Those whose answers explain rates, and so many at random. */
    static List<Filter> thorough(List<Integer> areas, int more, Random random) {
        Set<Filter> filters = new LinkedHashSet<>(List.of(ALL, ALL.on("onshore")));
        for (List<Integer> platformArea : PLATFORM_AREAS) {
            List<Integer> used = platformArea.stream().filter(areas::contains).toList();
            if (!used.isEmpty()) {
                Filter whole = ALL.in(used);
                filters.add(whole);
                GENERATIONS.forEach(generation -> filters.add(whole.of(List.of(generation))));
                for (int[] weight : WEIGHTS) {
                    filters.add(whole.from(weight[0], weight[1]));
                }
            }
        }
        for (int area : areas) {
            Filter whole = ALL.in(List.of(area));
            filters.add(whole);
            for (String generation : GENERATIONS.subList(0, 2)) {
                filters.add(whole.of(List.of(generation)));
                filters.add(whole.of(List.of(generation)).from(0, 100));
            }
        }
        GENERATIONS.forEach(generation -> filters.add(ALL.of(List.of(generation))));
        for (int i = 0; i < more; i++) {
            List<Integer> some = areas.stream().filter(area -> random.nextBoolean()).toList();
            List<String> aged = random.nextInt(3) > 0 ? List.of() : GENERATIONS.stream()
                    .filter(g -> random.nextBoolean()).toList();
            int a = random.nextInt(EDGES.length);
            int b = random.nextInt(EDGES.length);
            Filter filter = ALL.in(some).of(aged);
            filters.add(random.nextInt(3) > 0 || a == b ? filter
                    : filter.from(EDGES[Math.min(a, b)], EDGES[Math.max(a, b)]));
        }
        return new ArrayList<>(filters);
    }

    /** The areas of the platform area of one. */
    static List<Integer> platformArea(int area) {
        return PLATFORM_AREAS.stream().filter(areas -> areas.contains(area)).findFirst().orElse(List.of());
    }

    private Filter in(List<Integer> some) {
        return new Filter(some, generations, lightest, heaviest, placement);
    }

    private Filter of(List<String> some) {
        return new Filter(areas, some, lightest, heaviest, placement);
    }

    private Filter from(int first, int end) {
        return new Filter(areas, generations, first, end, placement);
    }

    private Filter on(String other) {
        return new Filter(areas, generations, lightest, heaviest, other);
    }

    /** Whether all of it is at sea, and its areas are of one platform area or not chosen. */
    boolean explainsRates() {
        return placement.equals("offshore") && areas.size() < 3
                && (areas.size() < 2 || PLATFORM_AREAS.stream()
                .anyMatch(platformArea -> platformArea.containsAll(areas)));
    }

    /** Whether it is all fish of a platform area that has two production areas. */
    boolean isWholePlatformArea() {
        return explainsRates() && isAllWeights() && generations.isEmpty() && areas.size() == 2;
    }

    boolean isAllWeights() {
        return lightest == 0 && heaviest == NO_LIMIT;
    }

    /** The parameters of mortality and feeding routes, after others. */
    String text() {
        return (areas.isEmpty() ? "" : "&areas=" + areas.stream().map(String::valueOf).collect(Collectors.joining(",")))
                + (generations.isEmpty() ? "" : "&generations=" + String.join(",", generations))
                + (isAllWeights() ? "" : "&weight_range_start=" + lightest + "&weight_range_end=" + heaviest)
                + (placement.equals("offshore") ? "" : "&placement=" + placement);
    }

    /** Production areas and generation alone, for the treatment routes that take them. */
    String ofTreatments(boolean takesGeneration) {
        return (areas.isEmpty() ? "" : "&areas=" + areas.stream().map(String::valueOf).collect(Collectors.joining(",")))
                + (takesGeneration && !generations.isEmpty() ? "&generation=" + String.join(",", generations) : "");
    }
}
