package io.tidemark.data.snapshot;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The leases on open snapshots. Each opener locks a file {@code leases/<snapshot>@<process>+<machine>+<number>}. An
 * unlocked file is the leftover of a dead process and is ignored.
 */
public final class SnapshotLeases {

    /**
     * A lease that is held.
     *
     * @param holder who holds it, such as {@code process 4711 on fish-1}
     */
    public record Held(SnapshotId snapshot, String holder, Instant since) {}

    private static final int TRIES = 10;
    private static final String ASKED = "let-go";
    /** A process that asks and is killed asks no longer than this. */
    private static final Duration ASKS = Duration.ofMinutes(1);
    private static final Path MACHINE = Path.of("/proc/sys/kernel/hostname");

    private final Path folder;

    SnapshotLeases(Path folder) {
        this.folder = folder;
    }

    /**
     * Takes a lease on a snapshot. Take it before opening the snapshot:
     * then the snapshot either stays or is already gone.
     * @throws LakeException if the lake cannot be written; the snapshot can still be opened
     */
    public SnapshotLease take(SnapshotId id) {
        return LakeException.get("cannot mark snapshot " + id + " as open", () -> {
            FilePermissions.makeFolder(folder);
            String holder = ProcessHandle.current().pid() + "+" + machine();
            for (int i = 0; i < TRIES; i++) {
                LockedFile held = LockedFile.tryHold(folder.resolve(id + "@" + holder + "+" + UUID.randomUUID()))
                        .orElse(null);
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
        });
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
        return held().stream().map(Held::snapshot).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The leases that are held, by snapshot. */
    public List<Held> held() {
        List<Held> held = new ArrayList<>();
        for (Path file : files()) {
            String name = String.valueOf(file.getFileName());
            int at = name.indexOf('@');
            if (at > 0 && SnapshotId.isOne(name.substring(0, at)) && isHeld(file)) {
                // the name says it: to read a file that this process has locked would release the lock
                String[] holder = name.substring(at + 1).split("\\+", -1);
                held.add(new Held(new SnapshotId(name.substring(0, at)),
                        holder.length == 3 ? "process " + holder[0] + " on " + holder[1] : "another process",
                        Instant.ofEpochMilli(file.toFile().lastModified())));
            }
        }
        return held;
    }

    /** Asks servers to close the snapshots that they no longer serve at once; holds for a minute. */
    public void ask() {
        LakeException.run("cannot ask for snapshots to be closed", () -> {
            FilePermissions.makeFolder(folder);
            DurableFiles.replace(folder.resolve(ASKED), new byte[0], FilePermissions.FILE);
        });
    }

    /** Whether somebody has asked for that lately. */
    public boolean isAsked() {
        return System.currentTimeMillis() - folder.resolve(ASKED).toFile().lastModified() < ASKS.toMillis();
    }

    // machines and containers that share a lake may have processes of one number;
    // Java would ask the network for the name
    private static String machine() {
        try {
            return Files.readString(MACHINE).strip().replaceAll("[^A-Za-z0-9.-]", "-");
        } catch (IOException e) {
            return "this-machine";
        }
    }

    /** Removes the leases of dead processes. Call with the lake's lock held. */
    void clearDead() {
        for (Path file : files()) {
            if (!isHeld(file)) {
                LakeException.run("cannot clear " + file, () -> Files.deleteIfExists(file));
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
        return Lake.names(folder).stream().map(folder::resolve).toList();
    }
}
