package io.tidemark.ingest.check;

/**
 * A row that was not taken in.
 *
 * @param line   the line of the file on which it begins, from 1; 0 when it stands for the whole file
 * @param column the column that is wrong, or the columns of the key
 * @param value  what was delivered there
 * @param reason what is wrong, the same words for every row of the kind
 * @param detail what concerns this row only; may be empty
 */
public record RejectedRow(long line, String column, String value, String reason, String detail) {

    /** Reason and detail together. */
    public String text() {
        return detail.isEmpty() ? reason : reason + ": " + detail;
    }
}
