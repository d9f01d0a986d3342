package io.tidemark.bench;

import java.util.Arrays;

/** Medians and percentiles of measurements. */
final class Numbers {

    private Numbers() {}

    /** The middle one; of an even number the upper of the two. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The value that {@code percent} of the sorted values are not above; 0 of none. */
    static long percentile(long[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[Math.clamp((long) Math.ceil(sorted.length * percent / 100.0) - 1, 0, sorted.length - 1)];
    }
}
