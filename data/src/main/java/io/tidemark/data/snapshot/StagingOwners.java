package io.tidemark.data.snapshot;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The owners of the entries of {@code staging/}. A staged snapshot holds a lock on {@code <id>.owner} while its process
 * lives; an unlocked entry is the leftover of a dead process. {@code <id>.years} names the years that an ingest is
 * changing without the lake's lock.
 */
public final class StagingOwners {

    private static final String OWNER = ".owner";
    private static final String YEARS = ".years";

    private final Path staging;

    StagingOwners(Path staging) {
        this.staging = staging;
    }

    /**
     * Marks a snapshot as being written by this process. Call with the lake's lock held, since recovery removes
     * unlocked marks.
     */
    LockedFile hold(SnapshotId id) throws IOException {
        return LockedFile.tryHold(staging.resolve(id + OWNER))
                .orElseThrow(() -> new IOException(id + " is being written by another process"));
    }

    /** Whether a running process is writing a snapshot. */
    boolean isAlive(SnapshotId id) {
        Path file = staging.resolve(id + OWNER);
        try {
            return LockedFile.isHeld(file);
        } catch (IOException e) {
            // the file is gone: its owner has just ended; if it cannot be checked, the owner may be alive
            return Files.exists(file);
        }
    }

    /** Whether a snapshot in the making uses a name. */
    boolean isTaken(SnapshotId id) {
        return Files.exists(staging.resolve(id + OWNER));
    }

    /** Records the years that a snapshot changes, for {@link #claimed}. Call with the lake's lock held. */
    void claim(SnapshotId id, Collection<Integer> years) throws IOException {
        String text = years.stream().map(String::valueOf).collect(Collectors.joining("\n"));
        DurableFiles.replace(staging.resolve(id + YEARS), text.getBytes(StandardCharsets.UTF_8), FilePermissions.FILE);
    }

    /** Deletes the marks of a snapshot. Its owner's lock ends when the snapshot is closed. */
    void forget(SnapshotId id) throws IOException {
        Files.deleteIfExists(staging.resolve(id + YEARS));
        Files.deleteIfExists(staging.resolve(id + OWNER));
    }

    /** The years that running ingests are changing without the lake's lock. Call with the lock held. */
    public SortedSet<Integer> claimed() {
        return LakeException.get("cannot read " + staging, () -> {
            SortedSet<Integer> claimed = new TreeSet<>();
            for (SnapshotId id : alive()) {
                claimed.addAll(years(staging.resolve(id + YEARS)));
            }
            return claimed;
        });
    }

    private static List<Integer> years(Path file) throws IOException {
        try {
            return Files.readString(file).lines().map(Integer::valueOf).toList();
        } catch (NoSuchFileException e) {
            // its owner holds the lake's lock, has changed nothing yet, or has just ended
            return List.of();
        }
    }

    /** Whether a running process is writing any snapshot. */
    public boolean areBusy() {
        return !LakeException.get("cannot read " + staging, this::alive).isEmpty();
    }

    /** The entries without a running owner, as a killed run leaves them. */
    public List<Path> leftOver() {
        return LakeException.get("cannot read " + staging, () -> {
            Set<SnapshotId> alive = alive();
            return DurableFiles.names(staging).stream()
                    .filter(name -> alive.stream().noneMatch(id -> name.equals(id.text()) || name.startsWith(id + ".")))
                    .map(staging::resolve).toList();
        });
    }

    /** Removes all entries without a running owner. Call with the lake's lock held. */
    void clear() throws IOException {
        for (Path entry : leftOver()) {
            DurableFiles.deleteTree(entry);
        }
        try {
            Files.deleteIfExists(staging);
        } catch (DirectoryNotEmptyException e) {
            // running ingests have entries in it
        }
    }

    private Set<SnapshotId> alive() throws IOException {
        Set<SnapshotId> alive = new TreeSet<>();
        for (String name : DurableFiles.names(staging)) {
            String id = name.endsWith(OWNER) ? name.substring(0, name.length() - OWNER.length()) : "";
            if (SnapshotId.isOne(id) && isAlive(new SnapshotId(id))) {
                alive.add(new SnapshotId(id));
            }
        }
        return alive;
    }
}
