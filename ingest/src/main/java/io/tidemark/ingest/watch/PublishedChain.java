package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The published snapshot and those that it was made from, as far back as they are kept. */
final class PublishedChain {

    private final Lake lake;
    private final Set<String> ids = new HashSet<>();
    private @Nullable String newest;
    /** The oldest that is known of, when it is pruned; what is older may have been one of them. */
    private @Nullable String lost;

    PublishedChain(Lake lake) {
        this.lake = lake;
    }

    /** Whether a snapshot that was published is not what the published one was made from. Ids begin with their time. */
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
