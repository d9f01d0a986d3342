package io.tidemark.ingest.staging;

import io.tidemark.data.duckdb.EngineException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Appends rows to a staging table; they are in the table once this is closed. */
public record RowAppender(DuckDBAppender rows, String table) implements AutoCloseable {

    /** Adds a row: texts, numbers, days, booleans or null, in the order of the table's columns. */
    public void add(@Nullable Object... values) {
        try {
            rows.beginRow();
            for (Object value : values) {
                add(value);
            }
            rows.endRow();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private void add(@Nullable Object value) throws SQLException {
        switch (value) {
            case null -> rows.appendNull();
            case String text -> rows.append(text);
            case Integer number -> rows.append(number.intValue());
            case Long number -> rows.append(number.longValue());
            case Double number -> rows.append(number.doubleValue());
            case BigDecimal number -> rows.append(number);
            case Boolean flag -> rows.append(flag.booleanValue());
            case LocalDate day -> rows.append(day);
            default -> throw new IllegalArgumentException("a " + value.getClass().getSimpleName()
                    + " is no value of a row");
        }
    }

    private EngineException failure(SQLException e) {
        return new EngineException("rows could not be added to " + table, e);
    }

    @Override
    public void close() {
        try {
            rows.close();
        } catch (SQLException e) {
            throw failure(e);
        }
    }
}
