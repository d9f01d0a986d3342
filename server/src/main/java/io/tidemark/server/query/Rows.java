package io.tidemark.server.query;

import io.tidemark.server.route.ColumnContract;
import io.tidemark.server.route.FieldType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a query, one after the other, as {@link RowData} describes them. One thread. */
public final class Rows {

    private final ResultSet rows;
    private final List<ColumnContract> shown;
    private final int[] places;

    Rows(List<ColumnContract> columns, ResultSet rows) throws SQLException {
        this.rows = rows;
        shown = columns.stream().filter(ColumnContract::shown).toList();
        places = new int[shown.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = rows.findColumn(shown.get(i).name());
        }
    }

    /**
     * Passes over rows.
     *
     * @return how many there were, at most {@code count}
     */
    public int skip(int count) throws SQLException {
        int skipped = 0;
        while (skipped < count && rows.next()) {
            skipped++;
        }
        return skipped;
    }

    /** The next row; null after the last. */
    public @Nullable List<@Nullable Object> next() throws SQLException {
        if (!rows.next()) {
            return null;
        }
        List<@Nullable Object> row = new ArrayList<>(places.length);
        for (int i = 0; i < places.length; i++) {
            row.add(value(shown.get(i), places[i]));
        }
        return row;
    }

    private @Nullable Object value(ColumnContract column, int index) throws SQLException {
        if (column.field().type() == FieldType.DATETIME) {
            // java.sql.Timestamp would pass through the machine's time zone, where some hours do not exist
            return rows.getObject(index, LocalDateTime.class);
        }
        Object value = rows.getObject(index);
        return value instanceof Array list ? Arrays.asList((Object[]) list.getArray()) : value;
    }
}
