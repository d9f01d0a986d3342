package io.tidemark.ingest.file;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the line of a row in a file. The CSV reader counts <em>units</em>: the header is unit 1; every record and every
 * blank line after it is one more unit, even a record with line breaks inside quotes.
 */
public final class RowLines {

    private static final int HEADER_UNIT = 1;

    private final long leadingLines;
    private final long[] blankUnits;
    private final long[] longUnits;
    private final long[] extraLines;
    private long[] skipped;
    private long @Nullable [] listed;

    /**
     * A file's layout.
     *
     * @param leadingLines lines before the header
     * @param blankUnits   units that are blank lines, ascending
     * @param longUnits    units of more than one line, ascending
     * @param extraLines   for each long unit, the cumulative number of lines beyond the first
     */
    public RowLines(long leadingLines, long[] blankUnits, long[] longUnits, long[] extraLines) {
        this.leadingLines = leadingLines;
        this.blankUnits = blankUnits;
        this.longUnits = longUnits;
        this.extraLines = extraLines;
        this.skipped = blankUnits;
    }

    /** The layout of a file with one line per row. */
    public static RowLines plain() {
        return new RowLines(0, new long[0], new long[0], new long[0]);
    }

    /** A copy without the units that the reader refused, in any order. */
    public RowLines without(long[] refusedUnits) {
        RowLines lines = new RowLines(leadingLines, blankUnits, longUnits, extraLines);
        lines.skipped = new long[blankUnits.length + refusedUnits.length];
        System.arraycopy(blankUnits, 0, lines.skipped, 0, blankUnits.length);
        System.arraycopy(refusedUnits, 0, lines.skipped, blankUnits.length, refusedUnits.length);
        Arrays.sort(lines.skipped);
        return lines;
    }

    /**
     * The lines in the original file that the CSV was converted from: there each row is one line,
     * whatever its values hold.
     *
     * @param headerLines lines of the CSV that the original does not have
     */
    public RowLines ofOriginal(int headerLines) {
        RowLines lines = new RowLines(leadingLines - headerLines, blankUnits, new long[0], new long[0]);
        lines.skipped = skipped;
        return lines;
    }

    /** The number of rows above a header at this line, which are not data rows; includes the first row of the file. */
    int rowsAbove(long line) {
        int above = unitsAbove(line);
        return above - above(blankUnits, above);
    }

    private int unitsAbove(long line) {
        int above = 0;
        while (lineOfUnit(above + HEADER_UNIT) < leadingLines + line) {
            above++;
        }
        return above;
    }

    /**
     * A copy with the header at another line, counted from 1 after the leading lines;
     * the lines above it become leading lines.
     */
    RowLines headedAt(long line) {
        int above = unitsAbove(line);
        int blanksAbove = above(blankUnits, above);
        int longAbove = above(longUnits, above);
        long extraAbove = longAbove == 0 ? 0 : extraLines[longAbove - 1];
        return new RowLines(leadingLines + above + extraAbove, less(blankUnits, blanksAbove, above),
                less(longUnits, longAbove, above), less(extraLines, longAbove, extraAbove));
    }

    private static int above(long[] units, int unit) {
        int at = Arrays.binarySearch(units, unit);
        return at >= 0 ? at + 1 : -at - 1;
    }

    private static long[] less(long[] numbers, int from, long by) {
        return Arrays.stream(numbers, from, numbers.length).map(n -> n - by).toArray();
    }

    long leadingLines() {
        return leadingLines;
    }

    /** The lines of the source rows, for rows made from others: one line for each row, accepted or refused. */
    public RowLines ofSources(long[] lines) {
        RowLines made = ofOriginal(0);
        made.listed = lines;
        return made;
    }

    /** The line, counted from 1, on which a unit begins. */
    public long lineOfUnit(long unit) {
        if (listed != null) {
            return listed[Math.toIntExact(unit) - HEADER_UNIT - 1];
        }
        int at = Arrays.binarySearch(longUnits, unit);
        int before = at >= 0 ? at : -at - 1;
        return leadingLines + unit + (before == 0 ? 0 : extraLines[before - 1]);
    }

    /** The unit of an accepted row, counted from 0. */
    public long unitOfRow(long row) {
        // skipped[i] has skipped[i] - 2 - i accepted rows before it: count the skipped units before this row
        int from = 0;
        int to = skipped.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (skipped[middle] - HEADER_UNIT - 1 - middle <= row) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return row + HEADER_UNIT + 1 + from;
    }

    /** The line, counted from 1, on which an accepted row (counted from 0) begins. */
    public long lineOfRow(long row) {
        return lineOfUnit(unitOfRow(row));
    }
}
