package io.tidemark.server.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an answer, in the contract's field order, an object's keys as values side by side: LocalDate, LocalDateTime,
 * String, Number, Boolean, or a List of Integer or String.
 *
 * @param rows the rows; values may be null
 */
public record RowData(List<List<@Nullable Object>> rows) {

    /** Number of rows. */
    public int size() {
        return rows.size();
    }

    /** The first rows, at most so many. */
    public RowData first(int count) {
        return rows.size() <= count ? this : new RowData(rows.subList(0, count));
    }
}
