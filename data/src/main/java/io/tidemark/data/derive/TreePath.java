package io.tidemark.data.derive;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in the tree from which atoms are made: the branch to take at each level, from the root down. A cell's way ends at a leaf, that of
 * cells which are bound together at the node where their ways part.
 *
 * @param branches the key of each branch; null is a branch like others, such as that of sites outside every region
 */
record TreePath(List<@Nullable Object> branches) {

    /** Copies the list. */
    TreePath {
        branches = Collections.unmodifiableList(Arrays.asList(branches.toArray()));
    }

    /** The level where it ends; the root is level 0. */
    int depth() {
        return branches.size();
    }
}
