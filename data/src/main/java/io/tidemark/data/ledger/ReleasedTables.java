package io.tidemark.data.ledger;

import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.snapshot.TableFile;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the ledger at one entry.
 *
 * @param folder the ledger's folder
 * @param tables each table's files
 */
public record ReleasedTables(Path folder, SortedMap<String, TableEntry> tables) {

    /** Copies the map. */
    public ReleasedTables {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }

    /** A ledger without released tables. */
    public static ReleasedTables nothing(Path folder) {
        return new ReleasedTables(folder, new TreeMap<>());
    }

    /** A table's files, in order of path. */
    public List<FileEntry> entries(TableContract table) {
        TableEntry entry = tables.get(table.name());
        return entry == null ? List.of() : entry.files();
    }

    /** The lowest version of a table's contract among its files. */
    public int version(TableContract table) {
        TableEntry entry = tables.get(table.name());
        return entry == null ? table.version() : entry.version();
    }

    /** The paths of a table's files. */
    public List<Path> files(TableContract table) {
        return entries(table).stream().map(file -> folder.resolve(file.path())).toList();
    }

    /** The years of a table, ascending. */
    public List<Integer> years(TableContract table) {
        return TableFile.years(table, entries(table));
    }

    /** SQL for the rows of a table, or of one year of it; no rows if the table is empty. */
    public String rows(TableContract table, @Nullable Integer year) {
        return SnapshotSql.select(table, version(table),
                TableFile.ofYear(table, year, entries(table)).stream().map(file -> folder.resolve(file.path()))
                .toList());
    }
}
