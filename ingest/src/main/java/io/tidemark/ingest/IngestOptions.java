package io.tidemark.ingest;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The options of an ingest.
 *
 * @param delivery      the delivery's folder
 * @param lake          the lake that receives the snapshot
 * @param today         the last day that data can have
 * @param dryRun        whether to run without publishing
 * @param maxRejectRate share of bad rows, 0 to 1, above which a file fails its delivery
 * @param systems       a folder with additional mappings of farm systems, or null
 * @param privacy       changes to the snapshot's confidentiality rule
 * @param sender        the sender, and the parts of the delivery to ingest
 * @param newAtoms      whether everything is released anew, for a lake that nobody has queried yet
 */
public record IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate,
        @Nullable Path systems, PrivacyChange privacy, Sender sender, boolean newAtoms) {

    /** The default share of bad rows above which a file fails. */
    public static final double DEFAULT_MAX_REJECT_RATE = 0.01;

    /** Creates options with the shipped mappings only. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate) {
        this(delivery, lake, today, dryRun, maxRejectRate, null, PrivacyChange.NONE, Sender.UNKNOWN);
    }

    /** Creates options with an unknown sender. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate, @Nullable Path systems,
            PrivacyChange privacy) {
        this(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, Sender.UNKNOWN);
    }

    /** Creates options that keep the released rows. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate, @Nullable Path systems,
            PrivacyChange privacy, Sender sender) {
        this(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, false);
    }

    /** A copy that releases everything anew, or not. */
    public IngestOptions withNewAtoms(boolean wanted) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, wanted);
    }

    /** A copy with another sender. */
    public IngestOptions from(Sender who) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, who, newAtoms);
    }

    /** A copy with another lake. */
    IngestOptions into(Lake other) {
        return new IngestOptions(delivery, other, today, dryRun, maxRejectRate, systems, privacy, sender, newAtoms);
    }

    /** A copy as a dry run. */
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
