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

    /** A delivery could not be ingested, for a reason other than its content; it is retried after a wait. */
    void failed(String delivery, String reason, Duration wait);

    /** A delivery failed repeatedly and is set aside until it changes or the watch restarts. */
    void setAside(String delivery, String reason);

    /** The snapshot of a delivery was rolled back; the delivery is ingested again when it is delivered again. */
    void rolledBack(String delivery, String snapshot);

    /**
     * A problem that is no failed delivery: an entry of the folder cannot be a delivery or cannot be read (reported
     * once), or old snapshots could not be removed. The message names it.
     */
    void stray(String message);

    /** Old snapshots were removed after publishing. */
    void pruned(Pruning pruning);

    /** A delivery is postponed because another process is writing to the lake. */
    void postponed(String delivery, LakeInUseException reason);
}
