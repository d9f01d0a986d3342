package io.tidemark.data.history;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a table, or a year of it, differs between two snapshots. A row is another when its key is; a row of another company too.
 *
 * @param table   the table
 * @param year    the year; null for a table that is one piece
 * @param added   rows that the second has alone
 * @param removed rows that the first has alone
 * @param changed rows that differ
 * @param farmers the same by company
 * @param keys    the first keys that differ, for a table that is one piece
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TableDiff(String table, @Nullable Integer year, long added, long removed, long changed, List<FarmerDiff> farmers,
        List<KeyDiff> keys) {

    /**
     * A company's part.
     *
     * @param farmer   the company; null for rows that are nobody's
     * @param added    rows that the second snapshot has alone
     * @param removed  rows that the first has alone
     * @param changed  rows that differ
     * @param firstDay of the days that differ; null for a table without days
     * @param lastDay  the last of them
     * @param days     how many there are
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record FarmerDiff(@Nullable String farmer, long added, long removed, long changed,
            @JsonSerialize(using = ToStringSerializer.class) @Nullable LocalDate firstDay,
            @JsonSerialize(using = ToStringSerializer.class) @Nullable LocalDate lastDay, long days) {}

    /**
     * A row.
     *
     * @param change added, removed or changed
     * @param key    the values of its key, between blanks
     */
    public record KeyDiff(String change, String key) {}
}
