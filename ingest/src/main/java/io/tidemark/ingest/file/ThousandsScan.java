package io.tidemark.ingest.file;

import static io.tidemark.ingest.file.ByteWord.isDigit;

/**
 * Finds out whether a text holds a value like {@code 12.000} or {@code 12,000}, which can be 12 or 12000, or like {@code 1_000}, which DuckDB
 * reads as a number. Few files do: so its numbers need not be read as texts.
 */
final class ThousandsScan {

    private static final long ZEROS = ByteWord.of('0');
    private static final long UNDERSCORES = ByteWord.of('_');
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
    /** A word holds a run of three bytes that begins at any of its first six. */
    private static final int STRIDE = 6;
    /** Digits of a number that are looked at. */
    private static final int LONGEST = 64;
    /** A digit, the sign, three zeros. */
    private static final int PATTERN = 5;

    // the bytes before those at hand, which a value may begin in
    private final byte[] tail = new byte[PATTERN];
    private int kept;
    private boolean point;
    private boolean comma;
    private boolean underscore;

    /** Takes the next {@code length} bytes. */
    void scan(byte[] bytes, int length) {
        byte[] seam = new byte[kept + Math.min(length, PATTERN)];
        System.arraycopy(tail, 0, seam, 0, kept);
        System.arraycopy(bytes, 0, seam, kept, seam.length - kept);
        for (int i = 0; i < seam.length; i++) {
            look(seam, i, seam.length);
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += STRIDE) {
            long word = ByteWord.at(bytes, i);
            if (hasThreeZeros(word) || ByteWord.matches(word, UNDERSCORES) != 0) {
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

    /**
     * Looks whether an underscore stands there between digits of a number, or three zeros begin there, after a digit and a sign, and before
     * another byte that is no digit.
     */
    private void look(byte[] bytes, int at, int length) {
        if (at >= 2 && at + 3 < length && isValue(bytes, at) && !isDigit(bytes[at + 3])) {
            found(bytes[at - 1]);
        }
        if (!underscore && bytes[at] == '_') {
            underscore = at >= 1 && at + 1 < length && isDigit(bytes[at - 1]) && isDigit(bytes[at + 1])
                    && !isLetter(beyondDigits(bytes, at, -1, length)) && !isLetter(beyondDigits(bytes, at, 1, length));
        }
    }

    // the byte before or after the digits and underscores there; 0 where the bytes at hand end, or too many to look at for each underscore
    private static byte beyondDigits(byte[] bytes, int from, int step, int length) {
        int i = from;
        for (int n = 0; n < LONGEST && i >= 0 && i < length && (isDigit(bytes[i]) || bytes[i] == '_'); n++) {
            i += step;
        }
        return i >= 0 && i < length && !isDigit(bytes[i]) && bytes[i] != '_' ? bytes[i] : 0;
    }

    // names such as K1_2; an e is an exponent
    private static boolean isLetter(byte b) {
        return b < 0 || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z' && (b | 0x20) != 'e');
    }

    private static boolean isValue(byte[] bytes, int at) {
        return bytes[at] == '0' && bytes[at + 1] == '0' && bytes[at + 2] == '0' && isDigit(bytes[at - 2]);
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

    /** The signs of those that were found: a point, a comma, an underscore, several or none. */
    String signs() {
        return (point ? "." : "") + (comma ? "," : "") + (underscore ? "_" : "");
    }
}
