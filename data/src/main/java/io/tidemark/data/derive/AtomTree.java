package io.tidemark.data.derive;

import io.tidemark.data.snapshot.PrivacyRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Groups cells into atoms: the smallest sets of cells whose sums may be published (definitions.md, section 2). It goes
 * from the leaves of a tree upwards and merges cells that are not safe alone. From some level downwards it adds
 * neighbouring atoms, smallest first, until the merged cells are safe. Cells that are still unsafe at the root get no
 * atom. The cells of an existing atom stay together, at the node where their paths part.
 */
record AtomTree(PrivacyRule rule, int absorbsFrom) {

    private record Outcome(List<CellSet> atoms, CellSet open) {}

    /**
     * The atoms of a tree, in the order of their first cells.
     *
     * @param absorbsFrom the level from which downwards unsafe cells may absorb atoms of their node; above it they only
     *                    move up
     * @param cells       in the order of the tree
     */
    static List<CellSet> atoms(PrivacyRule rule, int absorbsFrom, List<CellSet> cells) {
        List<CellSet> atoms = new ArrayList<>(new AtomTree(rule, absorbsFrom).node(0, cells).atoms);
        atoms.sort(Comparator.comparingInt(CellSet::first));
        return atoms;
    }

    /** Processes the cells of one node. */
    private Outcome node(int depth, List<CellSet> cells) {
        List<CellSet> atoms = new ArrayList<>();
        CellSet open = CellSet.none();
        List<CellSet> below = new ArrayList<>();
        for (CellSet cell : cells) {
            if (cell.path().depth() > depth) {
                below.add(cell);
            } else if (cell.isSafe(rule)) {
                atoms.add(cell);
            } else {
                open = open.with(cell);
            }
        }
        for (int start = 0, end; start < below.size(); start = end) {
            Object branch = below.get(start).path().branches().get(depth);
            end = start + 1;
            while (end < below.size() && Objects.equals(branch, below.get(end).path().branches().get(depth))) {
                end++;
            }
            Outcome child = node(depth + 1, below.subList(start, end));
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
        if (depth >= absorbsFrom) {
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
