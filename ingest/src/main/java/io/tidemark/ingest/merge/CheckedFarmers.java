package io.tidemark.ingest.merge;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Farmers' rows after the checks against the lists, each other and the lake; bad ones are marked.
 *
 * @param stock            of stock, losses and feed
 * @param temperatureYears the years whose temperatures the delivery touches
 */
public record CheckedFarmers(CheckedStock stock, SortedSet<Integer> temperatureYears) {

    /** Copies the set. */
    public CheckedFarmers {
        temperatureYears = Collections.unmodifiableSortedSet(new TreeSet<>(temperatureYears));
    }
}
