package io.tidemark.ingest.authority.format;

/**
 * Why a row of an authority file was not taken. A row has at most one, so that rows read less faults are rows accepted.
 *
 * @param line   physical line in the file where the row begins, 1 for the first (title and header lines count)
 * @param column the column's name as published; empty where the row as a whole is at fault
 * @param value  what stood there, shortened when long
 * @param reason what is wrong with it, for people
 */
public record RowFault(long line, String column, String value, String reason) {

    private static final int LONGEST_VALUE = 100;

    /** Shortens the value. */
    public RowFault {
        if (value.length() > LONGEST_VALUE) {
            value = value.substring(0, LONGEST_VALUE) + "...";
        }
    }
}
