package io.tidemark.server.query;

import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.FieldType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a query one after the other, in the contract's field order, with an object's keys side by side.
 * Values are LocalDate, LocalDateTime, String, Number, Boolean, or a List of Integer or String; any may be null. Throws
 * {@link CancellationException} if the query is cancelled, which DuckDB would not notice, since it already has all
 * rows. Not thread-safe.
 */
public final class QueryRows {

    private final ResultSet rows;
    private final List<ColumnContract> shown;
    private final int[] places;
    private final RunningQuery query;

    QueryRows(List<ColumnContract> columns, ResultSet rows, RunningQuery query) throws SQLException {
        this.rows = rows;
        this.query = query;
        shown = columns.stream().filter(ColumnContract::shown).toList();
        places = new int[shown.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = rows.findColumn(shown.get(i).name());
        }
    }

    /**
     * Skips rows.
     *
     * @return the number of skipped rows, at most {@code count}
     */
    public int skip(int count) throws SQLException {
        int skipped = 0;
        while (skipped < count && advance()) {
            skipped++;
        }
        return skipped;
    }

    /** The next row; null after the last. */
    public @Nullable List<@Nullable Object> next() throws SQLException {
        if (!advance()) {
            return null;
        }
        List<@Nullable Object> row = new ArrayList<>(places.length);
        for (int i = 0; i < places.length; i++) {
            row.add(value(shown.get(i), places[i]));
        }
        return row;
    }

    /**
     * The value of a date column in the row that was read last, also of one that the route does not show.
     *
     * @throws SQLException if the query has no such column
     */
    public @Nullable LocalDate day(String column) throws SQLException {
        return rows.getObject(column, LocalDate.class);
    }

    /**
     * Sets how to cancel the work that continues after all rows are read.
     *
     * @param how cancels the work; called from another thread, repeatedly until the work has ended
     * @throws CancellationException if the query is already cancelled
     */
    public void cancelBy(Runnable how) {
        query.starting(how);
    }

    private boolean advance() throws SQLException {
        if (query.isCancelled()) {
            throw new CancellationException();
        }
        return rows.next();
    }

    private @Nullable Object value(ColumnContract column, int index) throws SQLException {
        if (column.field().type() == FieldType.DATETIME) {
            // java.sql.Timestamp would use the machine's time zone, in which some hours do not exist
            return rows.getObject(index, LocalDateTime.class);
        }
        Object value = rows.getObject(index);
        return value instanceof Array list ? Arrays.asList((Object[]) list.getArray()) : value;
    }
}
