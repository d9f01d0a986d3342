package io.tidemark.data.verify;

import io.tidemark.data.derive.CompleteThrough;
import io.tidemark.data.derive.Derivation;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.TableFile;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Turns a folder of Parquet files that people put under {@code snapshots/} into a snapshot. */
public final class FolderAdoption {

    private FolderAdoption() {}

    /**
     * Verifies a folder like a snapshot, but strictly: warnings count as faults.
     * @throws LakeException if the folder cannot be read
     */
    public static Verification verify(Lake lake, SnapshotId id, EngineSettings settings) {
        Verification seen = SnapshotVerifier.verify(lake, id, null, settings);
        return new Verification(id, seen.tables(),
                seen.findings().stream().map(finding -> Finding.fault(finding.subject(), finding.problem())).toList());
    }

    /**
     * Turns a verified folder into a snapshot: the derived tables are computed, replacing any in the folder, then the
     * manifest is written. Its files become read-only. Call with the lake's lock held.
     * @param rule rule of the derived tables
     * @throws LakeException if the lake cannot be written
     */
    public static void complete(Lake lake, Verification sound, PrivacyRule rule, EngineSettings settings, Instant now) {
        Path folder = lake.folder(sound.id());
        try {
            TreeMap<String, Manifest.TableEntry> tables = new TreeMap<>(sound.tables());
            Snapshot base = new Snapshot(sound.id(), folder,
                    new Manifest(Manifest.FORMAT_VERSION, sound.id().text(), Instant.EPOCH, null,
                    null, null, sound.tables(), List.of()));
            LocalDate completeThrough;
            try (DuckSession session = DuckSession.open(settings)) {
                derive(base, session).forEach((table, files) ->
                        tables.put(table.name(), Manifest.TableEntry.of(table.version(), files)));
                completeThrough = CompleteThrough.of(session, base::rows, base.lastDate(LakeTables.STOCK_DAY));
            }
            Manifest manifest = new Manifest(Manifest.FORMAT_VERSION, sound.id().text(), now,
                    lake.currentId().map(SnapshotId::text).orElse(null), rule, completeThrough, tables, List.of());
            for (Manifest.FileEntry file : sound.tables().values().stream().flatMap(t -> t.files().stream()).toList()) {
                DurableFiles.syncReadOnly(folder.resolve(file.path()));
            }
            manifest.write(folder);
            DurableFiles.syncFolders(folder);
        } catch (IOException e) {
            throw new LakeException("cannot make " + sound.id() + " a snapshot: " + e.getMessage(), e);
        }
    }

    private static Map<TableContract, List<Manifest.FileEntry>> derive(Snapshot base, DuckSession session)
            throws IOException {
        Map<TableContract, List<Manifest.FileEntry>> written = new HashMap<>();
        for (TableContract table : DerivedTables.all()) {
            DurableFiles.deleteTree(base.folder().resolve(table.name()));
        }
        if (base.files(LakeTables.SPECIES).isEmpty()) {
            TableFile.of(base.folder(), LakeTables.SPECIES, null)
                    .write(session, LakeTables.SPECIES, () -> { }, ShippedReference.species())
                    .ifPresent(entry -> written.put(LakeTables.SPECIES, List.of(entry)));
        }
        try (Derivation derivation = Derivation.open(session, base::rows)) {
            for (int year : base.years(LakeTables.STOCK_DAY)) {
                derivation.make(year, (in, table, made, select) ->
                        TableFile.of(base.folder(), table, made).write(in, table, () -> { }, select)
                        .ifPresent(entry -> written.computeIfAbsent(table, t -> new ArrayList<>()).add(entry)));
            }
        }
        return written;
    }
}
