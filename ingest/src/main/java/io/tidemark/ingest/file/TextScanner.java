package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Scans the bytes of a CSV text: encoding, quotes, line ends, and rows that are not exactly one line. */
final class TextScanner {

    // more than any table needs, and small enough for memory
    private static final int MAX_ODD_LINES = 1_000_000;

    // a row above 2 MB is rejected when it is read; a longer record is not a row and must not be kept in memory
    private static final long MAX_RECORD = 16_000_000;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;
    private static final long AFTER_HASH = 0x2424_2424_2424_2424L;

    private final Utf8Check utf8 = new Utf8Check();
    private long position;
    private long lineStart;
    private long line = 1;
    private boolean inHead = true;
    private boolean inComment;
    private boolean inQuotes;
    private boolean afterReturn;
    private int lineEndKinds;
    private long leadingLines;
    private long firstOddQuoteLine;
    private int lineQuotes;
    private long unit = 1;
    private long unitLine = 1;
    private long unitStart;
    private long extra;
    private long[] blankUnits = new long[0];
    private int blanks;
    private long[] longUnits = new long[0];
    private long[] extraLines = new long[0];
    private int longs;

    /** Reads the next {@code length} bytes. */
    void scan(byte[] bytes, int length) throws BadFileException {
        if (position - unitStart > MAX_RECORD) {
            throw new BadFileException("the row that begins on line " + unitLine + " is longer than 16 MB"
                    + (inQuotes ? "; perhaps a quote is never closed" : ""));
        }
        int i = position == 0 ? skipByteOrderMark(bytes, length) : 0;
        while (i < length) {
            if (!afterReturn && !utf8.isOpen()) {
                int dull = dullBytes(bytes, i, length);
                if (dull > 0) {
                    inHead &= inComment;
                    position += dull;
                    i += dull;
                }
                if (i == length) {
                    return;
                }
            }
            take(bytes[i++]);
        }
    }

    // Counts the bytes, eight at a time, that are ASCII and above '#', the greatest byte that can matter. Subtracting
    // borrows from the top bit of any other byte; a borrow only affects later bytes, so the first match is right.
    private static int dullBytes(byte[] bytes, int from, int length) {
        int i = from;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            long word = (long) WORD.get(bytes, i);
            long odd = ((word - AFTER_HASH) | word) & TOP_BITS;
            if (odd != 0) {
                return i - from + Long.numberOfTrailingZeros(odd) / Byte.SIZE;
            }
        }
        while (i < length && bytes[i] > '#') {
            i++;
        }
        return i - from;
    }

    private int skipByteOrderMark(byte[] bytes, int length) {
        boolean mark = length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
        return mark ? 3 : 0;
    }

    private void take(byte b) throws BadFileException {
        if (b == 0) {
            throw new BadFileException("line " + line + " holds a NUL byte: this is no text file");
        }
        if (!utf8.accept(b)) {
            throw new BadFileException("line " + line + " is not UTF-8; save the file with that encoding");
        }
        boolean secondHalf = b == '\n' && afterReturn;
        if (afterReturn && !secondHalf) {
            endLine(1, lineStart < position ? position - lineStart - 1 : 0);
        }
        afterReturn = false;
        if (b == '\n') {
            position++;
            endLine(secondHalf ? 2 : 4, position - lineStart - (secondHalf ? 2 : 1));
            return;
        }
        if (b == '#' && inHead && position == lineStart) {
            inComment = true;
        } else if (b == '"' && !inComment) {
            inQuotes = !inQuotes;
            lineQuotes++;
        }
        afterReturn = b == '\r';
        inHead &= inComment || afterReturn;
        position++;
    }

    private void endLine(int kind, long length) throws BadFileException {
        if (lineQuotes % 2 == 1 && firstOddQuoteLine == 0) {
            firstOddQuoteLine = line;
        }
        lineQuotes = 0;
        lineStart = position;
        line++;
        if (inHead) {
            leadingLines++;
            inComment = false;
            unitLine = line;
            unitStart = position;
            return;
        }
        if (inQuotes) {
            return;
        }
        lineEndKinds |= kind;
        endUnit(length == 0);
    }

    private void endUnit(boolean blank) throws BadFileException {
        long more = line - unitLine - 1;
        if (more > 0) {
            extra += more;
            longUnits = room(longUnits, longs);
            extraLines = room(extraLines, longs);
            longUnits[longs] = unit;
            extraLines[longs++] = extra;
        } else if (blank) {
            blankUnits = room(blankUnits, blanks);
            blankUnits[blanks++] = unit;
        }
        unit++;
        unitLine = line;
        unitStart = position;
    }

    private static long[] room(long[] numbers, int used) throws BadFileException {
        if (used == MAX_ODD_LINES) {
            throw new BadFileException("has more than " + MAX_ODD_LINES
                    + " blank lines or values with line breaks: this is no table");
        }
        return used < numbers.length ? numbers : Arrays.copyOf(numbers, Math.max(16, used * 2));
    }

    /** Ends the text. */
    void finish() throws BadFileException {
        if (utf8.isOpen()) {
            throw new BadFileException("line " + line + " is not UTF-8; save the file with that encoding");
        }
        if (afterReturn) {
            afterReturn = false;
            endLine(1, position - lineStart - 1);
        }
        if (inQuotes) {
            throw new BadFileException("a quote is never closed; line "
                    + (firstOddQuoteLine == 0 ? line : firstOddQuoteLine)
                    + " is the first with an odd number of quote characters");
        }
        if (inHead) {
            throw new BadFileException("is empty: it has no header");
        }
    }

    long leadingLines() {
        return leadingLines;
    }

    boolean hasOneLineEnd() {
        return Integer.bitCount(lineEndKinds) <= 1;
    }

    /** The number of records after the first, without blank lines. */
    long rows() {
        long last = position > unitStart ? 1 : 0;
        return Math.max(0, unit - 1 + last - 1 - blanks);
    }

    RowLines rowLines() {
        return new RowLines(leadingLines, Arrays.copyOf(blankUnits, blanks), Arrays.copyOf(longUnits, longs),
                Arrays.copyOf(extraLines, longs));
    }
}
