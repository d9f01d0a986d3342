package io.tidemark.ingest;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What to ingest, and how.
 *
 * @param delivery      the delivery's folder
 * @param lake          where the snapshot goes
 * @param today         the last day that data can have
 * @param dryRun        whether to do everything but publish
 * @param maxRejectRate share of bad rows, 0 to 1, above which a file fails its delivery
 * @param systems       a folder with additional mappings of farm systems, or null
 * @param privacy       changes to the snapshot's confidentiality rule
 * @param sender        who sent it, and what of it is ingested
 * @param newAtoms      whether everything is released anew, as into a lake that nobody was let into yet
 */
public record IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate,
        @Nullable Path systems, PrivacyChange privacy, Sender sender, boolean newAtoms) {

    /** The default share of bad rows above which a file fails. */
    public static final double DEFAULT_MAX_REJECT_RATE = 0.01;

    /** With the program's own mappings only. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate) {
        this(delivery, lake, today, dryRun, maxRejectRate, null, PrivacyChange.NONE, Sender.UNKNOWN);
    }

    /** With an unknown sender. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate, @Nullable Path systems,
            PrivacyChange privacy) {
        this(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, Sender.UNKNOWN);
    }

    /** With what is released kept. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate, @Nullable Path systems,
            PrivacyChange privacy, Sender sender) {
        this(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, false);
    }

    /** The same, with everything released anew. */
    public IngestOptions withNewAtoms(boolean wanted) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, wanted);
    }

    /** The same from that sender. */
    public IngestOptions from(Sender who) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, who, newAtoms);
    }

    /** The same into another lake. */
    IngestOptions into(Lake other) {
        return new IngestOptions(delivery, other, today, dryRun, maxRejectRate, systems, privacy, sender, newAtoms);
    }

    /** The same as a trial, which publishes nothing. */
    public IngestOptions trial() {
        return new IngestOptions(delivery, lake, today, true, maxRejectRate, systems, privacy, sender, newAtoms);
    }

    /** Checks the rate. */
    public IngestOptions {
        if (!(maxRejectRate >= 0 && maxRejectRate <= 1)) {
            throw new IllegalArgumentException("the largest reject rate lies between 0 and 1, not at " + maxRejectRate);
        }
    }
}
