package io.tidemark.ingest;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks an ingest to stop. It does so at its next step, or in the middle of the statement that runs, clears what it has
 * written and publishes nothing; from the moment that its snapshot is sealed it goes on to the end. Thread-safe.
 */
public final class StopSignal {

    private static final long CANCEL_AGAIN_MILLIS = 100;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Runnable cancel;

    /** Asks to stop. */
    public void request() {
        requested.countDown();
    }

    /** Whether somebody asked to stop. */
    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits; the answer is whether somebody asked to stop. */
    public boolean await(Duration time) throws InterruptedException {
        return requested.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Says that what was to be stopped has ended, by itself or not. */
    public void end() {
        ended.countDown();
    }

    /** Asks to stop, cancels what runs until all has ended, and waits for that; the answer is whether it has ended. */
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

    /** What cancels the statement that runs; null when none can run. */
    public void cancelBy(@Nullable Runnable action) {
        cancel = action;
    }

    /** Throws when somebody asked to stop. */
    public void check() {
        if (isRequested()) {
            throw new IngestStoppedException();
        }
    }
}
