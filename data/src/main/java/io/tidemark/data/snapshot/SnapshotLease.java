package io.tidemark.data.snapshot;

import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.Files;

/** A lease on an open snapshot, which keeps it from being pruned; it ends with the process. */
public final class SnapshotLease implements AutoCloseable {

    private final LockedFile file;

    SnapshotLease(LockedFile file) {
        this.file = file;
    }

    @Override
    public void close() {
        try (file) {
            Files.deleteIfExists(file.file());
        } catch (IOException e) {
            // a lease file that nobody locks is ignored, and the next ingest or prune deletes it
        }
    }
}
