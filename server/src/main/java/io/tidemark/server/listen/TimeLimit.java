package io.tidemark.server.listen;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends sending or receiving that takes too long: a client that reads or writes slowly would hold its connection for ever. The thread
 * is interrupted, which ends a virtual thread's read or write and closes its socket, also under TLS, where another thread's close
 * would wait for that write.
 */
public final class TimeLimit {

    private TimeLimit() {}

    /**
     * Runs a piece of work within a time.
     *
     * @param work sends or reads, in this virtual thread; it fails when the time is over
     */
    public static void run(Duration time, Runnable work) {
        Thread worker = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        Thread limit = Thread.ofVirtual().name("time-limit").start(() -> {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                // it was done in time
                return;
            }
            if (over.compareAndSet(false, true)) {
                worker.interrupt();
            }
        });
        try {
            work.run();
        } finally {
            if (over.compareAndSet(false, true)) {
                limit.interrupt();
            } else {
                // this limit's own, of which nobody else should hear
                Thread.interrupted();
            }
        }
    }
}
