package io.tidemark.bench;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The result of a load: response times and statuses. */
final class LoadResult {

    private final double seconds;
    private final long[] nanos;
    private final Map<Integer, Integer> statuses;

    /**
     * Takes the measurements.
     *
     * @param seconds  from the first request to the last answer
     * @param nanos    times of the answers that count
     * @param statuses how many answers had each status; 0 is a connection that broke
     */
    LoadResult(double seconds, long[] nanos, Map<Integer, Integer> statuses) {
        this.seconds = seconds;
        this.nanos = nanos.clone();
        Arrays.sort(this.nanos);
        this.statuses = Collections.unmodifiableMap(new TreeMap<>(statuses));
    }

    /** Whether a status is an expected one. */
    static boolean isGood(int status) {
        return status == 200 || status == 204 || status == 304;
    }

    /** How many answers there were. */
    int count() {
        return nanos.length;
    }

    /** Answers a second. */
    double perSecond() {
        return nanos.length / seconds;
    }

    /** The time that so many percent of the answers took at most, ms. */
    double millis(int percent) {
        return Numbers.percentile(nanos, percent) / 1e6;
    }

    /** How many answers had each status. */
    Map<Integer, Integer> statuses() {
        return statuses;
    }

    /** Whether all responses had expected statuses. */
    boolean isClean() {
        return statuses.keySet().stream().allMatch(LoadResult::isGood);
    }
}
