package io.tidemark.server.query;

import java.time.Duration;

/**
 * When a request must be answered; all its waits share it.
 *
 * @param nanos of {@link System#nanoTime}
 */
public record Deadline(long nanos) {

    /** So far from now. */
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** Time left; zero when it is over. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }

    /** Whether it has passed. */
    public boolean isOver() {
        return nanos - System.nanoTime() <= 0;
    }

    /** The earlier of two. */
    Deadline or(Deadline other) {
        return nanos - other.nanos <= 0 ? this : other;
    }
}
