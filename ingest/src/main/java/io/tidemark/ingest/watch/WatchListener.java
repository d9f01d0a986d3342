package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.ingest.IngestReport;
import java.time.Duration;

/** Receives the events of a watch. */
public interface WatchListener {

    /** A delivery is complete and about to be checked or ingested. */
    void taking(String delivery);

    /** A delivery was processed: published, nothing new, or rejected. */
    void taken(String delivery, IngestReport report);

    /** A delivery was checked; it will be ingested with others at the publishing time. */
    void checked(String delivery, IngestReport report);

    /** A delivery could not be ingested, for a reason other than its content, and is tried again after a wait. */
    void failed(String delivery, String reason, Duration wait);

    /** A delivery failed repeatedly and is set aside until it changes or the watch is restarted. */
    void setAside(String delivery, String reason);

    /** The snapshot of a delivery was rolled back; the delivery is ingested again when it is delivered again. */
    void rolledBack(String delivery, String snapshot);

    /**
     * Something is wrong that is no failed delivery: an entry in the folder cannot be a delivery, or cannot be read, which is reported once;
     * or old snapshots could not be removed. The message names it.
     */
    void stray(String message);

    /** Old snapshots were removed after publishing. */
    void pruned(Pruning pruning);

    /** A delivery is postponed, since another process is writing to the lake. */
    void postponed(String delivery, LakeInUseException reason);
}
