package io.tidemark.server.query;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.sql.NamedSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A query that is prepared once, to measure the engine's own time. Not thread-safe. */
public final class MeasuredQuery implements AutoCloseable {

    private final SqlEngine engine;
    private final Connection connection;
    private final PreparedStatement statement;

    private MeasuredQuery(SqlEngine engine, Connection connection, PreparedStatement statement) {
        this.engine = engine;
        this.connection = connection;
        this.statement = statement;
    }

    public static MeasuredQuery prepare(SqlEngine engine, NamedSql.Bound query) {
        try {
            Connection connection = engine.connect();
            try {
                PreparedStatement statement = connection.prepareStatement(engine.statement(query.sql()));
                SqlEngine.bind(statement, query.values());
                return new MeasuredQuery(engine, connection, statement);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new EngineException("a query could not be prepared", e);
        }
    }

    /** Runs the query and fetches its rows without reading them; returns milliseconds. */
    public double millis() {
        long start = System.nanoTime();
        try (ResultSet rows = engine.run(statement)) {
            while (rows.next()) {
                // fetches the row, which takes the time
            }
        } catch (SQLException e) {
            throw new EngineException("a query could not be measured", e);
        }
        return (System.nanoTime() - start) / 1e6;
    }

    @Override
    public void close() {
        try (connection) {
            statement.close();
        } catch (SQLException e) {
            throw new EngineException("a statement could not be closed", e);
        }
    }
}
