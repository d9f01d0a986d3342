package io.tidemark.ingest.contract;

/**
 * A check of a single row, independent of other rows.
 *
 * @param column the column that the rejects file names
 * @param reason the fault and the allowed values, for people
 * @param bad    SQL that is true for a bad row; {@code $today} is the day of the ingest
 */
public record RowCheck(String column, String reason, String bad) {}
