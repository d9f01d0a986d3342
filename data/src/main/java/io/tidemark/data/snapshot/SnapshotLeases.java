package io.tidemark.data.snapshot;

import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The leases on open snapshots. Each opener locks a file {@code leases/<snapshot>@<number>}. An unlocked file is the leftover of a dead process and
 * is ignored.
 */
public final class SnapshotLeases {

    private static final int TRIES = 10;

    private final Path folder;

    SnapshotLeases(Path folder) {
        this.folder = folder;
    }

    /**
     * Takes a lease on a snapshot. Take it before opening the snapshot: then the snapshot either stays or is already gone.
     * @throws LakeException if the lake cannot be written; the snapshot can still be opened
     */
    public SnapshotLease take(SnapshotId id) {
        try {
            FilePermissions.makeFolder(folder);
            for (int i = 0; i < TRIES; i++) {
                LockedFile held = LockedFile.tryHold(folder.resolve(id + "@" + UUID.randomUUID())).orElse(null);
                if (held == null) {
                    // another process looked at the file before it was locked
                    continue;
                }
                // or a prune deleted the file
                if (Files.exists(held.file())) {
                    return new SnapshotLease(held);
                }
                held.close();
            }
            throw new LakeException("cannot mark snapshot " + id + " as open: its mark is taken away again and again");
        } catch (IOException e) {
            throw new LakeException("cannot mark snapshot " + id + " as open: " + LakeLock.reason(e), e);
        }
    }

    /** Takes a lease if possible; returns null if the lake cannot be written. For readers that can do without. */
    public @Nullable SnapshotLease tryTake(SnapshotId id) {
        try {
            return take(id);
        } catch (LakeException e) {
            return null;
        }
    }

    /** The snapshots that are open. */
    public Set<SnapshotId> open() {
        Set<SnapshotId> open = new TreeSet<>();
        for (Path file : files()) {
            String name = String.valueOf(file.getFileName());
            int at = name.indexOf('@');
            if (at > 0 && SnapshotId.isOne(name.substring(0, at)) && isHeld(file)) {
                open.add(new SnapshotId(name.substring(0, at)));
            }
        }
        return open;
    }

    /** Removes the leases of dead processes. Call with the lake's lock held. */
    void clearDead() {
        for (Path file : files()) {
            if (!isHeld(file)) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new LakeException("cannot clear " + file + ": " + LakeLock.reason(e), e);
                }
            }
        }
    }

    // a lease that cannot be checked counts as in use
    private static boolean isHeld(Path file) {
        try {
            return LockedFile.isHeld(file);
        } catch (IOException e) {
            return Files.exists(file);
        }
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new LakeException("cannot list " + folder + ": " + LakeLock.reason(e), e);
        }
    }
}
