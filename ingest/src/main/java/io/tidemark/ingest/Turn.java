package io.tidemark.ingest;

import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;

/** How an ingest takes turns with others at changing the lake. */
interface Turn {

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
     * @param groups  the groups whose rows it changed
     * @return empty if the delivery has to be read again
     */
    Optional<Snapshot> seal(PrivacyRule rule, Function<StagedSnapshot, Brought> brought, ChangedGroups groups);

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
