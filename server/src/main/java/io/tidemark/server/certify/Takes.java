package io.tidemark.server.certify;

import java.util.List;

/**
 * The parameters and callers of a route's queries.
 *
 * @param period      the periods that its window consists of
 * @param dates       its parameters of the first and last day; empty for a route without a window
 * @param areas       whether it has a filter of areas
 * @param fish        whether it has filters of generations and weights
 * @param excludeSelf whether a company can leave itself out
 * @param callers     the callers who may see figures of others
 * @param more        parameters that every query has, each as {@code name=value}
 */
record Takes(Period period, List<String> dates, boolean areas, boolean fish, boolean excludeSelf, Callers callers, List<String> more) {

    /** The periods of a window. */
    enum Period { WEEK, MONTH, ONE_MONTH }

    /** The callers of a query. */
    enum Callers { ANALYSTS_AND_FARMERS, ANALYSTS, FARMERS }

    private static final List<String> FROM_TO = List.of("from_date", "to_date");
    private static final List<String> START_END = List.of("start_date", "end_date");

    /** Benchmarks with the filters of v3 mortality and feeding. */
    static Takes benchmark(Period period, String... more) {
        return new Takes(period, FROM_TO, true, true, true, Callers.ANALYSTS_AND_FARMERS, List.of(more));
    }

    /** Treatments by week. */
    static Takes treatments(Callers callers, String... more) {
        return new Takes(Period.WEEK, START_END, true, false, false, callers, List.of(more));
    }

    /** Inventory by month. */
    static Takes inventory() {
        return new Takes(Period.MONTH, FROM_TO, false, false, false, Callers.ANALYSTS_AND_FARMERS, List.of());
    }

    /** Legacy v2 without filters; only one month of an answer is checked. */
    static Takes legacy(Callers callers) {
        return new Takes(Period.ONE_MONTH, List.of(), false, false, true, callers, List.of());
    }
}
