package io.tidemark.data.ledger;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
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
 * The ledger of a lake: tables of Parquet files that are written once, and {@code log/}, an entry for each change, which names all files from
 * then on and the digest of the entry before. Every snapshot continues it, and names the entry that it was published with.
 */
public final class Ledger {

    static final String LOG = "log";
    private static final String PARQUET = ".parquet";
    private static final Pattern NAME = Pattern.compile("[0-9]{6}\\.json");

    private final Path folder;

    private Ledger(Path folder) {
        this.folder = folder;
    }

    /** That of a lake, which need not have one yet. */
    public static Ledger of(Lake lake) {
        return new Ledger(lake.ledger());
    }

    /** What a snapshot's benchmarks are made of: nothing before it is published, and in snapshots of earlier programs. */
    public static ReleasedTables of(Snapshot snapshot) {
        Path lake = snapshot.folder().toAbsolutePath().normalize().resolve("../..").normalize();
        return new Ledger(lake.resolve("ledger")).at(snapshot.manifest().ledger());
    }

    /** Its folder. */
    public Path folder() {
        return folder;
    }

    /** How many entries it has. */
    public int length() {
        Path log = folder.resolve(LOG);
        if (!Files.isDirectory(log)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(log)) {
            return files.map(file -> String.valueOf(file.getFileName())).filter(name -> NAME.matcher(name).matches())
                    .mapToInt(name -> Integer.parseInt(name.substring(0, name.indexOf('.')))).max().orElse(0);
        } catch (IOException e) {
            throw new LakeException("cannot list " + log + ": " + e.getMessage(), e);
        }
    }

    /**
     * How many entries it has that stay whatever becomes of a run that is writing: without that of a snapshot that is not yet published.
     *
     * @param published the published snapshot's id; null without one
     */
    public int settledLength(Lake lake, @Nullable String published) {
        // first the length: the note is there before the entry is
        int length = length();
        return PendingLedger.of(lake).filter(pending -> pending.entry().equals(logName(length)) && !pending.snapshot().equals(published)).isPresent()
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

    /** An entry. */
    public LedgerEntry entry(int number) {
        Path file = file(number);
        try {
            LedgerEntry entry = Lake.JSON.readValue(file.toFile(), LedgerEntry.class);
            entry.tables().values().stream().flatMap(table -> table.files().stream()).forEach(part -> {
                if (!folder.resolve(part.path()).normalize().startsWith(folder)) {
                    throw new LakeException("the ledger's entry " + file + " names a file outside it: " + part.path());
                }
            });
            return entry;
        } catch (IOException e) {
            throw new LakeException("the ledger has no readable entry " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Whether the files of an entry may be gone, since a company's rows were taken out later. That is no damage: the entry itself stays.
     */
    public boolean isErased(int number) {
        return number < lastErasure();
    }

    /** The paths of the files that must be there: those that entries name since a company's rows were taken out last. */
    public SortedSet<String> files() {
        SortedSet<String> files = new TreeSet<>();
        for (int number = Math.max(1, lastErasure()); number <= length(); number++) {
            entry(number).tables().values().forEach(table -> table.files().forEach(file -> files.add(file.path())));
        }
        return files;
    }

    /**
     * Deletes the files that need not be there any more, since they may have rows of a company that were taken out. Call with the lake's lock held,
     * when no snapshot from before is there.
     *
     * @return how many
     */
    public int deleteErased() {
        if (lastErasure() == 0) {
            return 0;
        }
        return deleteAllBut(files());
    }

    /** Deletes the tables' files, but for those of these paths; returns how many. Call with the lake's lock held. */
    int deleteAllBut(Set<String> stay) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> gone = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && String.valueOf(file.getFileName()).endsWith(PARQUET))
                    .filter(file -> !stay.contains(folder.relativize(file).toString().replace('\\', '/'))).toList();
            for (Path file : gone) {
                Files.delete(file);
            }
            DurableFiles.syncFolders(folder);
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
        try {
            return number == 0 ? "" : Sha256.hex(file(number));
        } catch (IOException e) {
            throw new LakeException("the ledger has no readable entry " + file(number) + ": " + e.getMessage(), e);
        }
    }

    /** Whether the ledger has the entries that a snapshot was published with. */
    public boolean has(LedgerMark mark) {
        return mark.length() <= length() && mark.sha256().equals(sha256(mark.length()));
    }

    /**
     * Throws if it has not the entries that a snapshot was published with, as after a copy or a restore without the ledger: who took it for a
     * new one would release again what was released otherwise.
     */
    public void check(Lake lake) {
        for (SnapshotHistory.Entry snapshot : SnapshotHistory.of(lake).usable()) {
            LedgerMark mark = snapshot.manifest() == null ? null : snapshot.manifest().ledger();
            if (mark != null && !has(mark)) {
                throw new LakeException("the ledger " + folder + " has not the entry " + mark.length() + " that snapshot " + snapshot.name()
                        + " was published with; put the folder back from a backup");
            }
        }
    }

    /**
     * The tables as of what a snapshot was published with.
     *
     * @param mark of its manifest; nothing is released without one
     * @throws LakeException when the ledger has other entries
     */
    public ReleasedTables at(@Nullable LedgerMark mark) {
        if (mark == null || mark.length() == 0) {
            return ReleasedTables.nothing(folder);
        }
        if (!has(mark)) {
            throw new LakeException("the ledger " + folder + " has not the entry " + mark.length()
                    + " that the snapshot was published with; put the folder back from a backup");
        }
        ReleasedTables released = new ReleasedTables(folder, entry(mark.length()).tables());
        boolean isWhole = released.tables().values().stream().flatMap(table -> table.files().stream())
                .allMatch(file -> Files.exists(folder.resolve(file.path())));
        // asked only then: it reads the entries since
        if (!isWhole && isErased(mark.length())) {
            throw new LakeException("what the snapshot was published with is erased: a company's rows were taken out of the ledger " + folder
                    + " later, and its files of before are gone");
        }
        return released;
    }

    /** Where an entry is in the ledger's folder, with forward slashes. */
    public String logName(int number) {
        return LOG + "/" + name(number) + ".json";
    }

    Path file(int number) {
        return folder.resolve(logName(number));
    }

    /** An entry's name in the names of files. */
    static String name(int number) {
        return String.format(Locale.ROOT, "%06d", number);
    }
}
