package io.tidemark.server.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A query that another thread can cancel at any moment between its submission and its end. Thread-safe. */
final class RunningQuery {

    private static final long AGAIN_MILLIS = 20;

    /** Cancels the running work. */
    @GuardedBy("this") private @Nullable Runnable running;
    /** Whether the query is cancelled; read for every row, without the lock. */
    private volatile boolean cancelled;
    @GuardedBy("this") private boolean ended;

    /** Marks a statement as about to run; throws {@link CancellationException} if the query was cancelled. */
    void starting(PreparedStatement about) {
        starting(() -> {
            try {
                about.cancel();
            } catch (SQLException e) {
                // the query has just ended
            }
        });
    }

    /** Marks other work as about to run; {@code how} cancels it and may be called repeatedly. */
    synchronized void starting(Runnable how) {
        if (cancelled) {
            throw new CancellationException();
        }
        running = how;
    }

    /** Marks the work as ended. */
    synchronized void ended() {
        running = null;
        ended = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /**
     * Cancels the query. DuckDB ignores a cancellation before execution starts,
     * so this repeats it until the query has ended.
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
