package io.tidemark.data.ledger;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PendingLedger;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a lake: tables of Parquet files that are written once, and {@code log/}, which has an entry for each
 * change. An entry names all files that are valid from then on and the digest of the previous entry. Every published
 * snapshot names its entry.
 */
public final class Ledger {

    static final String LOG = "log";
    private static final String ADVICE = "; tidemark snapshot repair --from BACKUP puts it back, and "
            + "tidemark ledger recover goes on where there is none";
    private static final String PARQUET = ".parquet";
    private static final Pattern NAME = Pattern.compile("[0-9]{6}\\.json");

    private final Path folder;
    private final @Nullable Lake lake;

    private Ledger(Path folder, @Nullable Lake lake) {
        this.folder = folder;
        this.lake = lake;
    }

    /** Opens a folder laid out as a ledger. */
    Ledger(Path folder) {
        this(folder, null);
    }

    /** Opens the ledger of a lake. It may not exist yet. */
    public static Ledger of(Lake lake) {
        return new Ledger(lake.ledger(), lake);
    }

    /**
     * The tables behind a snapshot's benchmarks; empty before the snapshot is published,
     * and in snapshots of earlier programs.
     */
    public static ReleasedTables of(Snapshot snapshot) {
        Path lake = snapshot.folder().toAbsolutePath().normalize().resolve("../..").normalize();
        return new Ledger(lake.resolve("ledger")).at(snapshot.manifest().ledger());
    }

    /** The ledger's folder. */
    public Path folder() {
        return folder;
    }

    /** The number of entries. */
    public int length() {
        Path log = folder.resolve(LOG);
        return Lake.names(log).stream().filter(name -> NAME.matcher(name).matches())
                .mapToInt(name -> Integer.parseInt(name.substring(0, name.indexOf('.')))).max().orElse(0);
    }

    /**
     * The number of entries that stay whether or not a running publication succeeds: it leaves out the entry of a
     * snapshot that is not yet published.
     *
     * @param published the published snapshot's id; null without one
     */
    public int settledLength(Lake lake, @Nullable String published) {
        // read the length first: the note is written before the entry
        int length = length();
        return PendingLedger.of(lake).filter(pending -> pending.entry().equals(logName(length))
                && !pending.snapshot().equals(published)).isPresent()
                ? length - 1 : length;
    }

    /** The newest entry; empty without entries. */
    public Optional<LedgerEntry> newest() {
        int length = length();
        return length == 0 ? Optional.empty() : Optional.of(entry(length));
    }

    /** All entries, oldest first. */
    public List<LedgerEntry> entries() {
        return Stream.iterate(1, number -> number + 1).limit(length()).map(this::entry).toList();
    }

    /** Reads an entry. */
    public LedgerEntry entry(int number) {
        Path file = file(number);
        try {
            LedgerEntry entry = Lake.read(file, LedgerEntry.class);
            entry.tables().values().stream().flatMap(table -> table.files().stream()).forEach(part -> {
                if (!folder.resolve(part.path()).normalize().startsWith(folder)) {
                    throw new LakeException("the ledger's entry " + file + " names a file outside it: " + part.path());
                }
            });
            return entry;
        } catch (IOException e) {
            throw new LakeException("the ledger has no readable entry " + file + ": " + LakeLock.reason(e)
                    + Lake.advice(e), e);
        }
    }

    /**
     * Whether the files of an entry may be missing because a company was erased later. This is no damage: the entry
     * itself stays.
     */
    public boolean isErased(int number) {
        return number < lastErasure();
    }

    /** The paths of the files that must exist: those that entries name since the last erasure of a company. */
    public SortedSet<String> files() {
        SortedSet<String> files = new TreeSet<>();
        for (int number = Math.max(1, lastErasure()); number <= length(); number++) {
            entry(number).tables().values().forEach(table -> table.files().forEach(file -> files.add(file.path())));
        }
        return files;
    }

    /**
     * Deletes the files that entries name only before the last erasure, since they may have rows of the erased company.
     * Call with the lake's lock held, after all snapshots from before the erasure are removed.
     *
     * @return the number of deleted files
     */
    public int deleteErased() {
        if (lastErasure() == 0) {
            return 0;
        }
        return deleteAllBut(files());
    }

    /**
     * Deletes the tables' files except these paths; returns the number of deleted files.
     * Call with the lake's lock held.
     */
    int deleteAllBut(Set<String> stay) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> gone = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && String.valueOf(file.getFileName()).endsWith(PARQUET))
                    .filter(file -> !stay.contains(folder.relativize(file).toString().replace('\\', '/'))).toList();
            for (Path file : gone) {
                Files.delete(file);
            }
            DurableFiles.syncFolders(folder);
            if (lake != null) {
                LedgerCopy.of(lake).ifPresent(copy -> copy.deleteAllBut(stay));
            }
            return gone.size();
        } catch (IOException | UncheckedIOException e) {
            throw new LakeException("cannot delete files of the ledger " + folder + ": " + e.getMessage(), e);
        }
    }

    private int lastErasure() {
        for (int number = length(); number > 0; number--) {
            if (entry(number).kind() == LedgerEntry.Kind.ERASE) {
                return number;
            }
        }
        return 0;
    }

    /** The digest of an entry, lower-case hex; empty for number 0. */
    public String sha256(int number) {
        return number == 0 ? "" : LakeException.get("the ledger has no readable entry " + file(number), () ->
                Sha256.hex(file(number)));
    }

    /** Whether the ledger has the entries that a snapshot was published with. */
    public boolean has(LedgerMark mark) {
        return mark.length() <= length() && mark.sha256().equals(sha256(mark.length()));
    }

    /**
     * Throws if an entry is missing that a snapshot was published with, as after a copy or a restore without the
     * ledger, or that its copy has. A run that took it for a new ledger would release the same periods differently.
     */
    public void check(Lake lake) {
        for (SnapshotHistory.Entry snapshot : SnapshotHistory.of(lake).usable()) {
            LedgerMark mark = snapshot.manifest() == null ? null : snapshot.manifest().ledger();
            if (mark != null && !has(mark)) {
                throw new LakeException("the ledger " + folder + " has not the entry " + mark.length()
                        + " that snapshot " + snapshot.name()
                        + " was published with" + ADVICE);
            }
        }
        LedgerCopy.of(lake).flatMap(LedgerCopy::conflict).ifPresent(problem -> {
            throw new LakeException(problem);
        });
    }

    /**
     * The tables at the entry that a snapshot was published with.
     *
     * @param mark the mark in the snapshot's manifest; without one, no tables are released
     * @throws LakeException if the ledger has other entries, or the files were erased
     */
    public ReleasedTables at(@Nullable LedgerMark mark) {
        if (mark == null || mark.length() == 0) {
            return ReleasedTables.nothing(folder);
        }
        if (!has(mark)) {
            throw new LakeException("the ledger " + folder + " has not the entry " + mark.length()
                    + " that the snapshot was published with" + ADVICE);
        }
        ReleasedTables released = new ReleasedTables(folder, entry(mark.length()).tables());
        boolean isWhole = released.tables().values().stream().flatMap(table -> table.files().stream())
                .allMatch(file -> Files.exists(folder.resolve(file.path())));
        // check this last: it reads all later entries
        if (!isWhole && isErased(mark.length())) {
            throw new LakeException("what the snapshot was published with is erased: a company's rows were taken out "
                    + "of the ledger " + folder + " later, and its files of before are gone");
        }
        return released;
    }

    /** The path of an entry in the ledger's folder, with forward slashes. */
    public String logName(int number) {
        return LOG + "/" + name(number) + ".json";
    }

    Path file(int number) {
        return folder.resolve(logName(number));
    }

    /** An entry's name as part of file names. */
    static String name(int number) {
        return String.format(Locale.ROOT, "%06d", number);
    }
}
