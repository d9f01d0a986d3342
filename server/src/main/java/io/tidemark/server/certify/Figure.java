package io.tidemark.server.certify;

import org.jspecify.annotations.Nullable;

/**
 * A benchmark figure of an answer, and its right value.
 *
 * @param row      its row, in words
 * @param name     the field
 * @param said     the value in the answer; null if it shows none
 * @param right    the value from whole atoms; null if they give none
 * @param decimals decimals of the answer
 */
record Figure(String row, String name, @Nullable Double said, @Nullable Double right, int decimals) {

    /** Decimals of an answer by default. */
    static final int TEN = 10;

    /** Tolerance: both values are computed in floating point, in different orders. */
    private static final double NOISE = 1e-10;

    /** Whether the answer shows a value. */
    boolean isShown() {
        return said != null;
    }

    /** Whether the answer shows another value than whole atoms give. To show none is never wrong. */
    boolean isWrong() {
        if (said == null) {
            return false;
        }
        return right == null || Math.abs(said - right) > 0.5 * Math.pow(10, -decimals) + NOISE * Math.max(1, Math.abs(right));
    }
}
