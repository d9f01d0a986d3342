package io.tidemark.ingest.merge;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Farmers' rows after the checks against the lists, each other and the lake; bad rows are marked.
 *
 * @param stock            the checked stock, losses and feed
 * @param temperatureYears the years whose temperatures the delivery touches
 * @param notes            remarks for people about the sites
 */
public record CheckedFarmers(CheckedStock stock, SortedSet<Integer> temperatureYears, List<String> notes) {

    /** Copies the collections. */
    public CheckedFarmers {
        notes = List.copyOf(notes);
        temperatureYears = Collections.unmodifiableSortedSet(new TreeSet<>(temperatureYears));
    }
}
