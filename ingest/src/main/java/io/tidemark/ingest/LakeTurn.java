package io.tidemark.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;

/** How an ingest takes turns with others at changing the lake. */
interface LakeTurn {

    /**
     * Called when the rows have been read, and before they are checked against the lake and merged with it. May wait for others, and
     * may put them on top of a newer snapshot.
     * @return whether to go on; otherwise the delivery has to be read again
     */
    boolean begin(ReadRows rows);

    /**
     * Seals the staged snapshot.
     * @param rule    the rule of its derived tables
     * @param brought asks for the content of its delivery, as a change of this staged snapshot
     * @return empty if the delivery has to be read again
     */
    Optional<Snapshot> seal(PrivacyRule rule, Function<StagedSnapshot, DeliveryContent> brought);

    /** Publishes a sealed snapshot, with the lake's lock held; with new atoms if everything is to be released anew. */
    static SnapshotRelease.Outcome publish(Lake lake, StagedSnapshot sealed, boolean newAtoms, StopSignal stop) {
        try (DuckSession session = StagingDatabase.engine(sealed)) {
            stop.cancelBy(session::cancel);
            SnapshotRelease release = new SnapshotRelease(lake, session, stop::check);
            return newAtoms ? release.renew(sealed.id()) : release.publish(sealed.id());
        } finally {
            stop.cancelBy(null);
        }
    }

    /** Closes them all, also if one cannot be closed: each holds a lock, which others wait for. */
    static void closeAll(Deque<StagedSnapshot> staged) {
        StagedSnapshot next = staged.pollFirst();
        if (next != null) {
            // of several failures the later ones are suppressed
            try (next) {
                closeAll(staged);
            }
        }
    }
}
