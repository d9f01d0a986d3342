package io.tidemark.server.backup;

import io.tidemark.data.snapshot.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeAccess;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Puts a backup back into an empty lake and an empty state folder, which may be on disks of their own. */
public final class Restore {

    private static final String DRAFT = ".restoring";
    /** What a folder may hold and still count as empty: a new disk, an earlier try, the locks of this one. */
    private static final Set<String> NOTHING = Set.of("lost+found", DRAFT, ".lock", "lock");

    private Restore() {}

    /** Reads the whole backup and compares every content with its hash; throws {@link BackupException} when it is damaged. */
    public static BackupSummary check(Path file) {
        if (!BackupFile.isThere(file)) {
            throw new BackupException("there is no file " + file);
        }
        BackupFile backup = BackupFile.open(file);
        backup.check();
        return BackupSummary.of(backup.index(), List.of());
    }

    /** Whether there is nothing in a folder that a restore would touch. */
    public static boolean isFree(Path folder) {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> NOTHING.contains(String.valueOf(file.getFileName())));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Puts a backup back. The published snapshot is published last, so that a server that runs already takes all of it up at once.
     *
     * @param lake  folder that is free, see {@link #isFree}
     * @param state folder that is free
     * @throws BackupException when the backup is damaged, or a folder cannot be written; what was there stays as it was
     */
    public static BackupSummary run(Path file, Path lake, Path state, Clock clock) {
        BackupSummary summary = check(file);
        BackupFile backup = BackupFile.open(file);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (!backup.index().below(BackupIndex.STATE).isEmpty()) {
                state(backup, zip, state, clock);
            }
            if (!backup.index().below(BackupIndex.LAKE).isEmpty()) {
                lake(backup, zip, Lake.at(lake));
            }
            return summary;
        } catch (IOException e) {
            throw new BackupException("cannot restore: " + e.getClass().getSimpleName() + " " + e.getMessage(), e);
        }
    }

    private static void state(BackupFile backup, ZipFile zip, Path state, Clock clock) throws IOException {
        StateStore.prepare(state);
        Path draft = emptyDraft(state, "rwx------");
        for (BackupIndex.Entry entry : backup.index().below(BackupIndex.STATE)) {
            write(backup, zip, entry, draft.resolve(entry.path().substring(BackupIndex.STATE.length())), "rw-------");
        }
        // a state that this version cannot read is found out before it is in its place
        if (Files.exists(draft.resolve("tidemark.db"))) {
            StateStore.openExisting(draft, clock);
            Files.deleteIfExists(draft.resolve("lock"));
        }
        moveUp(draft, state);
    }

    private static void lake(BackupFile backup, ZipFile zip, Lake lake) throws IOException {
        try (LakeLock _ = lake.lock()) {
            Path draft = emptyDraft(lake.root(), "rwxr-x---");
            Map<String, Path> firsts = new HashMap<>();
            for (BackupIndex.Entry entry : backup.index().below(BackupIndex.LAKE)) {
                Path target = draft.resolve(entry.path().substring(BackupIndex.LAKE.length()));
                LakeAccess.makeFolder(Objects.requireNonNull(target.getParent()));
                boolean snapshot = entry.path().startsWith(BackupIndex.LAKE + "snapshots/");
                Path first = snapshot ? firsts.putIfAbsent(entry.sha256(), target) : null;
                if (first != null) {
                    // snapshots share what they have in common
                    Files.createLink(target, first);
                } else {
                    write(backup, zip, entry, target, snapshot ? "r--r-----" : "rw-r-----");
                }
            }
            DurableFiles.syncFolders(draft);
            moveUp(draft, lake.root());
            String current = backup.index().current();
            if (current != null) {
                lake.publish(new SnapshotId(current));
            }
        }
    }

    private static Path emptyDraft(Path folder, String permissions) throws IOException {
        Path draft = folder.resolve(DRAFT);
        DurableFiles.deleteTree(draft);
        return Files.createDirectory(draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    }

    private static void write(BackupFile backup, ZipFile zip, BackupIndex.Entry entry, Path target, String permissions) throws IOException {
        try (InputStream in = backup.content(zip, entry)) {
            Files.copy(in, target);
        }
        DurableFiles.sync(target);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
    }

    private static void moveUp(Path draft, Path folder) throws IOException {
        try (Stream<Path> parts = Files.list(draft)) {
            for (Path part : parts.sorted().toList()) {
                Files.move(part, folder.resolve(Objects.requireNonNull(part.getFileName())), StandardCopyOption.ATOMIC_MOVE);
            }
        }
        Files.delete(draft);
        DurableFiles.syncFolder(folder);
    }
}
