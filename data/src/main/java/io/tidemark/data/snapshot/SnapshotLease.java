package io.tidemark.data.snapshot;

import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.Files;

/** A lease on an open snapshot: pruning leaves the snapshot alone. The lease ends with the process. */
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
            // an unlocked lease file is ignored, and the next ingest or prune deletes it
        }
    }
}
