package io.tidemark.ingest.file;

/**
 * Finds points and commas beside digits in a text with semicolons. Nearly every such file has only one of the two,
 * which is then its decimal sign.
 */
final class DecimalScan {

    private boolean separated;
    private boolean point;
    private boolean comma;

    /** Reads the next {@code length} bytes. */
    void scan(byte[] bytes, int length) {
        // in a file with semicolons the header has one before any number
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

    /** The position of the next of two bytes, or {@code length}. */
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

    // the byte beyond the chunk may be a digit: to count a sign too many only costs a look at the values
    private static boolean isBesideDigit(byte[] bytes, int at, int length) {
        return at == 0 || at + 1 == length || ByteWord.isDigit(bytes[at - 1]) || ByteWord.isDigit(bytes[at + 1]);
    }

    /** The signs found: a point, a comma, both, or empty text. */
    String signs() {
        return (point ? "." : "") + (comma ? "," : "");
    }
}
