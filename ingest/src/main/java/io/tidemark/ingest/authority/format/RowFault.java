package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.delivery.DisplayText;

/**
 * The fault of a rejected row of an authority file. A row has at most one fault, so accepted rows are the read rows
 * minus the faults.
 *
 * @param line   physical line in the file where the row begins, 1 for the first (title and header lines count)
 * @param column the column's name as published; empty if the whole row is wrong
 * @param value  the value, shortened if long
 * @param reason the fault, for people
 */
public record RowFault(long line, String column, String value, String reason) {

    private static final int MAX_VALUE = 100;

    /** Shortens the value. */
    public RowFault {
        value = DisplayText.shortened(value, MAX_VALUE);
    }
}
