package io.tidemark.ingest.merge;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Stock, losses and feed after the checks against each other and the lake.
 *
 * @param years   the years that the delivery touches
 * @param hasOld  whether the lake has stock of these years
 * @param written the years that the check has already written
 * @param notes   remarks for people
 */
public record CheckedStock(SortedSet<Integer> years, boolean hasOld, SortedSet<Integer> written, List<String> notes) {

    /** Copies the collections. */
    public CheckedStock {
        notes = List.copyOf(notes);
        years = Collections.unmodifiableSortedSet(new TreeSet<>(years));
        written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
    }
}
