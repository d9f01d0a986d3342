package io.tidemark.server.snapshot;

import io.tidemark.data.snapshot.SnapshotId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A debounce: detects when publishing has paused, so that of many snapshots only one is opened. Not
 * thread-safe.
 */
final class Debouncer {

    /** Waits at most this many quiet times, even if publishing continues. */
    private static final int MOST = 5;

    private final Duration quiet;
    private @Nullable SnapshotId last;
    private long lastChange;
    private long firstSeen;

    /** With the required quiet time. */
    Debouncer(Duration quiet) {
        this.quiet = quiet;
    }

    /** Resets it, when the published snapshot is served. */
    void done() {
        last = null;
    }

    /**
     * Whether nothing was published for the quiet time, or the longest wait is over.
     *
     * @param published what is published now
     * @param now       the machine's own time, nanoseconds
     */
    boolean isSettled(SnapshotId published, long now) {
        if (last == null) {
            firstSeen = now;
        }
        if (!published.equals(last)) {
            last = published;
            lastChange = now;
        }
        return now - lastChange >= quiet.toNanos() || now - firstSeen >= quiet.multipliedBy(MOST).toNanos();
    }
}
