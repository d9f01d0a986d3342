package io.tidemark.server.backup;

import io.tidemark.data.erase.ErasureFiles;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateFolder;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Restores a backup into an empty lake and an empty state folder, which may be separate disks. It first writes all
 * files beside their place: a failure before the last step leaves both folders empty. For one restore only.
 */
public final class Restore {

    private static final String DRAFT = ".restoring";
    private static final String LEDGER_FOLDER = "ledger";
    /**
     * Entries that an empty folder may have: those of a new disk, of an earlier try, this restore's locks, and
     * protocols of erasures.
     */
    private static final Set<String> NOTHING = Set.of("lost+found", DRAFT, ".lock", "lock", ErasureFiles.FOLDER);
    private static final long MEGABYTE = 1 << 20;
    /** Maximum number of foreign entries to name; the others are counted. */
    private static final int MAX_FOREIGN = 20;

    private final BackupFile backup;
    private final Part part;
    private final Path state;
    private final Lake lake;
    private final Clock clock;
    private final BooleanSupplier stop;

    /** What a restore takes out of a backup. */
    public enum Part {
        /** State and lake. */
        ALL,
        /** The lake alone. */
        LAKE,
        /** The state alone. */
        STATE,
        /** The ledger alone, into a lake that has none. */
        LEDGER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        private boolean has(String path) {
            return switch (this) {
                case ALL -> true;
                case LAKE -> path.startsWith(BackupIndex.LAKE);
                case STATE -> path.startsWith(BackupIndex.STATE);
                case LEDGER -> path.startsWith(BackupIndex.LAKE + LEDGER_FOLDER + "/");
            };
        }

        /** The folders that must be free. */
        public List<Path> folders(Path lake, Path state) {
            return switch (this) {
                case ALL -> List.of(state, lake);
                case LAKE -> List.of(lake);
                case STATE -> List.of(state);
                case LEDGER -> List.of(lake.resolve(LEDGER_FOLDER));
            };
        }
    }

    private Restore(BackupFile backup, Part part, Path state, Lake lake, Clock clock, BooleanSupplier stop) {
        this.backup = backup;
        this.part = part;
        this.state = state;
        this.lake = lake;
        this.clock = clock;
        this.stop = stop;
    }

    /**
     * Reads the whole backup and compares all content with its hashes; throws {@link BackupException} if it is damaged.
     */
    public static BackupSummary check(Path file, BooleanSupplier stop) {
        try (BackupFile backup = BackupFile.open(file)) {
            backup.check(stop);
            return BackupSummary.of(backup.index(), warnings(backup));
        }
    }

    /** Whether a folder has nothing that a restore would touch. */
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
     * Restores a backup. It publishes the published snapshot last, so that a running server loads everything at once.
     *
     * @param part  what is restored
     * @param lake  a free folder, see {@link #isFree}
     * @param state a free folder
     * @param stop  called from time to time; true stops the restore
     * @throws BackupException if the backup is damaged, a folder cannot be written, or a stop was requested; both
     *                         folders are empty then
     */
    public static BackupSummary run(Path file, Part part, Path lake, Path state, Clock clock,
            BooleanSupplier stop) {
        try (BackupFile backup = BackupFile.open(file)) {
            backup.check(stop);
            List<String> warnings = new ArrayList<>(warnings(backup));
            warnings.addAll(erasedSince(backup.index(), Lake.at(lake)));
            new Restore(backup, part, state, Lake.at(lake), clock, stop).run();
            return BackupSummary.of(backup.index(), warnings);
        } catch (IOException e) {
            throw new BackupException("cannot restore: " + e.getClass().getSimpleName() + " " + e.getMessage(), e);
        }
    }

    // warns of files that were added to the archive later
    private static List<String> warnings(BackupFile backup) {
        List<String> foreign = backup.foreign();
        List<String> warnings = new ArrayList<>(foreign.stream().limit(MAX_FOREIGN)
                .map(name -> "the archive's list does not contain " + name + ", which is not restored").toList());
        if (foreign.size() > MAX_FOREIGN) {
            warnings.add("nor does it know " + (foreign.size() - MAX_FOREIGN)
                    + " more entries, which are not restored");
        }
        return warnings;
    }

    // protocols that stayed in the lake's folder
    private static List<String> erasedSince(BackupIndex index, Lake lake) {
        Instant made;
        try {
            made = Instant.parse(index.madeAt());
        } catch (DateTimeParseException e) {
            made = Instant.MIN;
        }
        Instant since = made;
        return new ErasureFiles(lake).all().stream().filter(erasure -> erasure.begunAt().isAfter(since))
                .map(erasure -> "the backup is older than the erasure of " + erasure.farmer() + " (" + erasure.begunAt()
                        + "), and brings its data back; tidemark farmer erase " + erasure.farmer()
                        + " removes it again").distinct().toList();
    }

    private void run() throws IOException {
        boolean hasState = !below(BackupIndex.STATE).isEmpty();
        boolean hasLake = !below(BackupIndex.LAKE).isEmpty();
        if (!hasState && !hasLake) {
            throw new BackupException("the backup has no " + part);
        }
        try (LakeLock _ = lake.lock()) {
            if (hasState) {
                StateStore.prepare(state);
                mustBeRoomFor(state, bytes(BackupIndex.STATE));
            }
            mustBeRoomFor(lake.root(), bytes(BackupIndex.LAKE));
            if (hasLake) {
                draftLake();
            }
            if (hasState) {
                draftState();
            }
            BackupStoppedException.check(stop);
            if (hasState) {
                // a command started meanwhile may have created a state
                StateFolder.existing(state).exclusively(() -> take(hasLake));
            } else {
                takeLake();
            }
            String current = current();
            if (current != null) {
                lake.publish(new SnapshotId(current));
            }
        } finally {
            DurableFiles.deleteTree(state.resolve(DRAFT));
            DurableFiles.deleteTree(lake.root().resolve(DRAFT));
        }
    }

    private List<BackupIndex.Entry> below(String folder) {
        return backup.index().below(folder).stream().filter(entry -> part.has(entry.path())).toList();
    }

    // the published snapshot, if it is restored
    private @Nullable String current() {
        return part == Part.ALL || part == Part.LAKE ? backup.index().current() : null;
    }

    private long bytes(String below) {
        return below(below).stream()
                .collect(Collectors.toMap(BackupIndex.Entry::sha256, BackupIndex.Entry::bytes,
                (first, second) -> first)).values().stream().mapToLong(Long::longValue).sum();
    }

    // checks the folder itself, not the list of mounts: in a container or a chroot no mount matches.
    // 0 also means unknown
    private static void mustBeRoomFor(Path folder, long bytes) {
        long free = folder.toFile().getUsableSpace();
        if (free > 0 && bytes > free) {
            throw new BackupException(String.format(Locale.ROOT,
                    "cannot restore: %s needs %,d MB, and %,d MB are free there", folder,
                    bytes / MEGABYTE + 1, free / MEGABYTE));
        }
    }

    private static void mustBeFree(Path folder) {
        if (!isFree(folder)) {
            throw new BackupException("cannot restore: " + folder + " is no longer empty; move it away first");
        }
    }

    private void draftState() throws IOException {
        Path draft = emptyDraft(state, "rwx------");
        for (BackupIndex.Entry entry : below(BackupIndex.STATE)) {
            write(entry, draft.resolve(entry.path().substring(BackupIndex.STATE.length())), "rw-------");
        }
        // check first that this version can read the state, before it is in its place
        if (Files.exists(draft.resolve("tidemark.db"))) {
            StateStore.openExisting(draft, clock);
            Files.deleteIfExists(draft.resolve("lock"));
        }
    }

    // checks both folders before it fills either
    private boolean take(boolean hasLake) {
        mustBeFree(state);
        try {
            if (hasLake) {
                takeLake();
            }
            moveUp(state);
            return true;
        } catch (IOException e) {
            throw new StateException("cannot restore: " + e.getClass().getSimpleName() + " " + e.getMessage(), e);
        }
    }

    private void takeLake() throws IOException {
        if (part == Part.LEDGER) {
            mustBeFree(lake.ledger());
            Files.deleteIfExists(lake.ledger());
        } else {
            mustBeFree(lake.root());
        }
        moveUp(lake.root());
    }

    private void draftLake() throws IOException {
        Path draft = emptyDraft(lake.root(), "rwxr-x---");
        Map<String, Path> firsts = new HashMap<>();
        for (BackupIndex.Entry entry : below(BackupIndex.LAKE)) {
            Path target = draft.resolve(entry.path().substring(BackupIndex.LAKE.length()));
            FilePermissions.makeFolder(Objects.requireNonNull(target.getParent()));
            boolean snapshot = entry.path().startsWith(BackupIndex.LAKE + "snapshots/") || entry.path()
                    .startsWith(BackupIndex.LAKE + "ledger/");
            Path first = snapshot ? firsts.putIfAbsent(entry.sha256(), target) : null;
            if (first != null) {
                // snapshots share common files as hard links
                Files.createLink(target, first);
            } else {
                write(entry, target, snapshot ? "r--r-----" : "rw-r-----");
            }
        }
        String current = current();
        if (current != null) {
            // check first that this version can read the snapshot, before it is in its place
            try {
                Lake.at(draft).open(new SnapshotId(current));
                Ledger.of(Lake.at(draft)).check(Lake.at(draft));
            } catch (LakeException e) {
                throw new BackupException("cannot restore: " + e.getMessage(), e);
            }
        }
        DurableFiles.syncFolders(draft);
    }

    private static Path emptyDraft(Path folder, String permissions) throws IOException {
        Path draft = folder.resolve(DRAFT);
        DurableFiles.deleteTree(draft);
        return Files.createDirectory(draft,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    }

    private void write(BackupIndex.Entry entry, Path target, String permissions) throws IOException {
        Files.createFile(target, FilePermissions.PRIVATE);
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
            backup.copy(entry, out, stop);
        }
        DurableFiles.sync(target);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
    }

    private static void moveUp(Path folder) throws IOException {
        Path draft = folder.resolve(DRAFT);
        try (Stream<Path> parts = Files.list(draft)) {
            for (Path part : parts.sorted().toList()) {
                Path target = folder.resolve(Objects.requireNonNull(part.getFileName()));
                if (target.endsWith(ErasureFiles.FOLDER) && Files.isDirectory(target)) {
                    join(part, target);
                } else {
                    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        }
        Files.delete(draft);
        DurableFiles.syncFolder(folder);
    }

    // an existing protocol is the same or newer
    private static void join(Path part, Path target) throws IOException {
        try (Stream<Path> files = Files.list(part)) {
            for (Path file : files.sorted().toList()) {
                Path own = target.resolve(Objects.requireNonNull(file.getFileName()));
                if (!Files.exists(own)) {
                    Files.move(file, own, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        }
        DurableFiles.deleteTree(part);
        DurableFiles.syncFolder(target);
    }
}
