package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.ingest.IngestReport;

/** Sees what a watch does. */
public interface WatchListener {

    /** A delivery is complete and about to be tried or taken. */
    void taking(String delivery);

    /** A delivery was taken: published, without anything new, or rejected. */
    void taken(String delivery, IngestReport report);

    /** A delivery was tried, to be taken with others at the time of publishing; what is wrong with it is known by then. */
    void checked(String delivery, IngestReport report);

    /** A delivery has to wait for its next turn, since another process writes to the lake. */
    void postponed(String delivery, LakeInUseException reason);
}
