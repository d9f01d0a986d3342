package io.tidemark.server.snapshot;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.query.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The served snapshot and the previous one, which stays open for a while for requests that name it. Requests hold them
 * by leases. Thread-safe.
 */
final class OpenSnapshots {

    private static final int RETRY_SECONDS = 5;

    /** Both change in one step: a request that names the snapshot which is being replaced finds it all the time. */
    private record Both(@Nullable ServedSnapshot served, @Nullable ServedSnapshot previous) {}

    private final Duration keep;
    private final AtomicInteger open = new AtomicInteger();
    private volatile Both both = new Both(null, null);
    private volatile Deadline keepUntil = Deadline.after(Duration.ZERO);

    /**
     * Begins without a snapshot.
     *
     * @param keep the time that a snapshot stays open after the next is served
     */
    OpenSnapshots(Duration keep) {
        this.keep = keep;
    }

    /** The served snapshot; null before the first. */
    @Nullable ServedSnapshot served() {
        return both.served();
    }

    /** Whether an earlier snapshot is open for those that name it. */
    boolean hasPrevious() {
        return both.previous() != null;
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

    /**
     * Serves a snapshot from now on. The served one becomes the previous one; the caller has retired the one before.
     */
    void serve(ServedSnapshot next) {
        keepUntil = Deadline.after(keep);
        replace(before -> new Both(next, before.served()));
        retirePrevious(false);
    }

    /**
     * Retires the previous snapshot when its time is over.
     * @param now whether to retire it at once
     */
    void retirePrevious(boolean now) {
        if (now || keepUntil.isOver()) {
            retire(replace(before -> new Both(before.served(), null)).previous());
        }
    }

    /** Retires both snapshots. */
    void retireAll() {
        Both before = replace(_ -> new Both(null, null));
        retire(before.previous());
        retire(before.served());
    }

    // two threads do it: the one that follows the lake, and the one that stops the server
    private synchronized Both replace(UnaryOperator<Both> next) {
        Both before = both;
        both = next.apply(before);
        return before;
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
            Both now = both;
            ServedSnapshot current = now.served();
            if (current == null) {
                throw new ApiException.Unavailable("No snapshot has been published yet", RETRY_SECONDS);
            }
            ServedSnapshot before = now.previous();
            ServedSnapshot asked = id == null || id.equals(current.id()) ? current
                    : before != null && id.equals(before.id()) ? before : null;
            if (asked == null) {
                throw new ApiException.Gone("That snapshot is no longer open; repeat the request without snapshot, "
                        + "from the first page");
            }
            Optional<ServedSnapshot.Lease> lease = asked.lease();
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }
}
