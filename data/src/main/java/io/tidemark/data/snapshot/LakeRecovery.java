package io.tidemark.data.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Clears what a run that died left: its staging, a snapshot that it finished and did not come to publish, with its rejected
 * rows, a half-written draft of CURRENT, marks of servers that are no more. Works with the lake's lock held.
 */
final class LakeRecovery {

    private static final String UNPUBLISHED = ".unpublished";

    private final Lake lake;

    LakeRecovery(Lake lake) {
        this.lake = lake;
    }

    /** The note under {@code staging/} that a snapshot is in its place and not yet published. */
    static Path unpublishedNote(Lake lake, SnapshotId id) {
        return lake.staging().resolve(id + UNPUBLISHED);
    }

    void clear() {
        try {
            for (SnapshotId id : unpublished()) {
                discardUnpublished(id);
            }
            DurableFiles.deleteTree(lake.staging());
            Files.deleteIfExists(lake.draftOfCurrent());
        } catch (IOException e) {
            throw new LakeException("cannot clear " + lake.staging() + ": " + LakeLock.reason(e), e);
        }
        lake.leases().clearDead();
    }

    /** Ends the time between sealing and publishing: what did not become the published snapshot goes. */
    void discardUnpublished(SnapshotId id) throws IOException {
        if (Files.exists(unpublishedNote(lake, id)) && !isPublished(id)) {
            remove(id);
        }
        Files.deleteIfExists(unpublishedNote(lake, id));
    }

    /** Takes away a sealed snapshot that a later one holds all of; its rejected rows stay. */
    void supersede(SnapshotId id) throws IOException {
        DurableFiles.deleteTree(setAside(id));
        Files.deleteIfExists(unpublishedNote(lake, id));
    }

    // where CURRENT makes no sense nothing is taken away
    private boolean isPublished(SnapshotId id) {
        try {
            return lake.currentId().equals(Optional.of(id));
        } catch (LakeException e) {
            return true;
        }
    }

    /** Removes a snapshot, at once for everybody who looks, and its rejected rows. */
    void remove(SnapshotId id) throws IOException {
        if (Files.exists(lake.folder(id))) {
            DurableFiles.deleteTree(setAside(id));
        }
        DurableFiles.deleteTree(lake.rejects(id));
    }

    /** Takes a snapshot out of {@code snapshots/} in one step; the answer is where it is now. */
    Path setAside(SnapshotId id) throws IOException {
        Path aside = lake.staging().resolve(id + ".removed");
        LakeAccess.makeFolder(lake.staging());
        Files.move(lake.folder(id), aside, StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.syncFolder(lake.snapshots());
        return aside;
    }

    private List<SnapshotId> unpublished() throws IOException {
        if (!Files.isDirectory(lake.staging())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(lake.staging())) {
            return files.map(file -> String.valueOf(file.getFileName())).filter(name -> name.endsWith(UNPUBLISHED))
                    .map(name -> name.substring(0, name.length() - UNPUBLISHED.length())).filter(SnapshotId::isOne)
                    .map(SnapshotId::new).toList();
        }
    }
}
