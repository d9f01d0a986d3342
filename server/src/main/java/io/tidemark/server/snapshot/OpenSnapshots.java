package io.tidemark.server.snapshot;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.query.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The served snapshot and the previous one, which stays open for a while for requests that name it. Requests hold them by leases.
 * Thread-safe.
 */
final class OpenSnapshots {

    private static final int RETRY_SECONDS = 5;

    private final Duration keep;
    private final AtomicReference<@Nullable ServedSnapshot> served = new AtomicReference<>();
    private final AtomicReference<@Nullable ServedSnapshot> previous = new AtomicReference<>();
    private final AtomicInteger open = new AtomicInteger();
    private volatile Deadline keepUntil = Deadline.after(Duration.ZERO);

    /**
     * None yet.
     *
     * @param keep time that a snapshot stays open after the next is served
     */
    OpenSnapshots(Duration keep) {
        this.keep = keep;
    }

    @Nullable ServedSnapshot served() {
        return served.get();
    }

    /** The number of open snapshots, including retired ones with running requests. */
    int count() {
        return open.get();
    }

    /** Announces an opening; returns an action to run when the snapshot is closed or cannot be opened. */
    Runnable opening(Runnable closed) {
        open.incrementAndGet();
        return () -> {
            open.decrementAndGet();
            closed.run();
        };
    }

    /** Serves a snapshot from now on. */
    void serve(ServedSnapshot next) {
        ServedSnapshot old = served.getAndSet(next);
        if (old != null) {
            keepUntil = Deadline.after(keep);
            previous.set(old);
            retirePrevious(false);
        }
    }

    /**
     * Retires the previous snapshot when its time is over.
     * @param now whether to retire it at once
     */
    void retirePrevious(boolean now) {
        if (now || keepUntil.isOver()) {
            retire(previous.getAndSet(null));
        }
    }

    /** Retires both. */
    void retireAll() {
        retirePrevious(true);
        retire(served.getAndSet(null));
    }

    private static void retire(@Nullable ServedSnapshot snapshot) {
        if (snapshot != null) {
            snapshot.retire();
        }
    }

    /**
     * Holds a snapshot for a request.
     *
     * @param id the snapshot that is asked for; null for the served one
     * @throws ApiException.Unavailable before the first one is published
     * @throws ApiException.Gone        if that snapshot is no longer open, or never was
     */
    ServedSnapshot.Lease lease(@Nullable String id) {
        while (true) {
            ServedSnapshot current = served.get();
            if (current == null) {
                throw new ApiException.Unavailable("No snapshot has been published yet", RETRY_SECONDS);
            }
            ServedSnapshot before = previous.get();
            ServedSnapshot asked = id == null || id.equals(current.id()) ? current
                    : before != null && id.equals(before.id()) ? before : null;
            if (asked == null) {
                throw new ApiException.Gone("That snapshot is not open any more; ask again without snapshot, from the first page");
            }
            Optional<ServedSnapshot.Lease> lease = asked.lease();
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }
}
