package io.tidemark.data.derive;

import io.tidemark.data.snapshot.PrivacyRule;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of cells, some of which may have to stay together, with the amount of each farmer group in them: fish_days, or
 * biomass for cells that report feed. Immutable.
 */
final class CellSet {

    private static final CellSet NONE = new CellSet(new int[0], null, new int[0], new long[0]);

    private final int[] cells;
    private final @Nullable TreePath path;
    // ascending; the amounts have the same positions
    private final int[] groups;
    private final long[] amounts;

    private CellSet(int[] cells, @Nullable TreePath path, int[] groups, long[] amounts) {
        this.cells = cells;
        this.path = path;
        this.groups = groups;
        this.amounts = amounts;
    }

    /** The empty set. */
    static CellSet none() {
        return NONE;
    }

    /**
     * A set of one cell, or of cells that stay together under one number.
     *
     * @param cell    its number
     * @param path    its place in the tree
     * @param groups  numbers of the farmer groups in it, ascending
     * @param amounts the amount of each of them
     */
    static CellSet of(int cell, TreePath path, int[] groups, long[] amounts) {
        return new CellSet(new int[] {cell}, path, groups, amounts);
    }

    /** The union of these cells and others. */
    CellSet with(CellSet other) {
        if (other.isEmpty() || isEmpty()) {
            return isEmpty() ? other : this;
        }
        int[] all = Arrays.copyOf(cells, cells.length + other.cells.length);
        System.arraycopy(other.cells, 0, all, cells.length, other.cells.length);
        int[] mergedGroups = new int[groups.length + other.groups.length];
        long[] mergedAmounts = new long[mergedGroups.length];
        int n = 0;
        for (int i = 0, j = 0; i < groups.length || j < other.groups.length; n++) {
            int mine = i < groups.length ? groups[i] : Integer.MAX_VALUE;
            int theirs = j < other.groups.length ? other.groups[j] : Integer.MAX_VALUE;
            mergedGroups[n] = Math.min(mine, theirs);
            mergedAmounts[n] = (mine <= theirs ? amounts[i++] : 0) + (theirs <= mine ? other.amounts[j++] : 0);
        }
        return new CellSet(all, null, Arrays.copyOf(mergedGroups, n), Arrays.copyOf(mergedAmounts, n));
    }

    /** Whether the set has no cells. */
    boolean isEmpty() {
        return cells.length == 0;
    }

    /** Whether the sums of these cells may be published. */
    boolean isSafe(PrivacyRule rule) {
        long largest = 0;
        long second = 0;
        int present = 0;
        for (long amount : amounts) {
            present += amount > 0 ? 1 : 0;
            if (amount > largest) {
                second = largest;
                largest = amount;
            } else if (amount > second) {
                second = amount;
            }
        }
        return rule.isSafe(present, total(), largest, second);
    }

    /** The sum over all groups. */
    long total() {
        return Arrays.stream(amounts).sum();
    }

    /** The numbers of the cells. */
    int[] cells() {
        return cells.clone();
    }

    /** The lowest number among the cells. */
    int first() {
        return Arrays.stream(cells).min().orElse(Integer.MAX_VALUE);
    }

    /** The place in the tree; fails for a union of several sets. */
    TreePath path() {
        if (path == null) {
            throw new IllegalStateException("a set of " + cells.length + " cells has no one place");
        }
        return path;
    }
}
