package io.tidemark.ingest;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import java.util.SortedSet;

/** A delivery whose rows have been read, as its {@link LakeTurn} sees it. */
interface ReadRows {

    /** The years that it may change in the snapshot that it is based on. */
    SortedSet<Integer> years();

    /** Goes on with another staged snapshot, whose base has the same lists. Call before the rows are checked. */
    void moveTo(StagedSnapshot next);

    /**
     * Whether it replaces treatments of a snapshot in other years than these, or takes weights from or gives them to such years, or whether
     * one of its sites is another company's there. Call after the rows were checked.
     */
    boolean dependsOutside(Snapshot published, SortedSet<Integer> years);
}
