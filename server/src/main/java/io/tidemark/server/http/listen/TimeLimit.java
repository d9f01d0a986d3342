package io.tidemark.server.http.listen;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits the time of sending or receiving: a slow client would otherwise hold its connection forever. The thread is interrupted,
 * which ends a virtual thread's read or write and closes its socket, also under TLS, where a close by another thread would wait for
 * that write.
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
                // finished in time
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
                // this limit's own interrupt, which must not reach other code
                Thread.interrupted();
            }
        }
    }
}
