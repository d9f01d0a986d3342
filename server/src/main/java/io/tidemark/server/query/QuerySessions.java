package io.tidemark.server.query;

import io.tidemark.data.duckdb.DuckSession;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * A snapshot's sessions with the statements that they have prepared, which are used again: to open a session and to prepare a
 * route's query takes longer than a small query itself. Thread-safe.
 */
final class QuerySessions implements AutoCloseable {

    private static final int STATEMENTS = 64;

    /** One session; one thread at a time. */
    static final class Session {
        private final DuckSession session;
        private final LinkedHashMap<String, PreparedStatement> prepared = new LinkedHashMap<>();

        private Session(DuckSession session) {
            this.session = session;
        }

        /** The statement of that text. */
        PreparedStatement prepare(String sql) throws SQLException {
            PreparedStatement known = prepared.get(sql);
            if (known != null) {
                prepared.putLast(sql, known);
                return known;
            }
            PreparedStatement statement = session.connection().prepareStatement(sql);
            prepared.putLast(sql, statement);
            if (prepared.size() > STATEMENTS) {
                prepared.pollFirstEntry().getValue().close();
            }
            return statement;
        }

        DuckSession session() {
            return session;
        }

        private void close() {
            session.close();
        }
    }

    private final Supplier<DuckSession> source;
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** Opened as they are needed. */
    QuerySessions(Supplier<DuckSession> source) {
        this.source = source;
    }

    /** One that nobody else has. */
    Session take() {
        Session session = idle.pollFirst();
        return session == null ? new Session(source.get()) : session;
    }

    /** Gives one back. */
    void give(Session session) {
        idle.addFirst(session);
        if (closed) {
            close();
        }
    }

    /** Gives one back that a query failed in: DuckDB closes what fails. */
    void discard(Session session) {
        session.close();
    }

    @Override
    public void close() {
        closed = true;
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }
}
