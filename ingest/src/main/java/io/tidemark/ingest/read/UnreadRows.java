package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.read.CsvCopy.UnreadRow;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Collects unreadable rows in the database, since a file may have half a million of them. */
public final class UnreadRows implements AutoCloseable {

    /**
     * The maximum number of unreadable rows; a file with more is no table. DuckDB's reader keeps 2 to 3 KB of each in
     * memory, beyond its limit.
     */
    static final int MAX_ROWS = 500_000;

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    private final DuckSession session;
    private final String table;
    private final DuckDBAppender rows;
    private long count;
    private @Nullable UnreadRow first;

    private UnreadRows(DuckSession session, String table) {
        this.session = session;
        this.table = table;
        rows = session.appender("ahead", table);
    }

    /** Starts without rows, in a table with this name. */
    public static UnreadRows begin(DuckSession session, String table) {
        session.run("CREATE OR REPLACE TABLE ahead." + table
                + "(line BIGINT, column_name VARCHAR, value VARCHAR, reason VARCHAR)");
        return new UnreadRows(session, table);
    }

    /** The error for too many unreadable rows, with the first one as example. */
    static BadFileException tooMany(UnreadRow first) {
        return new BadFileException("has too many rows that cannot be read; the first is on line "
                + first.line() + ": " + Stream.of(first.column(), first.value(), first.reason())
                        .filter(part -> !part.isEmpty()).collect(Collectors.joining(", ")));
    }

    /** Adds a row; throws if there are too many. */
    void add(UnreadRow row) throws BadFileException {
        append(row);
        if (count > MAX_ROWS) {
            throw tooMany(Objects.requireNonNull(first));
        }
    }

    /** Throws if there are too many. {@code lines} translates their units to lines. */
    void check(RowLines lines) throws BadFileException {
        if (count > MAX_ROWS) {
            UnreadRow row = Objects.requireNonNull(first);
            throw tooMany(new UnreadRow(lines.lineOfUnit(row.line()), row.column(), row.value(), row.reason()));
        }
    }

    /** Adds a row without checking the number. */
    void append(UnreadRow row) {
        first = first == null ? row : first;
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

    /** The number of unreadable rows. */
    public long count() {
        return count;
    }

    /**
     * Assigns the rows to a file.
     *
     * @param number        the file's number in this ingest
     * @param linesBefore   number of lines before its first unit
     */
    public void moveTo(int number, long linesBefore) {
        try {
            rows.flush();
        } catch (SQLException e) {
            throw new EngineException("unread rows could not be kept", e);
        }
        SQL.get("keep_unread").with("number", number).with("lines_before", linesBefore)
                .part("collected", "ahead." + table).run(session);
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
