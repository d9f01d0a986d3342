package io.tidemark.server.request;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot that a command queries itself, in DuckDB, with a temporary folder for what does not fit into memory. The
 * folder is deleted when this is closed or the process is stopped; until then a prune keeps the snapshot.
 */
public final class LocalSnapshot implements AutoCloseable {

    private static final int MEMORY_MB = 2048;

    private final Path folder;
    private final Runnable mark;
    private final Thread atStop;
    private @Nullable QueryResources resources;
    private @Nullable DuckEngine engine;
    private @Nullable ServedSnapshot snapshot;

    private LocalSnapshot(Path folder, Runnable mark) {
        this.folder = folder;
        this.mark = mark;
        this.atStop = new Thread(this::clear, "clear");
        Runtime.getRuntime().addShutdownHook(atStop);
    }

    /**
     * Opens a snapshot.
     *
     * @param id      null for the published one
     * @param catalog the routes to query
     */
    public static LocalSnapshot open(Lake lake, @Nullable String id, RouteCatalog catalog) {
        Snapshot found = id != null ? lake.open(new SnapshotId(SnapshotHistory.of(lake).get(id, lake).name()))
                : lake.current().orElseThrow(() -> new NoSuchSnapshotException("nothing is published in " + lake.root()
                        + "; tidemark ingest makes a lake, --lake names another"));
        LocalSnapshot asked = new LocalSnapshot(temporary(), mark(lake, found.id()));
        try {
            asked.resources = QueryResources.alone(asked.folder);
            EngineSettings settings = new EngineSettings(Runtime.getRuntime().availableProcessors(), MEMORY_MB,
                    asked.folder);
            DuckEngine engine = DuckEngine.open(found, DuckEngine.bySize(found, settings), catalog.contents());
            asked.engine = engine;
            asked.snapshot = ServedSnapshot.open(found, (snapshot, contents) -> engine, catalog, asked.resources);
            return asked;
        } catch (RuntimeException e) {
            asked.close();
            throw e;
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("tidemark-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder", e);
        }
    }

    // a read-only lake is queried without a lease
    private static Runnable mark(Lake lake, SnapshotId id) {
        try {
            return lake.leases().take(id)::close;
        } catch (LakeException e) {
            return () -> { };
        }
    }

    /** A session for SQL that somebody typed; for one thread, which closes it. */
    public DuckSession session() {
        return Objects.requireNonNull(engine).session();
    }

    /** The snapshot. */
    public ServedSnapshot snapshot() {
        return Objects.requireNonNull(snapshot);
    }

    /** A folder for the command's own files; readable only by this user. */
    public Path folder() {
        return folder;
    }

    private void clear() {
        try {
            DurableFiles.deleteTree(folder);
        } catch (IOException e) {
            System.getLogger(LocalSnapshot.class.getName()).log(System.Logger.Level.DEBUG, "cannot clear " + folder, e);
        }
    }

    @Override
    public void close() {
        if (snapshot != null) {
            snapshot.retire();
        }
        if (resources != null) {
            resources.close();
        }
        clear();
        mark.run();
        try {
            Runtime.getRuntime().removeShutdownHook(atStop);
        } catch (IllegalStateException e) {
            // the process is being stopped, and the hook runs
        }
    }
}
