package io.tidemark.data.snapshot;

import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A staged snapshot that differs from its base in some years only. If a snapshot published meanwhile left these years
 * and all lists unchanged, the years can be moved onto it unchanged: each year of each table depends only on rows of
 * that year and on the lists. There are two exceptions: treatments, see {@link #isApart}, and weights that an emptied
 * unit takes from another year.
 *
 * @param staged the snapshot, with all tables written
 * @param years  the years that it may change
 */
public record StagedYears(StagedSnapshot staged, SortedSet<Integer> years) {

    /** Copies the set. */
    public StagedYears {
        years = Collections.unmodifiableSortedSet(new TreeSet<>(years));
    }

    /** Whether two snapshots have the same lists and the same privacy rule for their derived tables. */
    public static boolean isLike(Snapshot one, Snapshot other) {
        return one.manifest().isDerived() && other.manifest().isDerived()
                && Objects.equals(one.manifest().privacy(), other.manifest().privacy())
                && LakeTables.all().stream().filter(table -> !table.isPartitioned())
                        .allMatch(table -> Set.copyOf(one.entries(table)).equals(Set.copyOf(other.entries(table))));
    }

    /**
     * Whether these years can be moved onto {@code published} unchanged. Two dependencies cross years and need the
     * caller's own check: a treatment is unique among all years of its company, and weights may come from other years.
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

    /** Makes the same change on top of another snapshot: moves the files of these years and reuses all others. */
    public void moveTo(StagedSnapshot next) {
        for (TableContract table : LakeTables.all()) {
            if (table.isPartitioned()) {
                next.baseYears(table).stream().filter(year -> !years.contains(year))
                        .forEach(year -> next.reuse(table, year));
                years.forEach(year -> next.takeOver(staged, table, year));
            } else {
                next.reuse(table);
            }
        }
    }
}
