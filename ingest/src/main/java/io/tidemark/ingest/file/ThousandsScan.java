package io.tidemark.ingest.file;

import static io.tidemark.ingest.file.ByteWord.isDigit;

/**
 * Finds values like {@code 12.000} or {@code 12,000}, which can mean 12 or 12000, and like {@code 1_000}, which DuckDB
 * reads as a number. Few files have such values; only in those must numbers be read as texts.
 */
final class ThousandsScan {

    private static final long ZEROS = ByteWord.of('0');
    private static final long UNDERSCORES = ByteWord.of('_');
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
    /** A word contains a run of three bytes that begins at any of its first six. */
    private static final int STRIDE = 6;
    /** The maximum number of digits to look at in a number. */
    private static final int MAX_DIGITS = 64;
    /** The pattern's length: a digit, the sign and three zeros. */
    private static final int PATTERN = 5;

    // the bytes before the current chunk, in which a value may begin
    private final byte[] tail = new byte[PATTERN];
    private int kept;
    private boolean point;
    private boolean comma;
    private boolean underscore;

    /** Reads the next {@code length} bytes. */
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
     * Checks a position: an underscore between digits of a number, or three zeros after a digit and a sign that no
     * further digit follows.
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

    // the byte before or after the digits and underscores at a position; 0 at the end of the chunk, or if there are too
    // many of them to look at
    private static byte beyondDigits(byte[] bytes, int from, int step, int length) {
        int i = from;
        for (int n = 0; n < MAX_DIGITS && i >= 0 && i < length && (isDigit(bytes[i]) || bytes[i] == '_'); n++) {
            i += step;
        }
        return i >= 0 && i < length && !isDigit(bytes[i]) && bytes[i] != '_' ? bytes[i] : 0;
    }

    // as in names like K1_2; an e is no letter here, since it may be an exponent
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

    /** Ends the text, since a value may stand at its end. */
    void finish() {
        if (kept == PATTERN && isValue(tail, 2)) {
            found(tail[1]);
        }
    }

    /** The signs found: points, commas, underscores, several of them, or empty text. */
    String signs() {
        return (point ? "." : "") + (comma ? "," : "") + (underscore ? "_" : "");
    }
}
