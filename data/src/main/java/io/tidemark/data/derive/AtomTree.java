package io.tidemark.data.derive;

import io.tidemark.data.snapshot.PrivacyRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Groups the cells of one piece into atoms: the smallest sets of cells whose sums may be published (definitions.md, section 2).
 * From the leaves of a tree upwards, cells that are not safe by themselves are merged. Up to the platform area, neighbouring
 * atoms are added, smallest first, until the merged cells are safe. Cells that are still unsafe at the country are in no atom.
 */
final class AtomTree {

    /** The key of each level, from the country down: placement, region, platform area, ..., weight class. */
    private static final List<Function<CellPlace, @Nullable Object>> BRANCHES = List.of(CellPlace::placement, CellPlace::region,
            CellPlace::platformArea, CellPlace::productionArea, CellPlace::generation, CellPlace::band, CellPlace::weightClass);

    /** The depth of platform areas: from here down, unsafe cells may absorb atoms of their node; above it they only move up. */
    private static final int PLATFORM_AREA = 3;

    private record Outcome(List<CellSet> atoms, CellSet open) {}

    private final PrivacyRule rule;
    private final List<CellSet> cells;

    private AtomTree(PrivacyRule rule, List<CellSet> cells) {
        this.rule = rule;
        this.cells = cells;
    }

    /**
     * The atoms of a piece, in the order of their first cells.
     *
     * @param cells sets of one cell each, in the order of the tree
     */
    static List<CellSet> atoms(PrivacyRule rule, List<CellSet> cells) {
        List<CellSet> atoms = new ArrayList<>(new AtomTree(rule, cells).node(0, 0, cells.size()).atoms);
        atoms.sort(Comparator.comparingInt(CellSet::first));
        return atoms;
    }

    /** Processes the cells from one place up to another, which all belong to one node of that depth. */
    private Outcome node(int depth, int from, int to) {
        if (depth == BRANCHES.size()) {
            CellSet cell = cells.get(from);
            return cell.isSafe(rule) ? new Outcome(List.of(cell), CellSet.none()) : new Outcome(List.of(), cell);
        }
        List<CellSet> atoms = new ArrayList<>();
        CellSet open = CellSet.none();
        for (int start = from, end; start < to; start = end) {
            Object branch = BRANCHES.get(depth).apply(cells.get(start).place());
            end = start + 1;
            while (end < to && Objects.equals(branch, BRANCHES.get(depth).apply(cells.get(end).place()))) {
                end++;
            }
            Outcome child = node(depth + 1, start, end);
            atoms.addAll(child.atoms);
            open = open.with(child.open);
        }
        return open.isEmpty() ? new Outcome(atoms, open) : bind(depth, atoms, open);
    }

    private Outcome bind(int depth, List<CellSet> atoms, CellSet open) {
        if (open.isSafe(rule)) {
            atoms.add(open);
            return new Outcome(atoms, CellSet.none());
        }
        if (depth >= PLATFORM_AREA) {
            List<CellSet> smallestFirst = atoms.stream()
                    .sorted(Comparator.comparingLong(CellSet::total).thenComparingInt(CellSet::first)).toList();
            CellSet grown = open;
            for (int i = 0; i < smallestFirst.size(); i++) {
                grown = grown.with(smallestFirst.get(i));
                if (grown.isSafe(rule)) {
                    List<CellSet> left = new ArrayList<>(smallestFirst.subList(i + 1, smallestFirst.size()));
                    left.add(grown);
                    return new Outcome(left, CellSet.none());
                }
            }
        }
        return new Outcome(atoms, open);
    }
}
