package io.tidemark.data.snapshot;

import java.io.IOException;
import java.nio.file.Files;

/** The mark that a process has a snapshot open, which keeps it from being pruned; a process that dies loses it. */
public final class SnapshotLease implements AutoCloseable {

    private final HeldFile file;

    SnapshotLease(HeldFile file) {
        this.file = file;
    }

    @Override
    public void close() {
        try (file) {
            Files.deleteIfExists(file.file());
        } catch (IOException e) {
            // a mark that nobody holds means nothing, and the next ingest or prune clears it away
        }
    }
}
