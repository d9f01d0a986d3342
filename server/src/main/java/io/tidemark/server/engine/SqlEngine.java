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
 * One snapshot in an engine that runs SQL on it, through JDBC. Route files are the same for all engines; an engine has its own functions
 * of the prelude, its own names of types, and its own way to hold views. Thread-safe.
 */
public interface SqlEngine extends AutoCloseable {

    /** Opens snapshots in one kind of engine. */
    @FunctionalInterface
    interface Source {
        /**
         * Opens a snapshot, with the functions and views of the routes.
         *
         * @throws EngineException                         when the engine cannot be used
         * @throws EngineUnavailableException                     when it does not answer
         * @throws io.tidemark.data.snapshot.LakeException when the snapshot cannot be used
         */
        SqlEngine open(Snapshot snapshot, SnapshotDatabase.Contents contents);
    }

    /** What a failure means for the one who asked. */
    enum Trouble {
        /** A fault of the query or of the program. */
        NONE,
        /** The engine's memory, or its queue, is too short for the query now. */
        OVERLOADED,
        /** The engine does not answer. */
        AWAY
    }

    /** Its name in the configuration: duckdb or trino. */
    String name();

    /** The snapshot. */
    Snapshot snapshot();

    /** A connection for one thread, which closes it. */
    Connection connect() throws SQLException;

    /** The text that runs for a statement of the common subset, with the same lines. */
    String statement(String sql);

    /**
     * Returns if a query can be prepared without harm: some engines call functions already then.
     *
     * @throws IllegalArgumentException with a message for the author of the SQL
     */
    void admit(String sql);

    /** Runs a query; throws why it failed, if it did. */
    default ResultSet run(PreparedStatement statement) throws SQLException {
        return statement.executeQuery();
    }

    /** What decides whether a tested query still runs: the engine, its tables, views and functions, but not their rows. */
    String shape();

    /** DuckDB's name of a type that this engine names otherwise. */
    String typeName(String own);

    /** What a failure of a statement means. */
    Trouble trouble(Throwable failure);

    /** Whether it answers at all. */
    boolean answers();

    /** The views that are tables since it was opened. */
    SnapshotDatabase.Holding held();

    /** Makes tables of more views, in this thread, until it is told to stop. */
    SnapshotDatabase.Holding holdLater(BooleanSupplier stop);

    /** Whether a view's rows are kept, so that reading it computes nothing. */
    boolean holds(String view);

    /** Memory of this process that its tables use, bytes. */
    long tableMemory();

    /** All rows of a query of the program's own, in the common subset. */
    default <T> List<T> list(String sql, RowReader<T> reader, List<? extends @Nullable Object> values) {
        return read(statement(sql), reader, values);
    }

    /** The plan of a query, in the engine's words; with times and row counts if it is run for them. */
    default List<String> plan(String sql, List<? extends @Nullable Object> values, boolean run) {
        return read((run ? "EXPLAIN ANALYZE " : "EXPLAIN ") + statement(sql), row -> row.getString(row.getMetaData().getColumnCount()), values);
    }

    /** The exception for a statement that failed. */
    default RuntimeException failure(String message, SQLException cause) {
        return trouble(cause) == Trouble.AWAY ? new EngineUnavailableException(name() + " does not answer: " + cause.getMessage(), cause)
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

    /** The same without values. */
    default <T> List<T> list(String sql, RowReader<T> reader) {
        return list(sql, reader, List.of());
    }

    /** Sets the values of a statement's placeholders. */
    static void bind(PreparedStatement statement, List<? extends @Nullable Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }

    @Override
    void close();
}
