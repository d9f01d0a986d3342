package io.tidemark.server.request;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the sending of an answer that takes too long: a client that reads slowly would hold it for ever. The thread that sends is
 * interrupted, which ends a virtual thread's write and closes its socket, also under TLS, where another thread's close would wait
 * for that write.
 */
final class SendLimit {

    private SendLimit() {}

    /**
     * Runs a piece of work within a time.
     *
     * @param work sends something, in this virtual thread; it fails when the time is over
     */
    static void run(Duration time, Runnable work) {
        Thread sender = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        Thread limit = Thread.ofVirtual().name("send-limit").start(() -> {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                // it was sent in time
                return;
            }
            if (over.compareAndSet(false, true)) {
                sender.interrupt();
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
