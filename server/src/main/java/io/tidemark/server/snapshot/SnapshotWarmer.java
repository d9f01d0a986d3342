package io.tidemark.server.snapshot;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.query.Deadline;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes an open snapshot fast: its held views go into memory, then a {@link SnapshotFollower.WarmUp} runs. A failure
 * only leaves it slower.
 */
final class SnapshotWarmer {

    private static final Duration LAST_VIEW = Duration.ofSeconds(5);
    /** A new snapshot waits no longer than this for the default windows: on a busy server warming may take long. */
    private static final Duration BEFORE_SERVED = Duration.ofSeconds(5);
    /** Then for its slices: without them each window of the first callers would run a query. */
    private static final Duration SLICES_BEFORE_SERVED = Duration.ofSeconds(30);
    private static final Duration WHILE_SERVED = Duration.ofMinutes(5);

    private final SnapshotFollower.WarmUp warmUp;
    private final EventReceiver events;
    private volatile boolean begun;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /** Starts no thread until {@link #begin}. */
    SnapshotWarmer(SnapshotFollower.WarmUp warmUp, EventReceiver events) {
        this.warmUp = warmUp;
        this.events = events;
    }

    /** Begins with the first snapshot, if there is one. It is called last, since it slows down a start. */
    void begin(@Nullable ServedSnapshot first) {
        begun = true;
        if (first != null) {
            whileServed(first);
        }
    }

    /** Warms a snapshot in this thread: no request waits for it yet. */
    void beforeServed(ServedSnapshot next) {
        next.lease().ifPresent(lease -> warm(lease, Deadline.after(BEFORE_SERVED)));
        workLater(next, Deadline.after(SLICES_BEFORE_SERVED));
    }

    /** Warms a snapshot in the background: requests already use it. */
    void whileServed(ServedSnapshot served) {
        if (!begun || stopped) {
            return;
        }
        thread = Thread.ofPlatform().name("snapshot-holder").daemon().start(() -> {
            served.lease().ifPresent(lease -> warm(lease, Deadline.after(WHILE_SERVED)));
            // what a start leaves is more than an idle server needs; nothing is large yet, so the pause is short
            System.gc();
            workLater(served, Deadline.after(WHILE_SERVED));
        });
    }

    /** Does in the background what can wait until a snapshot is served. */
    void later(ServedSnapshot served) {
        if (begun && !stopped) {
            thread = Thread.ofPlatform().name("snapshot-holder").daemon()
                    .start(() -> workLater(served, Deadline.after(WHILE_SERVED)));
        }
    }

    private void workLater(ServedSnapshot served, Deadline end) {
        served.lease().ifPresent(lease -> {
            try (lease) {
                warmUp.workLater(served, () -> stopped || served.isRetired() || end.isOver());
            } catch (RuntimeException | Error e) {
                events.publish(new Event.SnapshotNotHeld(Instant.now(), served.id(), String.valueOf(e.getMessage())));
            }
        });
    }

    private void warm(ServedSnapshot.Lease lease, Deadline end) {
        try (lease) {
            SnapshotDatabase.Holding held = lease.snapshot().holdLater(() -> stopped);
            events.publish(new Event.SnapshotHeld(Instant.now(), lease.snapshot().id(), held.views(), held.time()));
            warmUp.work(lease.snapshot(), () -> stopped || end.isOver());
        } catch (RuntimeException | Error e) {
            events.publish(new Event.SnapshotNotHeld(Instant.now(), lease.snapshot().id(),
                    String.valueOf(e.getMessage())));
        }
    }

    /** Stops after the current view. */
    void stop() {
        stopped = true;
    }

    /** Waits until the warming has stopped and its lease is released. */
    void awaitStop() {
        Thread running = thread;
        if (running == null) {
            return;
        }
        try {
            running.join(LAST_VIEW);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
