package io.tidemark.ingest.merge;

import io.tidemark.data.derive.Changes;
import io.tidemark.data.derive.DateRange;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Collects the changes of a delivery in the farmers' tables: days of stock and losses,
 * years of treatments, and companies.
 */
public final class ChangeLog {

    private final SortedMap<Integer, DateRange> days = new TreeMap<>();
    private final SortedSet<Integer> treatments = new TreeSet<>();
    private final SortedSet<String> farmers = new TreeSet<>();

    /** Records a new year of a table. */
    void added(TableContract table, int year, Collection<String> owners) {
        note(table, year, Changes.year(year));
        farmers.addAll(owners);
    }

    /**
     * Records that a company's rows of a day differ.
     *
     * @param owner the company; null for the authority's rows
     */
    void changed(TableContract table, LocalDate day, @Nullable String owner) {
        note(table, day.getYear(), new DateRange(day, day));
        if (owner != null) {
            farmers.add(owner);
        }
    }

    private void note(TableContract table, int year, DateRange range) {
        if (table.equals(LakeTables.STOCK_DAY) || table.equals(LakeTables.LOSS_DAY)) {
            days.merge(year, range, DateRange::and);
        } else if (table.equals(LakeTables.TREATMENT)) {
            treatments.add(year);
        }
    }

    /** The changes that require recomputed derived tables. */
    public Changes changes() {
        return new Changes(days, treatments);
    }

    /** The companies whose rows differ. */
    public SortedSet<String> farmers() {
        return Collections.unmodifiableSortedSet(farmers);
    }
}
