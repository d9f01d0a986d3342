package io.tidemark.ingest.file;

/**
 * Finds out whether points and commas stand beside digits in a text with semicolons. Nearly every such file has one of the two: then its
 * decimal sign is known without a look at its values.
 */
final class DecimalScan {

    private boolean separated;
    private boolean point;
    private boolean comma;

    /** Takes the next {@code length} bytes. */
    void scan(byte[] bytes, int length) {
        // a header with semicolons comes before any number
        int i = separated ? 0 : next(bytes, 0, length, ';', ';');
        separated |= i < length;
        while (i < length && !(point && comma)) {
            i = next(bytes, i, length, point ? ',' : '.', comma ? '.' : ',');
            if (i < length && isBesideDigit(bytes, i, length)) {
                point |= bytes[i] == '.';
                comma |= bytes[i] == ',';
            }
            i++;
        }
    }

    /** The place of the next of two bytes from there on, or {@code length}. */
    private static int next(byte[] bytes, int from, int length, char one, char other) {
        long ones = ByteWord.of(one);
        long others = ByteWord.of(other);
        int i = from;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            long word = ByteWord.at(bytes, i);
            long found = ByteWord.matches(word, ones) | ByteWord.matches(word, others);
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (i < length && bytes[i] != one && bytes[i] != other) {
            i++;
        }
        return i;
    }

    // what lies beyond the bytes at hand may be a digit: a sign too many costs a look at the values
    private static boolean isBesideDigit(byte[] bytes, int at, int length) {
        return at == 0 || at + 1 == length || ByteWord.isDigit(bytes[at - 1]) || ByteWord.isDigit(bytes[at + 1]);
    }

    /** Those that were found: a point, a comma, both or none. */
    String signs() {
        return (point ? "." : "") + (comma ? "," : "");
    }
}
