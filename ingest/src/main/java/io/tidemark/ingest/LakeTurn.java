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

/** An ingest's access to the lake beside other ingests: when it may continue, seal and publish. */
interface LakeTurn {

    /**
     * The ingest calls this after it has read the rows, before it checks them against the lake and merges them. May
     * wait for other ingests, and may move the rows onto a newer snapshot.
     * @return whether to continue; if false, the delivery has to be read again
     */
    boolean begin(ReadRows rows);

    /**
     * Seals the staged snapshot.
     * @param rule    the rule of its derived tables
     * @param brought supplies the delivery's content, as a change of the given staged snapshot
     * @return empty if the delivery has to be read again
     */
    Optional<Snapshot> seal(PrivacyRule rule, Function<StagedSnapshot, DeliveryContent> brought);

    /** Publishes a sealed snapshot with the lake's lock held; {@code newAtoms} releases all periods again. */
    static SnapshotRelease.Outcome publish(Lake lake, StagedSnapshot sealed, boolean newAtoms, StopSignal stop) {
        try (DuckSession session = StagingDatabase.engine(sealed)) {
            stop.cancelBy(session::cancel);
            SnapshotRelease release = new SnapshotRelease(lake, session, stop::check);
            return newAtoms ? release.renew(sealed.id()) : release.publish(sealed.id());
        } finally {
            stop.cancelBy(null);
        }
    }

    /** Closes all snapshots even if closing one fails: each holds a lock that others wait for. */
    static void closeAll(Deque<StagedSnapshot> staged) {
        StagedSnapshot next = staged.pollFirst();
        if (next != null) {
            // the first failure is thrown, with later ones suppressed
            try (next) {
                closeAll(staged);
            }
        }
    }
}
