package io.tidemark.ingest;

/** How an ingest ended. */
public enum IngestOutcome {
    /** A new snapshot is published. */
    PUBLISHED,
    /** The delivery changes nothing; the published snapshot stays. */
    NOTHING_NEW,
    /** The whole delivery was rejected; the published snapshot stays. */
    REJECTED,
    /** A dry run succeeded: the delivery is good, and nothing was published. */
    DRY_RUN
}
