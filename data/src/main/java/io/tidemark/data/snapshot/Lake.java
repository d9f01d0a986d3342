package io.tidemark.data.snapshot;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A folder of immutable snapshots; {@code CURRENT} names the published one. Reading needs no lock: the snapshot that
 * {@code CURRENT} names is always complete. Thread-safe.
 */
public final class Lake {

    /** Reads and writes the lake's JSON documents. */
    public static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    static final String MANIFEST = "manifest.json";
    private static final String CURRENT = "CURRENT";

    private final Path root;
    private final @Nullable Path ledgerCopy;

    private Lake(Path root, @Nullable Path ledgerCopy) {
        this.root = root.toAbsolutePath().normalize();
        this.ledgerCopy = ledgerCopy == null ? null : ledgerCopy.toAbsolutePath().normalize();
    }

    /** Opens the lake in a folder, which may not exist yet. */
    public static Lake at(Path root) {
        return new Lake(root, null);
    }

    /** Opens the lake in a folder; publications keep a copy of its ledger in another one, if that is given. */
    public static Lake at(Path root, @Nullable Path ledgerCopy) {
        return new Lake(root, ledgerCopy);
    }

    /** The folder with the copy of its ledger; empty if there is none. */
    public Optional<Path> ledgerCopy() {
        return Optional.ofNullable(ledgerCopy);
    }

    /** The lake's folder. */
    public Path root() {
        return root;
    }

    /** Whether the folder is a lake: it has a published or a finished snapshot. */
    public boolean exists() {
        return LakeException.get("cannot look into " + root, () ->
                DurableFiles.isThere(root.resolve(CURRENT)) || DurableFiles.isThere(snapshots()));
    }

    /** The id in CURRENT; empty if nothing was published yet. */
    public Optional<SnapshotId> currentId() {
        try {
            String name = Files.readString(root.resolve(CURRENT)).strip();
            if (!SnapshotId.isOne(name)) {
                throw new LakeException(root.resolve(CURRENT) + " names no snapshot" + (name.isEmpty() ? ", it is empty"
                        : "") + "; tidemark snapshot rollback publishes the newest, tidemark snapshot publish any");
            }
            return Optional.of(new SnapshotId(name));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new LakeException("cannot read " + root.resolve(CURRENT) + ": " + LakeLock.reason(e), e);
        }
    }

    /**
     * The published snapshot; empty if nothing was published yet.
     * @throws LakeException also if CURRENT is gone, see {@link #checkCurrent}
     */
    public Optional<Snapshot> current() {
        checkCurrent();
        return currentId().map(this::open);
    }

    /** The published snapshot; throws {@link NoSuchSnapshotException} if nothing was published yet. */
    public Snapshot published() {
        return current().orElseThrow(() ->
                new NoSuchSnapshotException("nothing is published in " + root + " yet"));
    }

    /**
     * Throws if CURRENT is gone though there are finished snapshots, as after an interrupted copy or restore: an ingest
     * that took the lake for a new one would start without their rows.
     */
    public void checkCurrent() {
        if (currentId().isPresent()) {
            return;
        }
        List<SnapshotId> finished = list().stream().filter(id -> !Files.exists(LakeRecovery.unpublishedNote(this, id)))
                .toList();
        // read CURRENT again: the first snapshot may have been published meanwhile
        if (!finished.isEmpty() && currentId().isEmpty()) {
            throw new LakeException("there is no " + root.resolve(CURRENT) + ", though there are snapshots, such as "
                    + finished.getLast()
                    + "; tidemark snapshot rollback publishes the newest, tidemark snapshot publish any");
        }
    }

    /** Opens a snapshot by its id; a folder without a manifest is not a snapshot. */
    public Snapshot open(SnapshotId id) {
        Path folder = folder(id);
        Path file = folder.resolve(MANIFEST);
        try {
            Manifest manifest = read(file, Manifest.class);
            if (manifest.formatVersion() < 1 || manifest.formatVersion() > Manifest.FORMAT_VERSION) {
                throw new LakeException("snapshot " + id + " has format version " + manifest.formatVersion()
                        + "; this program reads versions up to " + Manifest.FORMAT_VERSION);
            }
            checkPaths(id, folder, manifest);
            return new Snapshot(id, folder, manifest);
        } catch (IOException e) {
            throw new LakeException("snapshot " + id + " has no readable manifest: " + file + ": "
                    + LakeLock.reason(e) + advice(e), e);
        }
    }

    /** Reads a JSON document of a lake. */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        // Jackson itself says of a file that may not be read that it is not there
        T read = JSON.readValue(Files.readAllBytes(file), type);
        if (read == null) {
            throw new IOException(file + " is empty");
        }
        return read;
    }

    /** What to do about a record of a lake that is lost. What is only out of reach says so itself. */
    public static String advice(IOException e) {
        return e instanceof AccessDeniedException ? ""
                : "; tidemark snapshot repair --from BACKUP puts it back";
    }

    /** Whether a snapshot's files can be reached now. */
    public boolean isReadable(SnapshotId id) {
        return Files.isReadable(folder(id).resolve(MANIFEST));
    }

    // a manifest may name only files of its own folder, whoever wrote it
    private static void checkPaths(SnapshotId id, Path folder, Manifest manifest) {
        manifest.tables().values().stream().flatMap(t -> t.files().stream()).forEach(file -> {
            if (!folder.resolve(file.path()).normalize().startsWith(folder)) {
                throw new LakeException("the manifest of snapshot " + id + " names a file outside it: " + file.path());
            }
        });
    }

    /** All snapshots that have a manifest, sorted by name, oldest first. */
    public List<SnapshotId> list() {
        return names(snapshots()).stream()
                .filter(SnapshotId::isOne).map(SnapshotId::new).filter(this::hasManifest).sorted().toList();
    }

    /** Whether a folder has a manifest, whole or not. */
    public boolean hasManifest(SnapshotId id) {
        return LakeException.get("cannot look into " + folder(id), () ->
                DurableFiles.isThere(folder(id).resolve(MANIFEST)));
    }

    /** The path of a snapshot's manifest. */
    public Path manifest(SnapshotId id) {
        return folder(id).resolve(MANIFEST);
    }

    /** The names in a folder of a lake, sorted; none if it does not exist. */
    public static List<String> names(Path folder) {
        return LakeException.get("cannot list " + folder, () -> DurableFiles.names(folder));
    }

    /** Takes the write lock without waiting, and removes the leftovers of an interrupted run. */
    public LakeLock lock() {
        return lock(Duration.ZERO, waited -> { });
    }

    /**
     * Takes the write lock, and removes the leftovers of an interrupted run.
     * @param wait    maximum time to wait for another process
     * @param waiting called from time to time with the time waited; may throw to give up
     * @throws LakeInUseException if the other process still holds the lock
     */
    public LakeLock lock(Duration wait, Consumer<Duration> waiting) {
        return lock(wait, waiting, () -> true);
    }

    /**
     * Takes the write lock once the lake is in a wanted state, and removes the leftovers of an interrupted run.
     * @param wait    maximum time to wait for another process and for that state
     * @param waiting called from time to time with the time waited; may throw to give up
     * @param ready   called with the lock held; if it returns false, the lock is released and taken again later
     * @throws LakeInUseException if the lock or the state is not reached in time
     */
    public LakeLock lock(Duration wait, Consumer<Duration> waiting, BooleanSupplier ready) {
        return LakeLock.take(root, wait, waiting, () -> {
            new LakeRecovery(this).clear();
            return ready.getAsBoolean();
        });
    }

    /** The owners of the entries under {@code staging/}. */
    public StagingOwners owners() {
        return new StagingOwners(staging());
    }

    /** The leases on open snapshots. */
    public SnapshotLeases leases() {
        return new SnapshotLeases(root.resolve("leases"));
    }

    /**
     * Starts a new snapshot next to the published one. Call with the lock held.
     *
     * @param now the instant that names it
     */
    public StagedSnapshot stage(Instant now) {
        return stage(now, current());
    }

    /**
     * Starts a new snapshot on top of another, such as a sealed one that is not yet published. Its parent is still the
     * published one. Call with the lock held.
     *
     * @param now  the instant that names it
     * @param base the snapshot that it takes files from
     */
    public StagedSnapshot stage(Instant now, Optional<Snapshot> base) {
        // a snapshot is younger than its base, also where machines' clocks differ
        Instant instant = base.map(before -> before.manifest().createdAt().plusMillis(1)).filter(now::isBefore)
                .orElse(now);
        while (Files.exists(folder(SnapshotId.madeAt(instant))) || owners().isTaken(SnapshotId.madeAt(instant))) {
            instant = instant.plusMillis(1);
        }
        return StagedSnapshot.begin(this, SnapshotId.madeAt(instant), instant, base);
    }

    /** Makes a snapshot the published one, in one step. Call with the lock held. */
    public void publish(SnapshotId id) {
        open(id);
        LakeException.run("cannot publish " + id, () -> DurableFiles.replace(root.resolve(CURRENT),
                (id.text() + "\n").getBytes(StandardCharsets.UTF_8), FilePermissions.FILE));
    }

    /** The folder of a snapshot, or of a possible snapshot. */
    public Path folder(SnapshotId id) {
        return snapshots().resolve(id.text());
    }

    /** The folder of the ledger. */
    public Path ledger() {
        return root.resolve("ledger");
    }

    Path snapshots() {
        return root.resolve("snapshots");
    }

    Path draftOfCurrent() {
        return DurableFiles.draftOf(root.resolve(CURRENT));
    }

    Path staging() {
        return root.resolve("staging");
    }

    /** The folder for the rejected rows of the delivery that made (or would have made) a snapshot. */
    public Path rejects(SnapshotId id) {
        return rejectsFolder().resolve(id.text());
    }

    /** The folder of all rejected rows. */
    public Path rejectsFolder() {
        return root.resolve("rejects");
    }
}
