package io.tidemark.data.verify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/** Verifies an existing snapshot and publishes it if it is sound. Otherwise the published snapshot stays. */
public record SnapshotPublisher(Lake lake, EngineSettings engine) {

    /**
     * Verifies a snapshot, or a folder that is to become one. In a writable lake,
     * a lease protects it from removal meanwhile.
     */
    public Verification verify(Entry entry) {
        SnapshotId id = new SnapshotId(entry.name());
        boolean dropped = entry.isWithoutManifest();
        if (!dropped && entry.manifest() == null) {
            return new Verification(id, new TreeMap<>(),
                    List.of(new Finding(Finding.Kind.FAULT, "manifest.json", String.valueOf(entry.problem()))));
        }
        try (SnapshotLease _ = lake.leases().tryTake(id)) {
            return SharedFiles.name(lake, dropped ? FolderAdoption.verify(lake, id, engine)
                    : SnapshotVerifier.verify(lake, id, entry.manifest(), engine));
        }
    }

    /**
     * Verifies a snapshot and publishes it if it is sound. Call with the lake's lock held.
     *
     * @return the result; the snapshot is published if it is sound
     * @throws NoSuchSnapshotException if the lake has no snapshot of that name
     */
    public Verification publish(String name) {
        Entry entry = SnapshotHistory.of(lake).get(name, lake);
        Verification seen = verify(entry);
        if (seen.isSound()) {
            if (entry.manifest() == null) {
                FolderAdoption.complete(lake, seen, PrivacyChange.NONE.after(lake.currentId().map(lake::open)), engine,
                        Instant.now());
            }
            try (DuckSession session = DuckSession.open(engine)) {
                new SnapshotRelease(lake, session, () -> { }).publish(new SnapshotId(name));
            }
        }
        return seen;
    }

    /** The snapshot before the published one; throws {@link NoSuchSnapshotException} if it does not exist. */
    public String before() {
        return SnapshotHistory.of(lake).beforePublished().orElseThrow(() ->
                new NoSuchSnapshotException("there is no snapshot before the published one in " + lake.root())).text();
    }
}
