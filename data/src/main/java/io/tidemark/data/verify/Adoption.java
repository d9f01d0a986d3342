package io.tidemark.data.verify;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A folder of Parquet files that people put under {@code snapshots/} becomes a snapshot. */
public final class Adoption {

    private Adoption() {}

    /**
     * Looks at such a folder as at a snapshot, only stricter: warnings are faults.
     *
     * @throws LakeException when the folder cannot be looked through
     */
    public static Verification verify(Lake lake, SnapshotId id, EngineSettings settings) {
        Verification seen = SnapshotVerifier.verify(lake, id, null, settings);
        return new Verification(id, seen.tables(), seen.findings().stream()
                .map(finding -> Finding.fault(finding.subject(), finding.problem())).toList());
    }

    /**
     * Gives a folder that was found sound its manifest; its files can no longer be written. Call with the lake's lock held.
     *
     * @throws LakeException when the lake cannot be written
     */
    public static void writeManifest(Lake lake, Verification sound, Instant now) {
        Path folder = lake.folder(sound.id());
        Manifest manifest = new Manifest(Manifest.FORMAT_VERSION, sound.id().text(), now,
                lake.currentId().map(SnapshotId::text).orElse(null), sound.tables(), List.of());
        try {
            for (Manifest.FileEntry file : sound.tables().values().stream().flatMap(t -> t.files().stream()).toList()) {
                DurableFiles.syncReadOnly(folder.resolve(file.path()));
            }
            manifest.write(folder);
            DurableFiles.syncFolders(folder);
        } catch (IOException e) {
            throw new LakeException("cannot write the manifest of " + sound.id() + ": " + e.getMessage(), e);
        }
    }
}
