package io.tidemark.ingest.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads eight bytes of a text at once, so that scans of large files look at single bytes only where a word contains a
 * wanted one.
 */
final class ByteWord {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;

    private ByteWord() {}

    /** The eight bytes from a position, the first one lowest. */
    static long at(byte[] bytes, int from) {
        return (long) WORD.get(bytes, from);
    }

    /** A word with the same byte eight times. */
    static long of(char one) {
        return one * ONES;
    }

    /**
     * A word whose bits mark the bytes that two words share in the same place; the lowest set bit is the top bit of the
     * first such byte.
     */
    static long matches(long word, long other) {
        long different = word ^ other;
        return (different - ONES) & ~different & TOP_BITS;
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
