package io.tidemark.ingest;

import io.tidemark.data.snapshot.Lake;
import java.nio.file.Path;
import java.time.LocalDate;

/**
 * What to ingest, and how.
 *
 * @param delivery      the delivery's folder
 * @param lake          where the snapshot goes
 * @param today         the last day that data can have
 * @param dryRun        whether to do everything but publish
 * @param maxRejectRate share of bad rows, 0 to 1, above which a file fails its delivery
 */
public record IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate) {

    /** The share of bad rows above which a file fails, where nothing else is said. */
    public static final double DEFAULT_MAX_REJECT_RATE = 0.01;

    /** Checks the rate. */
    public IngestOptions {
        if (!(maxRejectRate >= 0 && maxRejectRate <= 1)) {
            throw new IllegalArgumentException("the largest reject rate lies between 0 and 1, not at " + maxRejectRate);
        }
    }
}
