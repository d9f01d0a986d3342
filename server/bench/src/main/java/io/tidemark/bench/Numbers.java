package io.tidemark.bench;

import java.util.Arrays;

/** Calculates medians and percentiles of measurements. */
final class Numbers {

    private Numbers() {}

    /** The median; of an even number of values, the upper one of the two in the middle. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The percentile of sorted values; 0 without values. */
    static long percentile(long[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[Math.clamp((long) Math.ceil(sorted.length * percent / 100.0) - 1, 0,
                sorted.length - 1)];
    }
}
