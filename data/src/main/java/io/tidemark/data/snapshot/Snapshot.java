package io.tidemark.data.snapshot;

import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A published or publishable snapshot: its folder and its manifest.
 *
 * @param id       its id
 * @param folder   its folder
 * @param manifest its manifest
 */
public record Snapshot(SnapshotId id, Path folder, Manifest manifest) {

    /** The files of a table, in the manifest's order; none when the table is empty. */
    public List<Path> files(TableContract table) {
        return entries(table).stream().map(f -> folder.resolve(f.path())).toList();
    }

    /** The file entries of a table; none when the table is empty. */
    public List<Manifest.FileEntry> entries(TableContract table) {
        return Optional.ofNullable(manifest.tables().get(table.name())).map(Manifest.TableEntry::files).orElse(List.of());
    }
}
