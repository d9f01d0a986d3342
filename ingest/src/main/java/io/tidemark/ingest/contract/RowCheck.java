package io.tidemark.ingest.contract;

/**
 * A fault that a row can have by itself.
 *
 * @param column the column that is named in the rejects file
 * @param reason what is wrong and what is allowed, for people
 * @param bad    SQL that is true for a bad row; {@code $today} is the day of the ingest
 */
public record RowCheck(String column, String reason, String bad) {}
