package io.tidemark.data.duckdb;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.List;

/**
 * A DuckDB instance over one snapshot, for reading only. Facts are views over the snapshot's Parquet files, dimension
 * tables are held in memory. Once open it can read those files and nothing else: no other path, no ATTACH, COPY,
 * INSTALL or SET.
 */
public final class SnapshotDatabase implements AutoCloseable {

    private final Snapshot snapshot;
    private final DuckSession root;

    private SnapshotDatabase(Snapshot snapshot, DuckSession root) {
        this.snapshot = snapshot;
        this.root = root;
    }

    /**
     * Opens a snapshot.
     *
     * @param prelude statements that make macros and views on top of the tables, run before the instance is locked
     */
    public static SnapshotDatabase open(Snapshot snapshot, EngineSettings settings, List<String> prelude) {
        DuckSession root = DuckSession.open(settings);
        try {
            for (TableContract table : LakeTables.all()) {
                boolean inMemory = !table.isPartitioned();
                root.run("CREATE " + (inMemory ? "TABLE " : "VIEW ") + table.name() + " AS "
                        + SnapshotSql.select(snapshot, table));
            }
            for (String statement : prelude) {
                root.run(statement);
            }
            // the files one by one: an allowed folder could be written to by COPY
            root.run("SET allowed_paths = " + SqlLiteral.of(LakeTables.all().stream().filter(TableContract::isPartitioned)
                    .flatMap(table -> snapshot.files(table).stream()).toList()));
            root.run("SET enable_external_access = false");
            root.run("SET allow_community_extensions = false");
            root.run("SET lock_configuration = true");
            return new SnapshotDatabase(snapshot, root);
        } catch (RuntimeException e) {
            root.close();
            throw e;
        }
    }

    /** The snapshot that is served. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** A session for one thread. */
    public DuckSession session() {
        return root.another();
    }

    @Override
    public void close() {
        root.close();
    }
}
