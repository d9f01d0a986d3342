package io.tidemark.data.ledger;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.PendingLedger;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.TableFile;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The next entry of a ledger. Its files are written beside the existing ones, which stay; readers see them only when
 * the entry is in the log. Needs the lake's lock.
 */
public final class LedgerDraft {

    /** If a year of a table has more files than this, they are merged with the new rows into one. */
    private static final int MAX_FILES = 15;

    private final Lake lake;
    private final Ledger ledger;
    private final int number;
    private final Runnable stop;
    private final SortedMap<String, TableEntry> tables;
    private final Set<String> written = new HashSet<>();

    private LedgerDraft(Lake lake, Ledger ledger, ReleasedTables before, Runnable stop) {
        this.lake = lake;
        this.ledger = ledger;
        this.number = ledger.length() + 1;
        this.stop = stop;
        this.tables = new TreeMap<>(before.tables());
    }

    /**
     * Begins an entry on top of the tables of the newest entry, or of none. Removes the files of an interrupted run.
     *
     * @param stop called while a written file is read back; throws to stop
     */
    public static LedgerDraft begin(Lake lake, ReleasedTables before, Runnable stop) {
        LedgerDraft draft = new LedgerDraft(lake, Ledger.of(lake), before, stop);
        draft.clear();
        return draft;
    }

    /** Removes the files of this draft. */
    public void clear() {
        String own = Ledger.name(number);
        if (!Files.isDirectory(ledger.folder())) {
            return;
        }
        try (Stream<Path> all = Files.walk(ledger.folder())) {
            for (Path file : all.filter(file -> String.valueOf(file.getFileName()).startsWith(own)
                    && Files.isRegularFile(file)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new LakeException("cannot clear " + ledger.folder() + ": " + e.getMessage(), e);
        }
    }

    /** The tables so far. */
    public ReleasedTables released() {
        return new ReleasedTables(ledger.folder(), tables);
    }

    /** Whether a table has files that were written before its contract had a column. */
    public boolean isOlder(TableContract table, String column) {
        TableEntry entry = tables.get(table.name());
        return entry != null && entry.version() < table.column(column).since();
    }

    /**
     * Whether the program that created the ledger knew this table, so that the table's released rows are complete.
     */
    public boolean isBegun(TableContract table) {
        return tables.containsKey(table.name());
    }

    /** Begins a table, also without rows. */
    public void begin(TableContract table) {
        tables.putIfAbsent(table.name(), TableEntry.of(table.version(), List.of()));
    }

    /** Adds rows to a year of a table. */
    public void add(DuckSession session, TableContract table, int year, String select) {
        List<FileEntry> before = TableFile.ofYear(table, year, released().entries(table));
        if (before.size() > MAX_FILES) {
            String old = released().rows(table, year);
            replace(session, table, year, "SELECT " + table.columnList() + " FROM (" + old + ") UNION ALL SELECT "
                    + table.columnList() + " FROM (" + select + ")");
        } else {
            file(table, year).write(session, table, stop, select)
                    .ifPresent(entry -> put(table, List.of(), entry));
        }
    }

    /** Replaces a year of a table. */
    public void replace(DuckSession session, TableContract table, int year, String select) {
        List<FileEntry> before = TableFile.ofYear(table, year, released().entries(table));
        put(table, before, file(table, year).write(session, table, stop, select).orElse(null));
    }

    private TableFile file(TableContract table, int year) {
        TableFile file;
        int again = 1;
        do {
            file = TableFile.ofEntry(ledger.folder(), table, year, Ledger.name(number)
                    + (again == 1 ? "" : "-" + again));
            again++;
        } while (!written.add(file.path()));
        return file;
    }

    private void put(TableContract table, List<FileEntry> without, @Nullable FileEntry with) {
        List<FileEntry> files = new ArrayList<>(released().entries(table));
        files.removeAll(without);
        if (with != null) {
            files.add(with);
        }
        files.sort(Comparator.comparing(FileEntry::path));
        TableEntry before = tables.get(table.name());
        boolean isAllNew = files.stream().allMatch(file -> written.contains(file.path()));
        tables.put(table.name(), TableEntry.of(before == null || isAllNew
                ? table.version() : Math.min(before.version(), table.version()), files));
    }

    /**
     * Writes the entry into the log. Until {@link #settle}, a run that finds the snapshot unpublished removes it.
     *
     * @param snapshot the snapshot that is about to be published
     */
    public LedgerEntry append(SnapshotId snapshot, LedgerEntry.Kind kind, PrivacyRule rule, LocalDate releasedThrough,
            @Nullable LocalDate from, Instant now) {
        LedgerEntry entry = new LedgerEntry(number, now, snapshot.text(), kind, rule, releasedThrough, from,
                ledger.sha256(number - 1), tables);
        LakeException.run("cannot write to the ledger " + ledger.folder(), () -> {
            FilePermissions.makeFolder(ledger.folder().resolve(Ledger.LOG));
            DurableFiles.syncFolders(ledger.folder());
            new PendingLedger(ledger.folder().relativize(ledger.file(number)).toString(), snapshot.text()).write(lake);
            DurableFiles.replace(ledger.file(number), Lake.JSON.writeValueAsBytes(entry), FilePermissions.FILE);
        });
        return entry;
    }

    /** Ends the append: keeps the entry if its snapshot is published, and removes it otherwise. */
    public void settle() {
        LakeException.run("cannot write to the ledger " + ledger.folder(), () -> PendingLedger.settle(lake));
    }
}
