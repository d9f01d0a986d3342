package io.tidemark.server.query;

import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.FieldType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query, one after the other, in the contract's field order, an object's keys as values side by side: LocalDate,
 * LocalDateTime, String, Number, Boolean, or a List of Integer or String; any may be null. Throws
 * {@link CancellationException} when the query is cancelled: DuckDB already has all rows and would not notice. Not
 * thread-safe.
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
     * Skips rows. @return how many there were, at most {@code count}
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
     * All have been read, and work on them goes on: this is how a cancellation of the query ends it from now on.
     *
     * @param how called from another thread, again and again until the work has ended
     * @throws CancellationException when the query is cancelled already
     */
    public void cancelBy(Runnable how) {
        query.begins(how);
    }

    private boolean advance() throws SQLException {
        if (query.isCancelled()) {
            throw new CancellationException();
        }
        return rows.next();
    }

    private @Nullable Object value(ColumnContract column, int index) throws SQLException {
        if (column.field().type() == FieldType.DATETIME) {
            // java.sql.Timestamp would use the machine's time zone, where some hours do not exist
            return rows.getObject(index, LocalDateTime.class);
        }
        Object value = rows.getObject(index);
        return value instanceof Array list ? Arrays.asList((Object[]) list.getArray()) : value;
    }
}
