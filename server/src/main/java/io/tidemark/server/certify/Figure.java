package io.tidemark.server.certify;

import org.jspecify.annotations.Nullable;

/**
 * A benchmark figure of an answer, and what it must be.
 *
 * @param row      the row that it stands in, in words
 * @param name     the field
 * @param said     what the answer says; null where it shows nothing
 * @param right    what whole atoms make; null where they make nothing
 * @param decimals decimals to which the answer rounds it
 */
record Figure(String row, String name, @Nullable Double said, @Nullable Double right, int decimals) {

    /** Decimals of an answer where nothing else is said. */
    static final int TEN = 10;

    /** Both are computed in floating point, in another order. */
    private static final double NOISE = 1e-10;

    /** Whether the answer shows it. */
    boolean isShown() {
        return said != null;
    }

    /** Whether the answer shows something else than whole atoms make. Nothing is never wrong. */
    boolean isWrong() {
        if (said == null) {
            return false;
        }
        return right == null || Math.abs(said - right) > 0.5 * Math.pow(10, -decimals) + NOISE * Math.max(1, Math.abs(right));
    }
}
