package io.tidemark.server.query;

import io.tidemark.data.snapshot.SnapshotId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells when publications have come to rest, so that of a flood of snapshots one is opened. Not thread-safe.
 */
final class Settling {

    /** So many times the quiet time is waited for, however many are published. */
    private static final int MOST = 5;

    private final Duration quiet;
    private @Nullable SnapshotId last;
    private long lastChange;
    private long firstSeen;

    /** After so long without another one. */
    Settling(Duration quiet) {
        this.quiet = quiet;
    }

    /** What was published is served: what comes now is something new. */
    void done() {
        last = null;
    }

    /** Whether nothing else was published for a while, or too much for too long. */
    boolean isSettled(SnapshotId published) {
        long now = System.nanoTime();
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
