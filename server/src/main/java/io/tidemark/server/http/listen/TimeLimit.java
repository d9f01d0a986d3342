package io.tidemark.server.http.listen;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits the time of sending or receiving: otherwise a slow client could hold its connection forever. It interrupts the
 * thread, which ends a virtual thread's read or write and closes its socket. This works under TLS, too, where a close
 * by another thread would wait for that write.
 */
public final class TimeLimit {

    private TimeLimit() {}

    /**
     * Runs work within a time limit.
     *
     * @param work sends or reads in this virtual thread; fails when the time is over
     */
    public static void run(Duration time, Runnable work) {
        Thread worker = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        Thread limit = Thread.ofVirtual().name("time-limit").start(() -> {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                // the work finished in time
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
                // clear this limit's own interrupt, which must not reach other code
                Thread.interrupted();
            }
        }
    }
}
