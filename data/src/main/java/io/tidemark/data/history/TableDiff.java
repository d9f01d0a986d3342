package io.tidemark.data.history;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The differences of a table, or of one year of it, between two snapshots. Rows are matched by key and company.
 *
 * @param table   the table
 * @param year    the year; null for a table without partitions
 * @param added   number of rows only in the second
 * @param removed number of rows only in the first
 * @param changed number of rows that differ
 * @param farmers the same by company
 * @param keys    the first keys that differ, for a table without partitions
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TableDiff(String table, @Nullable Integer year, long added, long removed, long changed,
        List<FarmerDiff> farmers, List<KeyDiff> keys) {

    /**
     * The differences of one company.
     * @param farmer   the company; null for rows without one
     * @param added    rows only in the second snapshot
     * @param removed  rows only in the first
     * @param changed  rows that differ
     * @param firstDay first day that differs; null for a table without days
     * @param lastDay  the last one
     * @param days     the number of days that differ
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record FarmerDiff(@Nullable String farmer, long added, long removed, long changed,
            @JsonSerialize(using = ToStringSerializer.class) @Nullable LocalDate firstDay,
            @JsonSerialize(using = ToStringSerializer.class) @Nullable LocalDate lastDay, long days) {}

    /**
     * A row that differs.
     *
     * @param change added, removed or changed
     * @param key    the values of its key, separated by blanks
     */
    public record KeyDiff(String change, String key) {}
}
