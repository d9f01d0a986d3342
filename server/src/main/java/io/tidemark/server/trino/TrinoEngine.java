package io.tidemark.server.trino;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.ReadOnlySql;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.config.TrinoSettings;
import io.tidemark.server.engine.SpillFolder;
import io.tidemark.server.engine.SqlEngine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A snapshot's schema in Trino, queried over JDBC by an account that only needs to read. */
public final class TrinoEngine implements SqlEngine {

    /** The engine's name in the configuration. */
    public static final String NAME = TrinoSettings.ENGINE;

    private static final System.Logger LOG = System.getLogger("io.tidemark.trino");
    private static final int PARSER_MB = 128;
    private static final SnapshotDatabase.Holding NOTHING = new SnapshotDatabase.Holding(List.of(), Duration.ZERO);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(10);

    private final Snapshot snapshot;
    private final String schema;
    private final TrinoConnections connections;
    private final TrinoFunctions functions;
    private final String shape;
    private final SpillFolder spill;
    private final DuckSession parser;
    private volatile boolean away;
    private volatile long answered = System.nanoTime();

    private TrinoEngine(Snapshot snapshot, String schema, TrinoConnections connections, TrinoFunctions functions,
            String shape, SpillFolder spill) {
        this.snapshot = snapshot;
        this.schema = schema;
        this.connections = connections;
        this.functions = functions;
        this.shape = shape;
        this.spill = spill;
        this.parser = DuckSession.open(new EngineSettings(1, PARSER_MB, spill.path()));
    }

    /**
     * Opens snapshots of a lake in Trino.
     *
     * @param spill folder for a small DuckDB instance, whose parser checks the operator's own routes
     */
    public static Source source(TrinoSettings settings, Lake lake, Path spill) {
        TrinoFunctions functions = TrinoFunctions.shipped();
        TrinoConnections connections = new TrinoConnections(settings, settings.reader());
        return (snapshot, contents) -> {
            if (settings.publisher() != null) {
                new TrinoPublisher(settings, lake, contents, table ->
                        LOG.log(System.Logger.Level.INFO, "snapshot {0} in Trino: {1}",
                        snapshot.id(), table)).publish(snapshot);
            }
            String program = functions.with(contents.views());
            TrinoEngine engine = new TrinoEngine(snapshot, TrinoSchema.of(settings.location(), program).name(snapshot),
                    connections, functions, Sha256.hex(NAME + settings + program), SpillFolder.make(spill));
            try {
                engine.checkWhole();
                return engine;
            } catch (RuntimeException e) {
                engine.close();
                throw e;
            }
        };
    }

    /** Whether Trino answers this account. */
    public static boolean answers(TrinoSettings settings, TrinoSettings.Account account) {
        return new TrinoConnections(settings, account).answer();
    }

    private void checkWhole() {
        if (list("SHOW TABLES", row -> row.getString(1)).stream().noneMatch(TrinoSchema.WHOLE::equals)) {
            throw new LakeException("snapshot " + snapshot.id()
                    + " is not in Trino; tidemark snapshot publish --engine trino puts it there");
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public Connection connect() throws SQLException {
        return connections.open(schema);
    }

    @Override
    public String statement(String sql) {
        return functions.before(sql);
    }

    // the same rule as in DuckDB; besides, the account can only read
    @Override
    public void admit(String sql) {
        try (DuckSession session = parser.another()) {
            ReadOnlySql.check(session, sql);
        }
    }

    @Override
    public String shape() {
        return shape;
    }

    @Override
    public String typeName(String own) {
        return TrinoTypes.duckName(own);
    }

    @Override
    public Trouble trouble(Throwable failure) {
        Trouble trouble = TrinoErrors.of(failure);
        // after this, readiness asks Trino at once instead of waiting for its interval
        away |= trouble == Trouble.AWAY;
        return trouble;
    }

    @Override
    public ResultSet run(PreparedStatement statement) throws SQLException {
        ResultSet rows = statement.executeQuery();
        if (rows.getMetaData().getColumnCount() == 0) {
            // only now does the driver tell why a query failed before it had columns
            rows.next();
        }
        return rows;
    }

    // every view is a table
    @Override
    public boolean holds(String view) {
        return true;
    }

    // asks rarely while Trino answers, and always after a query without an answer
    @Override
    public boolean answers() {
        if (away || System.nanoTime() - answered > ASK_AGAIN_AFTER.toNanos()) {
            away = !connections.answer();
            answered = System.nanoTime();
        }
        return !away;
    }

    @Override
    public SnapshotDatabase.Holding held() {
        return NOTHING;
    }

    @Override
    public SnapshotDatabase.Holding holdLater(BooleanSupplier stop) {
        return NOTHING;
    }

    @Override
    public long tableMemory() {
        return 0;
    }

    @Override
    public void close() {
        try {
            parser.close();
        } finally {
            spill.close();
        }
    }
}
