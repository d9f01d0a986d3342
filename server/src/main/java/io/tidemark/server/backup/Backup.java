package io.tidemark.server.backup;

import io.tidemark.data.erase.ErasureFiles;
import io.tidemark.data.file.AccessDenial;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes state and lake into a file or a folder of backups while servers and ingests run: it copies the database in one
 * transaction, and holds the immutable snapshots while it reads them. It reads back what it wrote before that becomes a
 * backup. For one backup only.
 */
public final class Backup {

    private static final String DATABASE = "tidemark.db";
    /** Files of the state folder that are left out: locks, and the temporary files of SQLite and the engine. */
    private static final Set<String> LEFT_OUT = Set.of("lock", DATABASE, DATABASE + "-wal", DATABASE + "-shm");
    private static final String LEDGER = BackupIndex.LAKE + "ledger/";
    private static final String SERVED = "served";
    private static final String TEMPORARY = ".tidemark-backup-";
    private static final Duration ABANDONED = Duration.ofDays(1);

    private final Lake lake;
    private final Path state;
    private final boolean publishedOnly;
    private final Clock clock;
    private final BooleanSupplier stop;
    private final List<String> warnings = new ArrayList<>();
    private final List<BackupIndex.Entry> files = new ArrayList<>();
    /** The ledger entries that the snapshots were published with. */
    private final Set<Integer> marks = new HashSet<>();
    private final Deque<SnapshotLease> leases = new ArrayDeque<>();

    private Backup(Lake lake, Path state, boolean publishedOnly, Clock clock, BooleanSupplier stop) {
        this.lake = lake;
        this.state = state;
        this.publishedOnly = publishedOnly;
        this.clock = clock;
        this.stop = stop;
    }

    /**
     * Makes a backup in a file.
     *
     * @param file          the file, which must not exist; created with 0600, since it contains the signing keys
     * @param publishedOnly whether to include only the published snapshot
     * @param stop          called from time to time; true stops the backup
     * @throws BackupException if the backup fails or is stopped; no file is left then
     */
    public static BackupSummary write(Path file, Path lake, Path state, boolean publishedOnly, Clock clock,
            BooleanSupplier stop) {
        Path target = file.toAbsolutePath();
        mustBeFolder(Objects.requireNonNull(target.getParent()));
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new BackupException("there is a file " + target + " already");
        }
        try {
            return new Backup(Lake.at(lake), state, publishedOnly, clock, stop).write(new ArchiveTarget(target));
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    /**
     * Makes a backup in a folder of backups, to which it copies what is new.
     *
     * @param keep how many backups the folder keeps, this one included
     * @throws BackupException if the backup fails or is stopped; the folder's earlier backups are whole then
     */
    public static BackupSummary into(Path folder, int keep, Path lake, Path state, boolean publishedOnly, Clock clock,
            BooleanSupplier stop) {
        Path place = folder.toAbsolutePath();
        mustBeFolder(place);
        try {
            return new Backup(Lake.at(lake), state, publishedOnly, clock, stop).write(new FolderTarget(place, keep));
        } catch (IOException e) {
            throw failed(place, e);
        }
    }

    private static void mustBeFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new BackupException(AccessDenial.noFolder(folder));
        }
    }

    private static BackupException failed(Path place, IOException e) {
        return new BackupException("cannot write " + place + ": " + e.getClass().getSimpleName() + " "
                + e.getMessage(), e);
    }

    private BackupSummary write(BackupTarget target) throws IOException {
        clearAbandoned(target.folder());
        Path temporary = null;
        try (target) {
            // permissions 0700 and a unique name, so that two backups do not collide
            temporary = Files.createTempDirectory(target.folder(), TEMPORARY);
            target.begin(temporary);
            BackupIndex index = fill(target, temporary);
            warnings.addAll(target.finish(index, stop));
            return BackupSummary.of(index, warnings);
        } finally {
            leases.forEach(SnapshotLease::close);
            clear(temporary);
        }
    }

    /** Deletes the leftovers of killed backups: they are large and contain secrets. */
    private void clearAbandoned(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path left : all.filter(path -> String.valueOf(path.getFileName()).startsWith(TEMPORARY)).toList()) {
                if (Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(left)
                        && Files.getLastModifiedTime(left).toInstant().isBefore(clock.instant().minus(ABANDONED))) {
                    DurableFiles.deleteTree(left);
                    warnings.add("removed " + left + ", left by a backup that was killed");
                }
            }
        } catch (IOException e) {
            warnings.add("cannot remove a file left by a backup that was killed: " + e.getMessage());
        }
    }

    private static void clear(@Nullable Path temporary) {
        try {
            if (temporary != null) {
                DurableFiles.deleteTree(temporary);
            }
        } catch (IOException e) {
            System.getLogger(Backup.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot clear " + temporary + ": " + e.getMessage());
        }
    }

    private BackupIndex fill(BackupTarget target, Path temporary) throws IOException {
        Instant now = clock.instant();
        String current = null;
        if (Files.isDirectory(state)) {
            state(target, temporary);
        } else {
            warnings.add("there is no state folder " + state + "; only the lake was backed up");
        }
        if (lake.exists()) {
            current = snapshots(target);
            ledger(target, current);
            loose(target, "watch");
            loose(target, "rejects");
            loose(target, ErasureFiles.FOLDER);
        } else {
            warnings.add("there is no lake in " + lake.root() + "; only the state was backed up");
        }
        if (files.isEmpty()) {
            throw new BackupException("there is nothing to back up: no state in " + state + ", no lake in "
                    + lake.root());
        }
        return new BackupIndex(BackupIndex.FORMAT, ProgramVersion.TEXT, now.toString(), current, files);
    }

    private void state(BackupTarget target, Path temporary) throws IOException {
        if (Files.exists(state.resolve(DATABASE))) {
            Path copy = temporary.resolve(DATABASE);
            StateStore.copy(state, copy, clock);
            add(target, BackupIndex.STATE + DATABASE, copy, null);
        }
        try (Stream<Path> all = Files.list(state)) {
            for (Path file : all.filter(file -> !LEFT_OUT.contains(String.valueOf(file.getFileName())))
                    .filter(file -> !String.valueOf(file.getFileName()).endsWith(".tmp")).sorted().toList()) {
                if (isOwnFile(file)) {
                    Path copy = Files.copy(file, temporary.resolve(String.valueOf(file.getFileName())));
                    add(target, BackupIndex.STATE + file.getFileName(), copy, null);
                }
            }
        }
    }

    // root may run the backup: a link in a folder of the server's user must
    // not bring in files which that user cannot read
    private boolean isOwnFile(Path file) {
        if (Files.isSymbolicLink(file)) {
            warnings.add(file + " is a link and was left out");
        }
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private @Nullable String snapshots(BackupTarget target) throws IOException {
        Optional<SnapshotId> current = lake.currentId();
        List<SnapshotId> wanted = new ArrayList<>(current.stream().toList());
        if (!publishedOnly) {
            SnapshotHistory.of(lake).usable().stream().map(entry -> new SnapshotId(entry.name()))
                    .filter(id -> !wanted.contains(id)).forEach(wanted::add);
        }
        for (SnapshotId id : wanted) {
            hold(id);
            try {
                Snapshot snapshot = lake.open(id);
                snapshot(target, snapshot);
                Optional.ofNullable(snapshot.manifest().ledger()).ifPresent(mark -> marks.add(mark.length()));
            } catch (LakeException | NoSuchFileException e) {
                if (current.equals(Optional.of(id))) {
                    throw e instanceof NoSuchFileException missing
                            ? new BackupException("the published snapshot is not whole: there is no "
                            + missing.getFile(), missing)
                            : new BackupException(String.valueOf(e.getMessage()), e);
                }
                files.removeIf(file -> file.path().startsWith(BackupIndex.LAKE + "snapshots/" + id + "/"));
                warnings.add("snapshot " + id + " was left out: " + e.getMessage());
            }
        }
        return current.map(SnapshotId::text).orElse(null);
    }

    private void hold(SnapshotId id) {
        try {
            leases.push(lake.leases().take(id));
        } catch (LakeException e) {
            warnings.add("a prune could have removed snapshot " + id + " meanwhile: " + e.getMessage());
        }
    }

    private void snapshot(BackupTarget target, Snapshot snapshot) throws IOException {
        String folder = BackupIndex.LAKE + "snapshots/" + snapshot.id() + "/";
        Map<String, String> known = new HashMap<>();
        snapshot.manifest().tables().values().stream().map(Manifest.TableEntry::files)
                .forEach(entries -> entries.forEach(entry -> known.put(entry.path(), entry.sha256())));
        for (Map.Entry<String, String> file : known.entrySet()) {
            add(target, folder + file.getKey(), snapshot.folder().resolve(file.getKey()), file.getValue());
        }
        add(target, folder + "manifest.json", snapshot.folder().resolve("manifest.json"), null);
    }

    // after the snapshots, which name its entries; leaves out the entry of an unpublished snapshot, which is removed if
    // the publication fails
    private void ledger(BackupTarget target, @Nullable String current) throws IOException {
        Ledger ledger = Ledger.of(lake);
        if (current != null) {
            checkLedger(ledger, current);
        }
        int length = ledger.settledLength(lake, current);
        Map<String, String> known = new TreeMap<>();
        Set<Integer> named = new HashSet<>(marks);
        named.add(length);
        for (int number = 1; number <= length; number++) {
            add(target, LEDGER + ledger.logName(number), ledger.folder().resolve(ledger.logName(number)), null);
            if (named.contains(number)) {
                ledger.entry(number).tables().values().forEach(table ->
                        table.files().forEach(file -> known.put(file.path(), file.sha256())));
            }
        }
        for (Map.Entry<String, String> file : known.entrySet()) {
            add(target, LEDGER + file.getKey(), ledger.folder().resolve(file.getKey()), file.getValue());
        }
        Path served = ledger.folder().resolve(SERVED);
        if (Files.exists(served)) {
            add(target, LEDGER + SERVED, served, null);
        }
    }

    private void checkLedger(Ledger ledger, String current) {
        try {
            ledger.at(lake.open(new SnapshotId(current)).manifest().ledger());
        } catch (LakeException e) {
            throw new BackupException(String.valueOf(e.getMessage()), e);
        }
    }

    // the watch's records and rejected rows: small files that may appear and disappear
    private void loose(BackupTarget target, String name) throws IOException {
        Path root = lake.root().resolve(name);
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(this::isOwnFile).sorted().toList()) {
                try {
                    add(target, BackupIndex.LAKE + name + "/" + root.relativize(file), file, null);
                } catch (NoSuchFileException e) {
                    warnings.add(file + " was removed meanwhile");
                }
            }
        }
    }

    /**
     * Adds a file, and its content unless the target already has it.
     *
     * @param expected its SHA-256 by the snapshot's manifest; null if unknown
     */
    private void add(BackupTarget target, String path, Path file, @Nullable String expected) throws IOException {
        String sha = expected != null ? expected : Sha256.hex(file);
        long bytes = Files.size(file);
        files.add(new BackupIndex.Entry(path, sha, bytes));
        if (target.has(sha, bytes)) {
            return;
        }
        MessageDigest digest = Sha256.digest();
        try (InputStream in = Files.newInputStream(file)) {
            DigestOutputStream out = new DigestOutputStream(target.add(sha), digest);
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                BackupStoppedException.check(stop);
                out.write(buffer, 0, n);
            }
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(sha)) {
            throw new BackupException(expected != null ? file
                    + " does not match its manifest; tidemark snapshot verify lists all errors"
                    : file + " changed while it was read; try again");
        }
        target.keep(sha);
    }
}
