package io.tidemark.server.query;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.engine.EngineUnavailableException;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.sql.NamedSql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A pool of a snapshot's sessions with their prepared statements, because opening a session and preparing a route's
 * query takes longer than a small query. Thread-safe.
 */
final class QuerySessions implements AutoCloseable {

    private static final int STATEMENTS = 64;

    /** A session, for one thread at a time. */
    static final class Session {
        private final SqlEngine engine;
        private final Connection connection;
        private final LinkedHashMap<String, PreparedStatement> prepared = new LinkedHashMap<>();

        private Session(SqlEngine engine) throws SQLException {
            this.engine = engine;
            this.connection = engine.connect();
        }

        /** The prepared statement of a text. */
        PreparedStatement prepare(String sql) throws SQLException {
            PreparedStatement known = prepared.get(sql);
            if (known != null) {
                prepared.putLast(sql, known);
                return known;
            }
            PreparedStatement statement = connection.prepareStatement(engine.statement(sql));
            prepared.putLast(sql, statement);
            if (prepared.size() > STATEMENTS) {
                prepared.pollFirstEntry().getValue().close();
            }
            return statement;
        }

        private void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new EngineException("the connection could not be closed", e);
            }
        }
    }

    private final SqlEngine engine;
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** Creates a pool that opens sessions as needed. */
    QuerySessions(SqlEngine engine) {
        this.engine = engine;
    }

    /**
     * Runs a request's query.
     *
     * @param query    the handle to cancel it
     * @param prepared runs just before the query
     */
    <A extends ResultCache.Entry> A run(QueryRequest<A> request, RunningQuery query, Runnable prepared)
            throws SQLException, IOException {
        NamedSql.Bound bound = request.route().query().bind(request.values(), engine::holds);
        Session session = take();
        boolean good = false;
        try {
            PreparedStatement statement = session.prepare(bound.sql());
            SqlEngine.bind(statement, bound.values());
            prepared.run();
            query.starting(statement);
            try (ResultSet rows = engine.run(statement)) {
                A answer = request.reader().read(new QueryRows(request.route().query().columns(), rows, query));
                good = true;
                return answer;
            }
        } finally {
            query.ended();
            if (good) {
                give(session);
            } else {
                // DuckDB closes a statement that fails
                session.close();
            }
        }
    }

    /** The engine's plan of a request's query, without running it; empty if unavailable. */
    String plan(QueryRequest<?> request) {
        NamedSql.Bound bound = request.route().query().bind(request.values(), engine::holds);
        try {
            return String.join("\n", engine.plan(bound.sql(), bound.values(), false));
        } catch (EngineException | EngineUnavailableException e) {
            return "";
        }
    }

    private Session take() throws SQLException {
        Session session = idle.pollFirst();
        return session == null ? new Session(engine) : session;
    }

    private void give(Session session) {
        idle.addFirst(session);
        if (closed) {
            close();
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }
}
