package io.tidemark.server.backup;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A folder of several backups that share their contents, of which only new ones are written. Each backup is an index,
 * {@code TIME.json}. It keeps the newest ones, and the contents that they name. One backup at a time writes to it.
 */
final class FolderTarget implements BackupTarget {

    private final Path folder;
    private final Path objects;
    private final int keep;
    private final Set<String> added = new HashSet<>();
    private Path temporary;
    private OutputStream open = OutputStream.nullOutputStream();
    private final LockedFile lock;

    FolderTarget(Path folder, int keep) throws IOException {
        this.folder = folder;
        this.objects = folder.resolve(BackupIndex.OBJECTS);
        this.keep = keep;
        this.temporary = folder;
        this.lock = LockedFile.tryHold(folder.resolve(".lock"))
                .orElseThrow(() -> new BackupException("another backup writes to " + folder));
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public void begin(Path drafts) throws IOException {
        temporary = drafts;
        Files.createDirectories(objects, FilePermissions.PRIVATE_FOLDER);
    }

    @Override
    public boolean has(String sha256, long bytes) throws IOException {
        Path object = objects.resolve(sha256);
        return Files.exists(object) && Files.size(object) == bytes;
    }

    @Override
    public OutputStream add(String sha256) throws IOException {
        open = Files.newOutputStream(Files.createFile(temporary.resolve(sha256), FilePermissions.PRIVATE),
                StandardOpenOption.WRITE);
        return open;
    }

    @Override
    public void keep(String sha256) throws IOException {
        open.close();
        Path draft = temporary.resolve(sha256);
        DurableFiles.sync(draft);
        Files.move(draft, objects.resolve(sha256), StandardCopyOption.ATOMIC_MOVE);
        added.add(sha256);
    }

    @Override
    public List<String> finish(BackupIndex index, BooleanSupplier stop) throws IOException {
        List<Path> before = BackupFile.indexes(folder);
        Path own = folder.resolve(SnapshotId.madeAt(Instant.parse(index.madeAt())) + ".json");
        new BackupFile(own, null, index).check(stop, added::contains);
        DurableFiles.syncFolder(objects);
        DurableFiles.replace(own, Json.MAPPER.writeValueAsBytes(index), FilePermissions.PRIVATE);
        List<String> said = new ArrayList<>();
        if (before.isEmpty()) {
            said.add(folder + " had no backup before: all was copied; if it should have had one, its disk may not be "
                    + "mounted");
        } else if (before.getLast().compareTo(own) > 0) {
            said.add(before.getLast() + " is dated after this backup, " + own + ": a restore of the folder takes that "
                    + "one unless it names a file; compare the clock, and remove what is wrong");
        }
        List<Path> old = new ArrayList<>(before);
        old.remove(own);
        removeAllBut(old.subList(0, Math.max(0, old.size() - keep + 1)), said);
        FileOwnership.of(folder).giveTree(folder);
        return said;
    }

    private void removeAllBut(List<Path> old, List<String> said) throws IOException {
        for (Path index : old) {
            Files.delete(index);
        }
        if (!old.isEmpty()) {
            System.getLogger("io.tidemark.job").log(System.Logger.Level.INFO, "removed the " + old.size()
                    + " oldest backups of " + folder + ", up to " + old.getLast().getFileName());
        }
        Set<String> named = new HashSet<>();
        for (Path index : BackupFile.indexes(folder)) {
            try (BackupFile backup = BackupFile.open(index)) {
                backup.index().files().forEach(file -> named.add(file.sha256()));
            } catch (BackupException e) {
                said.add(e.getMessage() + "; no content was removed from " + objects);
                return;
            }
        }
        for (String name : DurableFiles.names(objects)) {
            if (!named.contains(name)) {
                Files.delete(objects.resolve(name));
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            open.close();
        }
    }
}
