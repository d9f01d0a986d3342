package io.tidemark.ingest;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops an ingest at its next step or in the middle of a running statement; it is then rolled back. Once its snapshot
 * is sealed, the ingest runs to its end. Thread-safe.
 */
public final class StopSignal {

    private static final long CANCEL_AGAIN_MILLIS = 100;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Runnable cancel;

    /** Requests a stop. */
    public void request() {
        requested.countDown();
    }

    /** Whether a stop was requested. */
    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits for a stop request up to this time; returns whether a stop was requested. */
    public boolean await(Duration time) throws InterruptedException {
        return requested.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Marks the work as ended: stopped or finished. */
    public void end() {
        ended.countDown();
    }

    /** Requests a stop, cancels running statements, and waits for the end; returns whether the work has ended. */
    public boolean requestAndAwaitEnd(Duration time) throws InterruptedException {
        request();
        long deadline = System.nanoTime() + time.toNanos();
        while (!ended.await(CANCEL_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
            Runnable running = cancel;
            if (running != null) {
                running.run();
            }
            if (System.nanoTime() > deadline) {
                return false;
            }
        }
        return true;
    }

    /** Sets the action that cancels the running statement; null if none can run. */
    public void cancelBy(@Nullable Runnable action) {
        cancel = action;
    }

    /** Throws if a stop was requested. */
    public void check() {
        if (isRequested()) {
            throw new IngestStoppedException();
        }
    }
}
