package io.tidemark.ingest.merge;

import io.tidemark.data.derive.Changes;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The result of merging a delivery into the next snapshot.
 * @param changes the differences from the previous snapshot, for the derived tables
 * @param farmers the companies whose rows differ
 * @param dropped rows of the lake that a correction made invalid
 * @param notes   remarks for people
 */
public record MergeResult(Changes changes, SortedSet<String> farmers, List<DroppedRows> dropped, List<String> notes) {

    /** Copies the collections. */
    public MergeResult {
        farmers = Collections.unmodifiableSortedSet(new TreeSet<>(farmers));
        dropped = List.copyOf(dropped);
        notes = List.copyOf(notes);
    }
}
