package io.tidemark.data.snapshot;

import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A staged snapshot that differs from its base in some years only. If another snapshot was published meanwhile that left these years
 * and all lists as they were, the years can be taken over as they are: each year of each table is made of rows of that year and of the
 * lists. Treatments are the exception, see {@link #isApart}, and weights that an emptied unit takes from another year.
 *
 * @param staged the snapshot, with all tables written
 * @param years  those that it may change
 */
public record StagedYears(StagedSnapshot staged, SortedSet<Integer> years) {

    /** Copies the set. */
    public StagedYears {
        years = Collections.unmodifiableSortedSet(new TreeSet<>(years));
    }

    /** Whether two snapshots have the same lists, and derived tables by the same rule. */
    public static boolean isLike(Snapshot one, Snapshot other) {
        return one.manifest().isDerived() && other.manifest().isDerived()
                && Objects.equals(one.manifest().privacy(), other.manifest().privacy())
                && LakeTables.all().stream().filter(table -> !table.isPartitioned())
                        .allMatch(table -> Set.copyOf(one.entries(table)).equals(Set.copyOf(other.entries(table))));
    }

    /**
     * Whether nothing of this depends on what a snapshot that was published since has changed. A treatment is unique among all years of its
     * company, so who delivers treatments has to look for them there, too, and so has who takes weights from other years.
     */
    public boolean isApart(Snapshot published) {
        Snapshot base = staged.base().orElseThrow();
        return isLike(base, published) && LakeTables.all().stream().allMatch(table -> table.isPartitioned()
                ? isApart(table, base, published) : staged.isReused(table));
    }

    private boolean isApart(TableContract table, Snapshot base, Snapshot published) {
        SortedSet<Integer> changed = new TreeSet<>(base.years(table));
        changed.addAll(staged.years(table));
        changed.removeIf(year -> staged.isReused(table, year));
        return years.containsAll(changed)
                && years.stream().allMatch(year -> year(base, table, year).equals(year(published, table, year)));
    }

    private static Set<Manifest.FileEntry> year(Snapshot snapshot, TableContract table, int year) {
        return Set.copyOf(TableFile.ofYear(table, year, snapshot.entries(table)));
    }

    /** Makes the same change on top of another snapshot: these years by moving their files, everything else by reusing it. */
    public void moveTo(StagedSnapshot next) {
        for (TableContract table : LakeTables.all()) {
            if (table.isPartitioned()) {
                next.baseYears(table).stream().filter(year -> !years.contains(year)).forEach(year -> next.reuse(table, year));
                years.forEach(year -> next.takeOver(staged, table, year));
            } else {
                next.reuse(table);
            }
        }
    }
}
