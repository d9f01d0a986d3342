package io.tidemark.server.engine;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession.RowReader;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.snapshot.Snapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot in an engine that runs SQL on it through JDBC. Route files are the same for all engines; an engine has its
 * own functions of the prelude, its own names of types, and its own way to hold views. Thread-safe.
 */
public interface SqlEngine extends AutoCloseable {

    /** Opens snapshots in one kind of engine. */
    @FunctionalInterface
    interface Source {
        /**
         * Opens a snapshot, with the functions and views of the routes.
         *
         * @throws EngineException                         if the engine cannot be used
         * @throws EngineUnavailableException                     if the engine does not answer
         * @throws io.tidemark.data.snapshot.LakeException if the snapshot cannot be used
         */
        SqlEngine open(Snapshot snapshot, SnapshotDatabase.Contents contents);
    }

    /** The kinds of failure, for the caller. */
    enum Trouble {
        /** A fault of the query or of the program. */
        NONE,
        /** The engine currently lacks memory, or its queue is full. */
        OVERLOADED,
        /** The engine does not answer. */
        AWAY
    }

    /** The engine's name in the configuration: duckdb or trino. */
    String name();

    /** The snapshot. */
    Snapshot snapshot();

    /** Opens a connection for one thread, which closes it. */
    Connection connect() throws SQLException;

    /** The text to run for a statement of the common subset, with the same lines. */
    String statement(String sql);

    /**
     * Returns normally if a query can be prepared safely: some engines call functions at that point.
     *
     * @throws IllegalArgumentException with a message for the author of the SQL
     */
    void admit(String sql);

    /** Runs a query; throws the reason if it fails. */
    default ResultSet run(PreparedStatement statement) throws SQLException {
        return statement.executeQuery();
    }

    /**
     * A text that changes when a tested query may no longer run: it covers the engine, its tables, views and functions,
     * but not their rows.
     */
    String shape();

    /** DuckDB's name of a type that this engine calls {@code own}. */
    String typeName(String own);

    /** The kind of a statement's failure. */
    Trouble trouble(Throwable failure);

    /** Whether the engine answers. */
    boolean answers();

    /** The views materialised at opening. */
    SnapshotDatabase.Holding held();

    /** Materialises more views in this thread, until it is asked to stop. */
    SnapshotDatabase.Holding holdLater(BooleanSupplier stop);

    /** Whether a view is materialised, so that reading it computes nothing. */
    boolean holds(String view);

    /** Memory of this process used by the engine's tables, bytes. */
    long tableMemory();

    /** All rows of one of the program's own queries, in the common subset. */
    default <T> List<T> list(String sql, RowReader<T> reader, List<? extends @Nullable Object> values) {
        return read(statement(sql), reader, values);
    }

    /** The plan of a query in the engine's words; with times and row counts if {@code run} is set. */
    default List<String> plan(String sql, List<? extends @Nullable Object> values, boolean run) {
        return read((run ? "EXPLAIN ANALYZE " : "EXPLAIN ") + statement(sql),
                row -> row.getString(row.getMetaData().getColumnCount()), values);
    }

    /** The exception for a failed statement. */
    default RuntimeException failure(String message, SQLException cause) {
        return trouble(cause) == Trouble.AWAY ? new EngineUnavailableException(name() + " does not answer: "
                + cause.getMessage(), cause)
                : new EngineException(message, cause);
    }

    private <T> List<T> read(String sql, RowReader<T> reader, List<? extends @Nullable Object> values) {
        try (Connection connection = connect(); PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            List<T> all = new ArrayList<>();
            try (ResultSet rows = run(statement)) {
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
            }
            return all;
        } catch (SQLException e) {
            throw failure(e.getMessage() + " in: " + sql, e);
        }
    }

    /** All rows of one of the program's own queries without values. */
    default <T> List<T> list(String sql, RowReader<T> reader) {
        return list(sql, reader, List.of());
    }

    /** Binds the values of a statement's placeholders. */
    static void bind(PreparedStatement statement, List<? extends @Nullable Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }

    @Override
    void close();
}
