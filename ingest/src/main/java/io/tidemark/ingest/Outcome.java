package io.tidemark.ingest;

/** How an ingest ended. */
public enum Outcome {
    /** A new snapshot is published. */
    PUBLISHED,
    /** The delivery changes nothing; the published snapshot stays. */
    NOTHING_NEW,
    /** The delivery was refused as a whole; the published snapshot stays. */
    REJECTED,
    /** A trial: the delivery is good, and nothing was published. */
    DRY_RUN
}
