package io.tidemark.ingest;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The database that a thread's tests asked last, left open: to open one takes a tenth of a second, and they ask many
 * things of one snapshot.
 */
final class LastDatabase {

    private record Open(Path files, SnapshotDatabase database) {}

    private static final ThreadLocal<@Nullable Open> LAST = new ThreadLocal<>();

    private LastDatabase() {}

    /** The database of a snapshot; the one asked before is closed if it is another's. */
    static SnapshotDatabase of(Snapshot snapshot, Path spill) {
        Open last = LAST.get();
        if (last != null && last.files.equals(snapshot.folder())) {
            return last.database;
        }
        if (last != null) {
            LAST.remove();
            last.database.close();
        }
        SnapshotDatabase database = SnapshotDatabase.open(snapshot, new EngineSettings(1, 512, spill));
        LAST.set(new Open(snapshot.folder(), database));
        return database;
    }
}
