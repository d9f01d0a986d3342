package io.tidemark.data.duckdb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * A DuckDB connection with short calls for statements whose values are bound. Not thread-safe:
 * use one session per thread.
 */
public final class DuckSession implements AutoCloseable {

    /** Makes one value of one row. */
    @FunctionalInterface
    public interface RowReader<T> {
        /** Reads the current row. */
        T read(ResultSet row) throws SQLException;
    }

    private final DuckDBConnection connection;
    /** The statement prepared last; DuckDB can cancel only through the running statement. */
    private volatile @Nullable Statement last;

    /** The session that opened this one with {@link #another}; null for the first. */
    private final @Nullable DuckSession origin;
    /** The open sessions that this one opened. */
    private final Set<DuckSession> others = ConcurrentHashMap.newKeySet();

    private DuckSession(DuckDBConnection connection, @Nullable DuckSession origin) {
        this.connection = connection;
        this.origin = origin;
    }

    /**
     * Loads DuckDB's library, 60 MB, so that a later {@link #open} need not wait for it. Logs errors only; {@code open}
     * reports them.
     */
    public static void load() {
        try (Connection _ = DriverManager.getConnection("jdbc:duckdb:", new Properties())) {
            // loading is all that is wanted
        } catch (SQLException | LinkageError e) {
            System.getLogger(DuckSession.class.getName())
                    .log(System.Logger.Level.DEBUG, "DuckDB could not be loaded", e);
        }
    }

    /** Opens a new in-memory instance; {@code integer_division} is on, so that it divides as Trino does. */
    public static DuckSession open(EngineSettings settings) {
        DuckSession session = open();
        try {
            session.runAll(List.of(
                    "SET threads = " + settings.threads(),
                    "SET memory_limit = '" + settings.memoryLimitMb() + "MB'",
                    "SET temp_directory = " + SqlLiteral.of(settings.spillFolder()),
                    "SET integer_division = true",
                    "SET TimeZone = 'UTC'",
                    "SET autoinstall_known_extensions = false",
                    "SET autoload_known_extensions = false"));
            if (settings.mostSpillMb() > 0) {
                session.run("SET max_temp_directory_size = '" + settings.mostSpillMb() + "MB'");
            }
            return session;
        } catch (EngineException e) {
            session.close();
            throw e;
        }
    }

    /** Opens an instance as it is, for work without data such as parsing. */
    public static DuckSession open() {
        try {
            return new DuckSession((DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", new Properties()),
                    null);
        } catch (SQLException e) {
            throw new EngineException("DuckDB could not be started", e);
        } catch (LinkageError e) {
            throw new EngineException("DuckDB's library could not be unpacked to "
                    + System.getProperty("java.io.tmpdir") + " and loaded from there: " + root(e).getMessage(), e);
        }
    }

    private static Throwable root(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Opens a second session on the same instance, for another thread. */
    public DuckSession another() {
        try {
            DuckSession other = new DuckSession(connection.duplicate(), this);
            others.add(other);
            return other;
        } catch (SQLException e) {
            throw new EngineException("another connection could not be made", e);
        }
    }

    /**
     * Cancels the statement that another thread runs in this session, or in one opened from it; that statement then
     * fails. Does nothing if none runs.
     */
    public void cancel() {
        others.forEach(DuckSession::cancel);
        Statement running = last;
        try {
            if (running != null) {
                running.cancel();
            }
        } catch (SQLException e) {
            // closed in the meantime: nothing runs
        }
    }

    /** The JDBC connection, for statements that are reused or cancelled. */
    public Connection connection() {
        return connection;
    }

    /**
     * Hands the JDBC connection over: the caller closes it, and {@link #cancel} of the session that opened this one no
     * longer reaches it.
     */
    public Connection release() {
        if (origin != null) {
            origin.others.remove(this);
        }
        return connection;
    }

    /** Runs a statement; returns the number of changed rows, or -1. */
    public long run(String sql, Object... values) {
        try (PreparedStatement statement = prepare(sql, values)) {
            statement.execute();
            return statement.getUpdateCount();
        } catch (SQLException e) {
            throw new EngineException(firstLine(e) + " in: " + sql.strip(), e);
        }
    }

    /** Handles one row. */
    @FunctionalInterface
    public interface RowHandler {
        /** Handles the current row. */
        void handle(ResultSet row) throws SQLException;
    }

    /** Runs statements without values in one batch, in half the time. */
    public void runAll(Collection<String> statements) {
        if (!statements.isEmpty()) {
            run(String.join(";\n", statements));
        }
    }

    /** Passes every row of a query to the handler, one at a time. */
    public void each(String sql, RowHandler handler, Object... values) {
        try (PreparedStatement statement = prepare(sql, values); ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                handler.handle(rows);
            }
        } catch (SQLException e) {
            throw new EngineException(firstLine(e) + " in: " + sql.strip(), e);
        }
    }

    /** Returns all rows of a query. */
    public <T> List<T> list(String sql, RowReader<T> reader, Object... values) {
        List<T> all = new ArrayList<>();
        each(sql, row -> all.add(reader.read(row)), values);
        return all;
    }

    /** Returns the first row of a query; empty without rows. */
    public <T> Optional<T> first(String sql, RowReader<T> reader, Object... values) {
        return list(sql, reader, values).stream().findFirst();
    }

    /** Whether a table or view has rows; the name must come from the program. */
    public boolean hasRows(String table) {
        return first("SELECT 1 FROM " + table + " LIMIT 1", row -> true).isPresent();
    }

    /** Returns the single number of a query. */
    public long number(String sql, Object... values) {
        return first(sql, row -> row.getLong(1), values)
                .orElseThrow(() -> new EngineException("no row from: " + sql, null));
    }

    /**
     * Opens an appender for a table, which is many times as fast as single inserts.
     *
     * @param catalog the database of the table
     */
    public DuckDBAppender appender(String catalog, String table) {
        try {
            return connection.createAppender(catalog, "main", table);
        } catch (SQLException e) {
            throw new EngineException("no rows can be appended to " + table, e);
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        last = statement;
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private static String firstLine(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    @Override
    public void close() {
        try {
            release().close();
        } catch (SQLException e) {
            throw new EngineException("the connection could not be closed", e);
        }
    }
}
