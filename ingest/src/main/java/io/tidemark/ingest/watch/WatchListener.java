package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.ingest.IngestReport;
import java.time.Duration;

/** Sees what a watch does. */
public interface WatchListener {

    /** A delivery is complete and about to be tried or taken. */
    void taking(String delivery);

    /** A delivery was taken: published, without anything new, or rejected. */
    void taken(String delivery, IngestReport report);

    /** A delivery was tried, to be taken with others at the time of publishing; what is wrong with it is known by then. */
    void checked(String delivery, IngestReport report);

    /** A delivery could not be taken in, through no fault of its own, and is tried again after a wait. */
    void failed(String delivery, String reason, Duration wait);

    /** A delivery could not be taken in again and again: it is set aside until it changes or the watch starts anew. */
    void setAside(String delivery, String reason);

    /** The snapshot that a delivery went into was rolled back; it is taken again when it is delivered again. */
    void rolledBack(String delivery, String snapshot);

    /** Something in the folder can be no delivery; the message names it. Said once. */
    void stray(String message);

    /** Old snapshots were removed after publishing. */
    void pruned(Pruning pruning);

    /** A delivery has to wait for its next turn, since another process writes to the lake. */
    void postponed(String delivery, LakeInUseException reason);
}
