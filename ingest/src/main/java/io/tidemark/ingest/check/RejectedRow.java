package io.tidemark.ingest.check;

/**
 * A rejected row.
 *
 * @param line   the line of the file on which it begins, from 1; 0 for the whole file
 * @param column the column that is wrong, or the columns of the key
 * @param value  the delivered value
 * @param reason what is wrong, equal for all rows of the kind
 * @param detail for this row only; may be empty
 */
public record RejectedRow(long line, String column, String value, String reason, String detail) {

    /** Reason and detail together. */
    public String text() {
        return detail.isEmpty() ? reason : reason + ": " + detail;
    }
}
