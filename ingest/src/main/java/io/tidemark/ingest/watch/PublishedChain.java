package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The published snapshot and its ancestors, as far as the lake keeps them. */
final class PublishedChain {

    private final Lake lake;
    private final Set<String> ids = new HashSet<>();
    private @Nullable String newest;
    /** The oldest known ancestor, if it was pruned. Snapshots older than it may also be ancestors. */
    private @Nullable String lost;

    PublishedChain(Lake lake) {
        this.lake = lake;
    }

    /** Whether a once published snapshot is not an ancestor of the published one. Ids begin with their time. */
    boolean isRolledBack(String snapshot) {
        read();
        return newest != null && !ids.contains(snapshot) && (lost == null || snapshot.compareTo(lost) > 0);
    }

    private void read() {
        Optional<String> current = lake.currentId().map(SnapshotId::text);
        if (current.isEmpty() || current.get().equals(newest)) {
            return;
        }
        ids.clear();
        lost = null;
        newest = current.get();
        for (String id = newest; id != null && lost == null;) {
            ids.add(id);
            try {
                id = lake.open(new SnapshotId(id)).manifest().parent();
            } catch (LakeException e) {
                lost = id;
            }
        }
    }
}
