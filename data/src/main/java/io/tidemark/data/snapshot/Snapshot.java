package io.tidemark.data.snapshot;

import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A published or publishable snapshot: its folder and its manifest.
 *
 * @param id       its id
 * @param folder   its folder
 * @param manifest its manifest
 */
public record Snapshot(SnapshotId id, Path folder, Manifest manifest) {

    /** Creates a snapshot without rows, to try queries against. */
    public static Snapshot empty(Path folder) {
        TreeMap<String, Manifest.TableEntry> tables = new TreeMap<>();
        LakeTables.all().forEach(table -> tables.put(table.name(), Manifest.TableEntry.of(table.version(), List.of())));
        return new Snapshot(new SnapshotId("none"), folder,
                new Manifest(Manifest.FORMAT_VERSION, "none", Instant.EPOCH, null,
                PrivacyRule.DEFAULT, null, tables, List.of()).with(new Manifest.LedgerMark(0, "", null, null, 0, 0)));
    }

    /** The files of a table, in the manifest's order; empty if the table has no rows. */
    public List<Path> files(TableContract table) {
        return entries(table).stream().map(f -> folder.resolve(f.path())).toList();
    }

    /** SQL for all rows of a table; no rows if the table is empty. */
    public String rows(TableContract table) {
        return rows(table, null);
    }

    /** SQL for the rows of a table, or of one year of it; no rows if the table is empty. */
    public String rows(TableContract table, @Nullable Integer year) {
        return SnapshotSql.select(table, version(table), TableFile.ofYear(table, year, entries(table)).stream()
                .map(entry -> folder.resolve(entry.path())).toList());
    }

    /** The years of a table that is partitioned by year, ascending. */
    public List<Integer> years(TableContract table) {
        return TableFile.years(table, entries(table));
    }

    /** The lowest version of a table's contract among its files. */
    public int version(TableContract table) {
        return Optional.ofNullable(manifest.tables().get(table.name())).map(Manifest.TableEntry::version)
                .orElse(table.version());
    }

    /** The file entries of a table; empty if the table has no rows. */
    public List<FileEntry> entries(TableContract table) {
        return Optional.ofNullable(manifest.tables().get(table.name())).map(Manifest.TableEntry::files)
                .orElse(List.of());
    }

    /** The last date of a table; null without rows. */
    public @Nullable LocalDate lastDate(TableContract table) {
        Manifest.TableEntry entry = manifest.tables().get(table.name());
        return entry == null ? null : entry.lastDate();
    }

    /** The first date of a table; null without rows. */
    public @Nullable LocalDate firstDate(TableContract table) {
        Manifest.TableEntry entry = manifest.tables().get(table.name());
        return entry == null ? null : entry.firstDate();
    }

    /** The total size of a table's files, bytes. */
    public long bytes(TableContract table) {
        return entries(table).stream().mapToLong(FileEntry::bytes).sum();
    }
}
