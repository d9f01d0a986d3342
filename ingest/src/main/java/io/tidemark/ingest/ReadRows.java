package io.tidemark.ingest;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import java.util.SortedSet;

/** The read rows of a delivery, as a {@link LakeTurn} sees them. */
interface ReadRows {

    /** The years that the delivery may change in its base snapshot. */
    SortedSet<Integer> years();

    /** Continues with another staged snapshot, whose base has the same lists. Call before the rows are checked. */
    void moveTo(StagedSnapshot next);

    /**
     * Whether the delivery depends on other years of a published snapshot: it replaces treatments there, takes weights
     * from or gives weights to them, or delivers a site that belongs to another company there.
     * Call after the rows are checked.
     */
    boolean dependsOutside(Snapshot published, SortedSet<Integer> years);
}
