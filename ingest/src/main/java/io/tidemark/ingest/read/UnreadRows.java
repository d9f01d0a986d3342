package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.read.CsvCopy.UnreadRow;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;

/** Collects rows that cannot be read in the database: a file may have a million of them. */
public final class UnreadRows implements AutoCloseable {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    private final DuckSession session;
    private final String table;
    private final DuckDBAppender rows;
    private long count;

    private UnreadRows(DuckSession session, String table) {
        this.session = session;
        this.table = table;
        rows = session.appender("ahead", table);
    }

    /** Starts without rows, in a table of that name. */
    public static UnreadRows begin(DuckSession session, String table) {
        session.run("CREATE OR REPLACE TABLE ahead." + table
                + "(line BIGINT, column_name VARCHAR, value VARCHAR, reason VARCHAR)");
        return new UnreadRows(session, table);
    }

    /** Adds a row. */
    void add(UnreadRow row) {
        try {
            rows.beginRow();
            rows.append(row.line());
            rows.append(row.column());
            rows.append(row.value());
            rows.append(row.reason());
            rows.endRow();
            count++;
        } catch (SQLException e) {
            throw new EngineException("unread rows could not be kept", e);
        }
    }

    /** How many there are. */
    public long count() {
        return count;
    }

    /**
     * Assigns them to a file.
     *
     * @param number        the file's number in this ingest
     * @param linesBefore   the lines before its first unit
     */
    public void moveTo(int number, long linesBefore) {
        try {
            rows.flush();
        } catch (SQLException e) {
            throw new EngineException("unread rows could not be kept", e);
        }
        SQL.get("keep_unread").with("number", number).with("lines_before", linesBefore).part("collected", "ahead." + table).run(session);
    }

    @Override
    public void close() {
        try {
            rows.close();
        } catch (SQLException e) {
            throw new EngineException("unread rows could not be kept", e);
        }
        session.run("DROP TABLE ahead." + table);
    }
}
