package io.tidemark.ingest.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds out whether a text holds a value like {@code 12.000} or {@code 12,000}, which can be 12 or 12000. Few files do: so its numbers
 * need not be read as texts.
 */
final class ThousandsScan {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
    /** A word holds a run of three bytes that begins at any of its first six. */
    private static final int STRIDE = 6;
    /** A digit, the sign, three zeros. */
    private static final int PATTERN = 5;

    // the bytes before those at hand, which a value may begin in
    private final byte[] tail = new byte[PATTERN];
    private int kept;
    private boolean point;
    private boolean comma;

    /** Takes the next {@code length} bytes. */
    void scan(byte[] bytes, int length) {
        byte[] seam = new byte[kept + Math.min(length, PATTERN)];
        System.arraycopy(tail, 0, seam, 0, kept);
        System.arraycopy(bytes, 0, seam, kept, seam.length - kept);
        for (int i = 0; i + 3 < seam.length; i++) {
            look(seam, i, seam.length);
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += STRIDE) {
            if (hasThreeZeros((long) WORD.get(bytes, i))) {
                for (int j = i; j < i + STRIDE; j++) {
                    look(bytes, j, length);
                }
            }
        }
        for (; i < length; i++) {
            look(bytes, i, length);
        }
        keep(length >= PATTERN ? bytes : seam, length >= PATTERN ? length : seam.length);
    }

    private void keep(byte[] bytes, int length) {
        kept = Math.min(PATTERN, length);
        System.arraycopy(bytes, length - kept, tail, 0, kept);
    }

    private static boolean hasThreeZeros(long word) {
        long other = word ^ ZEROS;
        long zeros = ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS);
        return (zeros & (zeros >>> Byte.SIZE) & (zeros >>> (2 * Byte.SIZE))) != 0;
    }

    /** Looks whether three zeros begin there, after a digit and a sign, and before another byte that is no digit. */
    private void look(byte[] bytes, int at, int length) {
        if (at >= 2 && at + 3 < length && isValue(bytes, at) && !isDigit(bytes[at + 3])) {
            found(bytes[at - 1]);
        }
    }

    private static boolean isValue(byte[] bytes, int at) {
        return bytes[at] == '0' && bytes[at + 1] == '0' && bytes[at + 2] == '0' && isDigit(bytes[at - 2]);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private void found(byte sign) {
        point |= sign == '.';
        comma |= sign == ',';
    }

    /** Ends the text: a value may stand at its end. */
    void finish() {
        if (kept == PATTERN && isValue(tail, 2)) {
            found(tail[1]);
        }
    }

    /** The signs of those that were found: a point, a comma, both or none. */
    String signs() {
        return (point ? "." : "") + (comma ? "," : "");
    }
}
