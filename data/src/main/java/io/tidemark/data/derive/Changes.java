package io.tidemark.data.derive;

import java.time.LocalDate;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The differences between a staged snapshot and the one before it, by year.
 *
 * @param days       days on which stock or losses differ
 * @param treatments years whose treatments differ
 */
public record Changes(SortedMap<Integer, DateRange> days, SortedSet<Integer> treatments) {

    /** Copies the collections. */
    public Changes {
        days = Collections.unmodifiableSortedMap(new TreeMap<>(days));
        treatments = Collections.unmodifiableSortedSet(new TreeSet<>(treatments));
    }

    /** All days of a year. */
    public static DateRange year(int year) {
        return new DateRange(LocalDate.of(year, 1, 1), LocalDate.of(year, 12, 31));
    }
}
