package io.tidemark.server.query;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A query that another thread can cancel, at any moment between its submission and its end. Thread-safe. */
final class RunningQuery {

    private static final long AGAIN_MILLIS = 20;

    /** Cancels the running work. */
    private @Nullable Runnable running;
    /** Read for every row, without the lock. */
    private volatile boolean cancelled;
    private boolean ended;

    /** The statement is about to be executed. Throws {@link CancellationException} if the query was cancelled. */
    void begins(PreparedStatement about) {
        begins(() -> {
            try {
                about.cancel();
            } catch (SQLException e) {
                // it has just ended
            }
        });
    }

    /** The same for work that is cancelled another way, which may be tried again and again. */
    synchronized void begins(Runnable how) {
        if (cancelled) {
            throw new CancellationException();
        }
        running = how;
    }

    /** The statement has ended and is no longer used. */
    synchronized void ended() {
        running = null;
        ended = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /**
     * Cancels it. DuckDB ignores a cancellation before execution starts, so this repeats it until the query has ended.
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
        if (running != null) {
            running.run();
        }
        return !ended;
    }
}
