package io.tidemark.data.snapshot;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Removes the leftovers of a run that died: its staging folder, a finished but unpublished snapshot with its rejects, a
 * half-written draft of CURRENT, an entry of the ledger for a snapshot that was not published, leases of dead servers.
 * It leaves the staging folders of running processes alone. Call with the lake's lock held.
 */
record LakeRecovery(Lake lake) {

    private static final String UNPUBLISHED = ".unpublished";

    /** The note under {@code staging/} for a snapshot that is in its final place but not yet published. */
    static Path unpublishedNote(Lake lake, SnapshotId id) {
        return lake.staging().resolve(id + UNPUBLISHED);
    }

    void clear() {
        LakeException.run("cannot clear " + lake.staging(), () -> {
            PendingLedger.settle(lake);
            for (SnapshotId id : unpublished()) {
                if (!lake.owners().isAlive(id)) {
                    discardUnpublished(id);
                }
            }
            lake.owners().clear();
            Files.deleteIfExists(lake.draftOfCurrent());
        });
        lake.leases().clearDead();
    }

    /** Removes a sealed snapshot that was not published, and its note. */
    void discardUnpublished(SnapshotId id) throws IOException {
        if (Files.exists(unpublishedNote(lake, id)) && !isPublished(id)) {
            remove(id);
        }
        Files.deleteIfExists(unpublishedNote(lake, id));
    }

    /** Removes a sealed snapshot whose content a later one includes; its rejected rows stay. */
    void supersede(SnapshotId id) throws IOException {
        DurableFiles.deleteTree(setAside(id));
        Files.deleteIfExists(unpublishedNote(lake, id));
    }

    // if CURRENT cannot be read, keep the snapshot
    private boolean isPublished(SnapshotId id) {
        try {
            return lake.currentId().equals(Optional.of(id));
        } catch (LakeException e) {
            return true;
        }
    }

    /** Removes a snapshot in one step for all readers, and its rejected rows. */
    void remove(SnapshotId id) throws IOException {
        if (Files.exists(lake.folder(id))) {
            DurableFiles.deleteTree(setAside(id));
        }
        DurableFiles.deleteTree(lake.rejects(id));
    }

    /** Moves a snapshot out of {@code snapshots/} in one step; returns its new path. */
    Path setAside(SnapshotId id) throws IOException {
        Path aside = lake.staging().resolve(id + ".removed");
        FilePermissions.makeFolder(lake.staging());
        Files.move(lake.folder(id), aside, StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.syncFolder(lake.snapshots());
        return aside;
    }

    private List<SnapshotId> unpublished() throws IOException {
        return DurableFiles.names(lake.staging()).stream().filter(name -> name.endsWith(UNPUBLISHED))
                .map(name -> name.substring(0, name.length() - UNPUBLISHED.length())).filter(SnapshotId::isOne)
                .map(SnapshotId::new).toList();
    }
}
