package io.tidemark.data.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A new snapshot in the making. Its files are written under {@code staging/}, the manifest last; {@link #seal} moves
 * the finished folder to {@code snapshots/} in one step, ready to be published. Closing it before that removes
 * everything. Starting, sealing and publishing need the lake's lock; writing does not, since other processes leave the
 * staging folder of a running process alone.
 */
public final class StagedSnapshot implements AutoCloseable {

    private final Lake lake;
    private final SnapshotId id;
    private final Instant createdAt;
    private final Optional<Snapshot> base;
    private final Path folder;
    private final LockedFile owner;
    private final Map<String, List<Manifest.FileEntry>> files = new TreeMap<>();
    private final Map<String, Integer> versions = new TreeMap<>();
    private Runnable stop = () -> { };
    private Predicate<String> forgotten = _ -> false;
    private boolean sealed;
    private boolean superseded;

    private StagedSnapshot(Lake lake, SnapshotId id, Instant createdAt, Optional<Snapshot> base, LockedFile owner) {
        this.lake = lake;
        this.id = id;
        this.createdAt = createdAt;
        this.base = base;
        this.folder = lake.staging().resolve(id.text());
        this.owner = owner;
    }

    static StagedSnapshot begin(Lake lake, SnapshotId id, Instant createdAt, Optional<Snapshot> base) {
        return LakeException.get("cannot write to the lake " + lake.root(), () -> {
            FilePermissions.makeFolder(lake.staging());
            StagedSnapshot staged = new StagedSnapshot(lake, id, createdAt, base, lake.owners().hold(id));
            try {
                FilePermissions.makeFolder(staged.folder);
                FilePermissions.makeFolder(staged.workFolder());
                FilePermissions.makeFolder(lake.snapshots());
                return staged;
            } catch (IOException e) {
                staged.close();
                throw e;
            }
        });
    }

    /** Sets the stop check; it runs before each chunk of a written file that is read back, and throws to stop. */
    public void stopBy(Runnable asked) {
        stop = asked;
    }

    /** Drops last deliveries that the base records: of the tables, such as {@code farmers/F07/stock}, that match. */
    public void forgetReceived(Predicate<String> tables) {
        forgotten = tables;
    }

    /** The id that the snapshot will have. */
    public SnapshotId id() {
        return id;
    }

    /**
     * The snapshot whose files this one reuses: the published one, or one that will be published together with this.
     */
    public Optional<Snapshot> base() {
        return base;
    }

    /** A folder for spilled and intermediate data; deleted when the staging ends. */
    public Path workFolder() {
        return lake.staging().resolve(id.text() + ".work");
    }

    /** The folder for rejected rows until the outcome of the ingest is known; deleted when the staging ends. */
    public Path rejectsFolder() {
        return lake.staging().resolve(id.text() + ".rejects");
    }

    /**
     * Writes rows as one sorted Parquet file; a year without rows gets no file.
     *
     * @param select a query with the table's columns, without a semicolon
     * @param year   the partition, or null for an unpartitioned table
     */
    public void write(DuckSession session, TableContract table, @Nullable Integer year, String select,
            Object... values) {
        TableFile.of(folder, table, year).write(session, table, stop, select, values)
                .ifPresent(entry -> add(table, table.version(), entry));
    }

    /**
     * Writes rows like {@link #write}, but without casting their types first, which takes time.
     * @param select a query with the table's columns in its order and of its types; an ENUM is allowed for a text,
     *               since it is stored as text and sorted in its order
     * @param year   the partition, or null for an unpartitioned table
     */
    public void writeExact(DuckSession session, TableContract table, @Nullable Integer year, String select,
            Object... values) {
        TableFile.of(folder, table, year).writeExact(session, table, stop, select, values)
                .ifPresent(entry -> add(table, table.version(), entry));
    }

    private void add(TableContract table, int version, Manifest.FileEntry entry) {
        files.computeIfAbsent(table.name(), t -> new ArrayList<>()).add(entry);
        versions.merge(table.name(), version, Math::min);
    }

    /**
     * Announces to other processes the years that this snapshot changes while the lake's lock is released. Call with
     * the lock held.
     */
    public void claim(Collection<Integer> years) {
        LakeException.run("cannot write to the lake " + lake.root(), () -> lake.owners().claim(id, years));
    }

    /** Moves a year's files of a table here from another staged snapshot. */
    void takeOver(StagedSnapshot other, TableContract table, int year) {
        TableFile.ofYear(table, year, other.entries(table)).forEach(entry -> {
            new TableFile(folder, entry.path()).moveFrom(other.folder.resolve(entry.path()));
            add(table, other.versions.getOrDefault(table.name(), table.version()), entry);
        });
    }

    /** Whether a table has the same files as the base. */
    public boolean isReused(TableContract table) {
        return entries(table).equals(sorted(baseEntries(table)));
    }

    /** Whether a year of a table has the same files as the base. */
    boolean isReused(TableContract table, int year) {
        return TableFile.ofYear(table, year, entries(table))
                .equals(TableFile.ofYear(table, year, sorted(baseEntries(table))));
    }

    /** Reuses all files of a table from the base, as hard links. */
    public void reuse(TableContract table) {
        baseEntries(table).forEach(entry -> link(table, entry));
    }

    /** Reuses one year of a table from the base, as a hard link; does nothing if the base has none. */
    public void reuse(TableContract table, int year) {
        TableFile.ofYear(table, year, baseEntries(table)).forEach(entry -> link(table, entry));
    }

    private void link(TableContract table, Manifest.FileEntry entry) {
        Snapshot from = base.orElseThrow();
        new TableFile(folder, entry.path()).link(from.folder().resolve(entry.path()));
        add(table, from.version(table), entry);
    }

    /** The files of a table written or reused so far, by path. */
    public List<Path> files(TableContract table) {
        return entries(table).stream().map(entry -> folder.resolve(entry.path())).toList();
    }

    private List<Manifest.FileEntry> baseEntries(TableContract table) {
        return base.map(b -> b.entries(table)).orElse(List.of());
    }

    /** The years of a table in the base, ascending; empty for an unpartitioned table. */
    public List<Integer> baseYears(TableContract table) {
        return TableFile.years(table, baseEntries(table));
    }

    /** Whether the base has rows of a table, or of one year of it. */
    public boolean baseHas(TableContract table, @Nullable Integer year) {
        return !TableFile.ofYear(table, year, baseEntries(table)).isEmpty();
    }

    /** The number of rows of a table in the base. */
    public long baseRowCount(TableContract table) {
        return rowCount(baseEntries(table));
    }

    /** SQL for all rows of a table in the base; no rows if it has none. */
    public String baseRows(TableContract table) {
        return base.map(b -> b.rows(table)).orElseGet(() -> SnapshotSql.select(table, table.version(), List.of()));
    }

    /** SQL for the base's rows of some years of a table; no rows if it has none. */
    public String baseRows(TableContract table, Collection<Integer> years) {
        return SnapshotSql.select(table, base.map(b -> b.version(table)).orElse(table.version()),
                years.stream().flatMap(year -> TableFile.ofYear(table, year, baseEntries(table)).stream())
                        .map(entry -> base.orElseThrow().folder().resolve(entry.path())).toList());
    }

    /** SQL for the rows of a table written or reused so far. */
    public String rows(TableContract table) {
        return SnapshotSql.select(table, versions.getOrDefault(table.name(), table.version()), files(table));
    }

    /** SQL for the rows of one year of a table. */
    public String rows(TableContract table, int year) {
        return SnapshotSql.select(table, versions.getOrDefault(table.name(), table.version()),
                TableFile.ofYear(table, year, entries(table)).stream().map(entry -> folder.resolve(entry.path()))
                .toList());
    }

    /** The last date of a table written or reused so far; null without rows. */
    public @Nullable LocalDate lastDate(TableContract table) {
        return Manifest.TableEntry.of(table.version(), entries(table)).lastDate();
    }

    /** The years of a table written or reused so far, ascending. */
    public List<Integer> years(TableContract table) {
        return TableFile.years(table, entries(table));
    }

    /** Whether the files of any delivered table differ from the base's. */
    public boolean differsFromBase() {
        return base.isEmpty() || LakeTables.delivered().stream().anyMatch(table -> !isReused(table));
    }

    /** The change in row count of each delivered table whose files differ from the base's. */
    public SortedMap<String, Long> changedRows() {
        TreeMap<String, Long> changed = new TreeMap<>();
        for (TableContract table : LakeTables.delivered()) {
            if (!isReused(table)) {
                changed.put(table.name(), rowCount(entries(table)) - baseRowCount(table));
            }
        }
        return changed;
    }

    private static long rowCount(List<Manifest.FileEntry> files) {
        return files.stream().mapToLong(Manifest.FileEntry::rows).sum();
    }

    /** The instant at which it was started; the id is made from it. */
    public Instant createdAt() {
        return createdAt;
    }

    private List<Manifest.FileEntry> entries(TableContract table) {
        return sorted(files.getOrDefault(table.name(), List.of()));
    }

    private static List<Manifest.FileEntry> sorted(List<Manifest.FileEntry> entries) {
        return entries.stream().sorted(Comparator.comparing(Manifest.FileEntry::path)).toList();
    }

    /**
     * Writes the manifest and moves the folder to its place. Closing removes the snapshot unless it has been published.
     * @param privacy         the rule of its derived tables; null without derived tables
     * @param completeThrough the day up to which its stock is complete; null without stock
     */
    public Snapshot seal(@Nullable PrivacyRule privacy, @Nullable LocalDate completeThrough,
            List<Manifest.SourceEntry> sources) {
        return seal(privacy, completeThrough, sources, List.of(), new TreeMap<>());
    }

    /**
     * Seals a snapshot made from deliveries.
     * @param deliveries the deliveries since the published one
     * @param received   the tables in these deliveries, with the last delivery of each; entries for other tables are
     *                   copied from the base
     */
    public Snapshot seal(@Nullable PrivacyRule privacy, @Nullable LocalDate completeThrough,
            List<Manifest.SourceEntry> sources,
            List<Manifest.DeliveryEntry> deliveries, SortedMap<String, Manifest.Received> received) {
        TreeMap<String, Manifest.Received> all = new TreeMap<>(base.map(b -> b.manifest().received())
                .orElse(new TreeMap<>()));
        all.keySet().removeIf(forgotten);
        all.putAll(received);
        TreeMap<String, Manifest.TableEntry> tables = new TreeMap<>();
        for (TableContract table : LakeTables.all()) {
            tables.put(table.name(), Manifest.TableEntry.of(versions.getOrDefault(table.name(), table.version()),
                    entries(table)));
        }
        Manifest manifest = new Manifest(Manifest.FORMAT_VERSION, id.text(), createdAt,
                lake.currentId().map(SnapshotId::text).orElse(null), privacy, completeThrough, tables, sources,
                deliveries, all, null);
        LakeException.run("cannot finish snapshot " + id, () -> {
            manifest.write(folder);
            DurableFiles.syncFolders(folder);
            // until publication, a run that finds this note removes the snapshot
            Files.createFile(LakeRecovery.unpublishedNote(lake, id), FilePermissions.FILE);
            DurableFiles.syncFolder(lake.staging());
            Files.move(folder, lake.folder(id), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.syncFolder(lake.snapshots());
        });
        sealed = true;
        return lake.open(id);
    }

    /** Deletes the intermediate data. */
    public void clearWork() {
        LakeException.run("cannot clear " + workFolder(), () -> DurableFiles.deleteTree(workFolder()));
    }

    /** Marks this snapshot as included in a later one: closing then keeps its rejected rows. */
    public void superseded() {
        superseded = true;
    }

    @Override
    public void close() {
        try (owner) {
            if (superseded) {
                new LakeRecovery(lake).supersede(id);
            } else if (sealed) {
                new LakeRecovery(lake).discardUnpublished(id);
            } else {
                DurableFiles.deleteTree(folder);
            }
            DurableFiles.deleteTree(workFolder());
            DurableFiles.deleteTree(rejectsFolder());
            lake.owners().forget(id);
        } catch (IOException e) {
            throw new LakeException("cannot clear " + lake.staging() + ": " + LakeLock.reason(e), e);
        }
    }
}
