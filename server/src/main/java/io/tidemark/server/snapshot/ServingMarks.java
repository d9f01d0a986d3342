package io.tidemark.server.snapshot;

import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ProgramVersion;
import java.time.Instant;

/** Tells a lake which of its snapshots are served. A read-only lake is served without being told. For one thread. */
final class ServingMarks {

    private final Lake lake;
    private final EventReceiver events;
    private boolean marked;

    /** Of this lake; what cannot be written is an event. */
    ServingMarks(Lake lake, EventReceiver events) {
        this.lake = lake;
        this.events = events;
    }

    /** Takes a lease on a snapshot before it is opened: from then on prune keeps it. Returns what releases the lease. */
    Runnable lease(SnapshotId id) {
        try {
            return lake.leases().take(id)::close;
        } catch (LakeException e) {
            events.publish(new Event.SnapshotUnmarked(Instant.now(), id.text(), String.valueOf(e.getMessage())));
            return () -> { };
        }
    }

    /** Leaves in the lake that it has been served. Tried and told once: it stays for good, and a read-only lake stays read-only. */
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
