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
     * @param seconds  time from the first request to the last answer
     * @param nanos    times of the expected answers, nanoseconds
     * @param statuses number of answers by status; status 0 is a broken connection
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

    /** The number of answers. */
    int count() {
        return nanos.length;
    }

    /** Answers per second. */
    double perSecond() {
        return nanos.length / seconds;
    }

    /** The time within which this percentage of the answers came, ms. */
    double millis(int percent) {
        return Numbers.percentile(nanos, percent) / 1e6;
    }

    /** The number of answers by status. */
    Map<Integer, Integer> statuses() {
        return statuses;
    }

    /** Whether all responses had expected statuses. */
    boolean isClean() {
        return statuses.keySet().stream().allMatch(LoadResult::isGood);
    }
}
