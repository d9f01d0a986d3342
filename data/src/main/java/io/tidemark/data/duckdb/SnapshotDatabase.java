package io.tidemark.data.duckdb;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A DuckDB instance over one snapshot, for reading only. Facts are views over the snapshot's Parquet files, dimension
 * tables and what the prelude makes tables of are held in memory. Once open it can read those files and nothing else: no other path, no ATTACH, COPY,
 * INSTALL or SET.
 */
public final class SnapshotDatabase implements AutoCloseable {

    /**
     * What it cost to make the prelude's tables.
     *
     * @param tables their names, as they were made
     * @param time   time that all of the prelude took
     * @param bytes  memory that they hold
     */
    public record Holding(List<String> tables, Duration time, long bytes) {}

    private static final String TABLES = "SELECT table_name FROM duckdb_tables() ORDER BY table_oid";
    private static final String MEMORY = "SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'";

    private final Snapshot snapshot;
    private final DuckSession root;
    private final Holding holding;

    private SnapshotDatabase(Snapshot snapshot, DuckSession root, Holding holding) {
        this.snapshot = snapshot;
        this.root = root;
        this.holding = holding;
    }

    /**
     * Opens a snapshot.
     *
     * @param prelude statements that make macros, views and tables on top of the lake's tables, run before the instance is locked
     */
    public static SnapshotDatabase open(Snapshot snapshot, EngineSettings settings, List<String> prelude) {
        DuckSession root = DuckSession.open(settings);
        try {
            for (TableContract table : LakeTables.all()) {
                boolean inMemory = !table.isPartitioned();
                root.run("CREATE " + (inMemory ? "TABLE " : "VIEW ") + table.name() + " AS "
                        + SnapshotSql.select(snapshot, table));
            }
            Holding holding = prepare(root, prelude);
            // the files one by one: an allowed folder could be written to by COPY
            root.run("SET allowed_paths = " + SqlLiteral.of(LakeTables.all().stream().filter(TableContract::isPartitioned)
                    .flatMap(table -> snapshot.files(table).stream()).toList()));
            root.run("SET enable_external_access = false");
            root.run("SET allow_community_extensions = false");
            root.run("SET lock_configuration = true");
            return new SnapshotDatabase(snapshot, root, holding);
        } catch (RuntimeException e) {
            root.close();
            throw e;
        }
    }

    private static Holding prepare(DuckSession root, List<String> prelude) {
        List<String> dimensions = root.list(TABLES, row -> row.getString(1));
        long memory = root.number(MEMORY);
        long start = System.nanoTime();
        for (String statement : prelude) {
            root.run(statement);
        }
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        List<String> tables = new ArrayList<>(root.list(TABLES, row -> row.getString(1)));
        tables.removeAll(dimensions);
        return new Holding(List.copyOf(tables), time, root.number(MEMORY) - memory);
    }

    /** What the prelude's tables cost. */
    public Holding holding() {
        return holding;
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
