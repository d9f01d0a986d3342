package io.tidemark.server.snapshot;

import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ProgramVersion;
import java.time.Instant;

/** Marks in a lake which of its snapshots are served. A read-only lake is served without marks. For one thread. */
final class ServingMarks {

    private final Lake lake;
    private final EventReceiver events;
    private boolean marked;

    /** Marks snapshots of this lake. A mark that cannot be written is published as an event. */
    ServingMarks(Lake lake, EventReceiver events) {
        this.lake = lake;
        this.events = events;
    }

    /**
     * Takes a lease on a snapshot before it is opened: from then on prune keeps it. Returns what releases the lease.
     */
    Runnable lease(SnapshotId id) {
        try {
            return lake.leases().take(id)::close;
        } catch (LakeException e) {
            events.publish(new Event.SnapshotUnmarked(Instant.now(), id.text(), String.valueOf(e.getMessage())));
            return () -> { };
        }
    }

    /**
     * Records in the lake that it has been served. It tries once, and reports a failure once:
     * the mark is never removed.
     */
    void leave(SnapshotId id) {
        if (marked) {
            return;
        }
        marked = true;
        try {
            new ServedMark(Instant.now(), ProgramVersion.TEXT).leave(lake);
        } catch (LakeException e) {
            events.publish(new Event.LakeUnmarked(Instant.now(), id.text(), String.valueOf(e.getMessage())));
        }
    }
}
