package io.tidemark.server.query;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A query that another thread can cancel, at any moment between its submission and its end. Thread-safe. */
final class RunningQuery {

    private static final long AGAIN_MILLIS = 20;

    private @Nullable PreparedStatement statement;
    /** Read for every row, without the lock. */
    private volatile boolean cancelled;
    private boolean ended;

    /** The statement is about to be executed. Throws {@link CancellationException} when it shall not be any more. */
    synchronized void begins(PreparedStatement about) {
        if (cancelled) {
            throw new CancellationException();
        }
        statement = about;
    }

    /** The statement is done with: from now on it is not touched. */
    synchronized void ended() {
        statement = null;
        ended = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /**
     * Cancels it. DuckDB forgets a cancellation that comes before it has begun to execute, so it is told until it has ended.
     */
    void cancel() {
        synchronized (this) {
            if (cancelled || ended) {
                return;
            }
            cancelled = true;
        }
        Thread.ofVirtual().name("query-cancel").start(() -> {
            while (interrupt()) {
                try {
                    Thread.sleep(AGAIN_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }

    private synchronized boolean interrupt() {
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // it has just ended by itself
            }
        }
        return !ended;
    }
}
