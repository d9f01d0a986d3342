package io.tidemark.server.query;

import java.time.Duration;

/**
 * The time by which a request must be answered; all its waits share it.
 *
 * @param nanos the time in {@link System#nanoTime}
 */
public record Deadline(long nanos) {

    /** The deadline after this time from now. */
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** The remaining time; zero after the deadline. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }

    /** Whether the deadline has passed. */
    public boolean isOver() {
        return nanos - System.nanoTime() <= 0;
    }

    /** The earlier of two deadlines. */
    Deadline or(Deadline other) {
        return nanos - other.nanos <= 0 ? this : other;
    }
}
