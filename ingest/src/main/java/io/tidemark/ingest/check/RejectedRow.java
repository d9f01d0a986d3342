package io.tidemark.ingest.check;

/**
 * A rejected row.
 *
 * @param line   the line of the file on which it begins, from 1; 0 for the whole file
 * @param column the faulty column, or the columns of the key
 * @param value  the delivered value
 * @param reason the fault, the same for all rows of its kind
 * @param detail details of this row; may be empty
 */
public record RejectedRow(long line, String column, String value, String reason, String detail) {

    /** Reason and detail together. */
    public String text() {
        return detail.isEmpty() ? reason : reason + ": " + detail;
    }
}
