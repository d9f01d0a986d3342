package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;

/**
 * Checks the cell references ({@code r="B7"}) in a sheet's bytes. The workbook reader allocates every column up to a
 * cell's, so one far-out cell would use too much memory, and many would take too much time.
 */
final class CellPlaceCheck {

    private static final int MAX_LETTERS = 3;
    // one far-out cell is allowed; a column of them would make each row 16,384 cells wide
    private static final int USUAL_COLUMNS = 1_000;
    private static final int MAX_FAR_CELLS = 1_000;
    private static final int LETTERS = 26;

    /** The part of {@code  r="} that has been read. */
    private enum Seen { NOTHING, BLANK, NAME, EQUALS, QUOTE }

    private boolean inTag;
    private Seen seen = Seen.NOTHING;
    private int letters;
    private int column;
    private int farCells;

    /** Reads the next {@code length} bytes. */
    void take(byte[] bytes, int length) throws BadFileException {
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (b == '<' || b == '>') {
                inTag = b == '<';
                seen = Seen.NOTHING;
            } else if (inTag && b != 0) { // in UTF-16 every other byte is 0
                if (seen != Seen.NOTHING || b <= ' ') {
                    seen = next(b);
                }
            }
        }
    }

    private Seen next(byte b) throws BadFileException {
        boolean blank = b == ' ' || b == '\t' || b == '\n' || b == '\r';
        return switch (seen) {
            case NOTHING -> blank ? Seen.BLANK : Seen.NOTHING;
            case BLANK -> blank ? Seen.BLANK : b == 'r' ? Seen.NAME : Seen.NOTHING;
            case NAME -> b == '=' ? Seen.EQUALS : blank ? Seen.NAME : Seen.NOTHING;
            case EQUALS -> {
                letters = 0;
                column = 0;
                yield b == '"' || b == '\'' ? Seen.QUOTE : blank ? Seen.EQUALS : Seen.NOTHING;
            }
            case QUOTE -> letter(b);
        };
    }

    private Seen letter(byte b) throws BadFileException {
        int upper = b & ~0x20;
        if (upper >= 'A' && upper <= 'Z') {
            if (++letters > MAX_LETTERS) {
                throw new BadFileException("cannot be read as XLSX: a cell lies beyond column XFD, the last that a "
                        + "sheet has");
            }
            column = column * LETTERS + upper - 'A' + 1;
            return Seen.QUOTE;
        }
        if (column > USUAL_COLUMNS && ++farCells > MAX_FAR_CELLS) {
            throw new BadFileException("cannot be read as XLSX: more than " + MAX_FAR_CELLS + " cells lie beyond the "
                    + USUAL_COLUMNS + "th column: this is no table");
        }
        return Seen.NOTHING;
    }
}
