package io.tidemark.server.engine;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.ReadOnlySql;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.sql.Connection;
import java.util.function.BooleanSupplier;

/** DuckDB in this process, with a separate spill folder. */
public final class DuckEngine implements SqlEngine {

    /** The engine's name in the configuration. */
    public static final String NAME = "duckdb";

    private static final String SHAPE = """
            SELECT string_agg(line, chr(10) ORDER BY line)
            FROM (
              SELECT concat_ws(' ', table_name, column_index, column_name, data_type) AS line
              FROM duckdb_columns() WHERE database_name = current_database() AND NOT internal
              UNION ALL
              SELECT concat_ws(' ', function_name, parameters, macro_definition)
              FROM duckdb_functions() WHERE database_name = current_database() AND NOT internal)
            """;

    /**
     * Stock rows per thread. A query consists of many small steps, which each thread sets up for itself: on two
     * threads, a default window of a small snapshot takes twice the processor time and is no faster. With one thread,
     * ten years with this many rows take 90 ms at most.
     */
    private static final long ROWS_PER_THREAD = 5_000_000;

    private final SpillFolder spill;
    private final SnapshotDatabase database;

    private DuckEngine(SpillFolder spill, SnapshotDatabase database) {
        this.spill = spill;
        this.database = database;
    }

    /** A source that opens each snapshot with these settings. */
    public static Source source(EngineSettings settings) {
        return (snapshot, contents) -> open(snapshot, settings, contents);
    }

    /** A source that opens each snapshot with as many threads as its size needs, up to those in the settings. */
    public static Source sourceBySize(EngineSettings most) {
        return (snapshot, contents) -> open(snapshot, bySize(snapshot, most), contents);
    }

    /** The settings with as many threads as a snapshot's size needs, up to those given. */
    public static EngineSettings bySize(Snapshot snapshot, EngineSettings most) {
        Manifest.TableEntry stock = snapshot.manifest().tables().get(LakeTables.STOCK_DAY.name());
        long rows = stock == null ? 0 : stock.rows();
        return new EngineSettings(Math.clamp(1 + rows / ROWS_PER_THREAD, 1, most.threads()), most.memoryLimitMb(),
                most.spillFolder(), most.mostSpillMb());
    }

    /**
     * Opens a snapshot.
     *
     * @param settings engine settings; the engine creates its spill folder inside their folder
     */
    public static DuckEngine open(Snapshot snapshot, EngineSettings settings, SnapshotDatabase.Contents contents) {
        SpillFolder spill = SpillFolder.make(settings.spillFolder());
        try {
            return new DuckEngine(spill, SnapshotDatabase.open(snapshot,
                    new EngineSettings(settings.threads(), settings.memoryLimitMb(), spill.path(),
                    settings.mostSpillMb()), contents));
        } catch (RuntimeException e) {
            spill.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Snapshot snapshot() {
        return database.snapshot();
    }

    /** Opens a session for SQL outside of routes. It is for one thread, which closes it. */
    public DuckSession session() {
        return database.session();
    }

    @Override
    public Connection connect() {
        return database.session().release();
    }

    @Override
    public String statement(String sql) {
        return sql;
    }

    @Override
    public void admit(String sql) {
        try (DuckSession session = session()) {
            ReadOnlySql.check(session, sql);
        }
    }

    @Override
    public String shape() {
        return Sha256.hex(list(SHAPE, row -> String.valueOf(row.getString(1))).getFirst());
    }

    @Override
    public String typeName(String own) {
        return own;
    }

    @Override
    public Trouble trouble(Throwable failure) {
        EngineException.Kind kind = EngineException.kindOf(failure);
        // a query writes nothing but what it spills
        return failure instanceof OutOfMemoryError || kind == EngineException.Kind.OUT_OF_MEMORY
                || kind == EngineException.Kind.NOT_WRITTEN ? Trouble.OVERLOADED : Trouble.NONE;
    }

    @Override
    public boolean answers() {
        return true;
    }

    @Override
    public SnapshotDatabase.Holding held() {
        return database.held();
    }

    @Override
    public SnapshotDatabase.Holding holdLater(BooleanSupplier stop) {
        return database.holdLater(stop);
    }

    @Override
    public boolean holds(String view) {
        return database.holds(view);
    }

    @Override
    public long tableMemory() {
        return database.tableMemory();
    }

    @Override
    public void close() {
        try {
            database.close();
        } finally {
            spill.close();
        }
    }
}
