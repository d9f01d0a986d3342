package io.tidemark.data.derive;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path in the tree from which atoms are made: the branch to take at each level, from the root down. The path of a
 * cell ends at a leaf; the path of cells that must stay together ends at the node where their own paths part.
 *
 * @param branches the key of each branch; null is a valid key, such as that of sites outside every region
 */
record TreePath(List<@Nullable Object> branches) {

    /** Copies the list. */
    TreePath {
        branches = Collections.unmodifiableList(Arrays.asList(branches.toArray()));
    }

    /** The level where the path ends; the root is level 0. */
    int depth() {
        return branches.size();
    }
}
