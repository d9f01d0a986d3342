package io.tidemark.server.query;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.sql.NamedSql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A query that is prepared once, to measure DuckDB's own time. Not thread-safe. */
public final class TimedQuery implements AutoCloseable {

    private final DuckSession session;
    private final PreparedStatement statement;

    private TimedQuery(DuckSession session, PreparedStatement statement) {
        this.session = session;
        this.statement = statement;
    }

    static TimedQuery prepare(DuckSession session, NamedSql.Bound query) {
        try {
            PreparedStatement statement = session.connection().prepareStatement(query.sql());
            QuerySessions.bind(statement, query.values());
            return new TimedQuery(session, statement);
        } catch (SQLException e) {
            session.close();
            throw new EngineException("a query could not be prepared", e);
        }
    }

    /** Runs it and fetches its rows without reading them; milliseconds. */
    public double millis() {
        long start = System.nanoTime();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                // fetched, which is what takes the time
            }
        } catch (SQLException e) {
            throw new EngineException("a query could not be measured", e);
        }
        return (System.nanoTime() - start) / 1e6;
    }

    @Override
    public void close() {
        try (session) {
            statement.close();
        } catch (SQLException e) {
            throw new EngineException("a statement could not be closed", e);
        }
    }
}
