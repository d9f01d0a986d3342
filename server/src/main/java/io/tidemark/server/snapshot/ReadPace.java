package io.tidemark.server.snapshot;

import java.util.concurrent.TimeUnit;

/** Limits how fast a thread reads, so that background reading leaves the disk to requests. For one thread. */
final class ReadPace implements Runnable {

    /** The thread was interrupted while it read. */
    static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final int CHUNK = 1 << 16;
    private static final long MEGABYTE = 1 << 20;
    /** Shorter sleeps would take longer than asked for. */
    private static final long MIN = TimeUnit.MILLISECONDS.toNanos(10);

    private final long nanosOfChunk;
    private long due = System.nanoTime();

    /** A pace in megabytes a second. */
    ReadPace(int megabytes) {
        this.nanosOfChunk = TimeUnit.SECONDS.toNanos(1) * CHUNK / (megabytes * MEGABYTE);
    }

    /**
     * Called before each 64 KiB; sleeps where they come too fast.
     * Throws {@link StoppedException} if the thread is interrupted.
     */
    @Override
    public void run() {
        if (Thread.currentThread().isInterrupted()) {
            throw new StoppedException();
        }
        long now = System.nanoTime();
        // time that was not used is not caught up with
        due = Math.max(due, now) + nanosOfChunk;
        if (due - now < MIN) {
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(due - now);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException();
        }
    }
}
