package io.tidemark.server.identity.state;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs statements on the state file. Values are texts, numbers or null, bound in their order. */
public final class StateSql {

    private StateSql() {}

    /** Reads a row. */
    @FunctionalInterface
    public interface Row<T> {
        /** What the row holds; {@code row} stands on it. */
        @Nullable T of(ResultSet row) throws SQLException;
    }

    /** Changes rows; returns how many. */
    public static int run(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** The rows of a query. */
    public static <T> List<T> list(Connection connection, String sql, Row<T> read, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values);
                ResultSet row = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (row.next()) {
                @Nullable T one = read.of(row);
                if (one != null) {
                    found.add(one);
                }
            }
            return found;
        }
    }

    /** The first text of a query's first row; empty if there is no row, or no text in it. */
    public static Optional<String> text(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        return list(connection, sql, row -> row.getString(1), values).stream().findFirst();
    }

    /** The number that a query or pragma gives. */
    static int number(Connection connection, String sql) throws SQLException {
        return Integer.parseInt(text(connection, sql).orElse(""));
    }

    private static PreparedStatement prepared(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
