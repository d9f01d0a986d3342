package io.tidemark.server.trino;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeAccess;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LockedFile;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.engine.EngineAwayException;
import io.tidemark.server.engine.SqlEngine;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes the tables of a snapshot in Trino: external tables over its Parquet files, and a table for every view, since Trino's views
 * cannot take functions along. Row counts are checked against the manifest; the last table says that the schema is whole. Then the
 * schemas of snapshots that are no longer in the lake are dropped.
 */
public final class TrinoPublisher {

    private static final String LOCK = "trino.lock";

    private final TrinoConnections connections;
    private final TrinoFunctions functions = TrinoFunctions.shipped();
    private final Lake lake;
    private final SnapshotDatabase.Contents contents;
    private final Consumer<String> progress;

    /**
     * For a lake.
     *
     * @param contents the views
     * @param progress gets a line for each table
     * @throws LakeException without an account that may publish
     */
    public TrinoPublisher(TrinoSettings settings, Lake lake, SnapshotDatabase.Contents contents, Consumer<String> progress) {
        TrinoSettings.Account publisher = settings.publisher();
        if (publisher == null) {
            throw new LakeException("trino.publisher.user is not set: nobody may make tables in Trino");
        }
        this.connections = new TrinoConnections(settings, publisher);
        this.lake = lake;
        this.contents = contents;
        this.progress = progress;
    }

    /**
     * Publishes a snapshot, unless that has been done.
     *
     * @return the schema's name
     * @throws LakeException       when another process publishes, Trino refuses, or rows are missing there
     * @throws EngineAwayException when Trino does not answer
     */
    public String publish(Snapshot snapshot) {
        TrinoSchema schema = TrinoSchema.of(snapshot.id(), connections.settings(), functions, contents.views());
        try {
            return LockedFile.exclusively(lake.root().resolve(LOCK), LakeAccess.FILE, () -> {
                publish(snapshot, schema);
                return schema.name();
            });
        } catch (IOException e) {
            throw new LakeException("cannot publish to Trino: " + e.getMessage(), e);
        } catch (SQLException e) {
            throw TrinoTrouble.of(e) == SqlEngine.Trouble.AWAY ? new EngineAwayException("Trino does not answer: " + e.getMessage(), e)
                    : new LakeException("Trino cannot make the tables of snapshot " + snapshot.id() + ": " + e.getMessage(), e);
        }
    }

    private void publish(Snapshot snapshot, TrinoSchema schema) throws SQLException {
        try (Connection connection = connections.open(null); Statement statement = connection.createStatement()) {
            if (!isWhole(statement, schema)) {
                // what an earlier try left
                statement.execute("DROP SCHEMA IF EXISTS " + schema.name() + " CASCADE");
                statement.execute("CREATE SCHEMA " + schema.name());
                connection.setSchema(schema.name());
                try (Statement inside = connection.createStatement()) {
                    fill(inside, snapshot, schema);
                }
            }
            dropOld(statement);
        }
    }

    private void fill(Statement statement, Snapshot snapshot, TrinoSchema schema) throws SQLException {
        for (TableContract table : LakeTables.all()) {
            progress.accept(table.name());
            statement.execute(definition(table, snapshot));
            if (table.isPartitioned() && !snapshot.entries(table).isEmpty()) {
                statement.execute("CALL system.sync_partition_metadata(" + SqlLiteral.of(schema.name()) + ", " + SqlLiteral.of(table.name())
                        + ", 'FULL')");
            }
            checkRows(statement, table, snapshot);
        }
        for (SnapshotView view : contents.views()) {
            progress.accept(view.name());
            statement.execute("CREATE TABLE " + view.name() + " AS " + functions.before(view.select()));
        }
        statement.execute("CREATE TABLE " + TrinoSchema.WHOLE + " AS SELECT " + SqlLiteral.of(snapshot.id().text()) + " AS snapshot");
    }

    // a folder without files need not exist, as in object storage
    private String definition(TableContract table, Snapshot snapshot) {
        List<String> columns = new ArrayList<>(table.columns().stream().map(c -> c.name() + " " + TrinoTypes.of(c.type())).toList());
        if (snapshot.entries(table).isEmpty()) {
            return "CREATE TABLE " + table.name() + " (" + String.join(", ", columns) + ")";
        }
        if (table.isPartitioned()) {
            columns.add("year integer");
        }
        return "CREATE TABLE " + table.name() + " (" + String.join(", ", columns) + ") WITH (format = 'PARQUET', external_location = "
                + SqlLiteral.of(connections.settings().location() + "/" + lake.root().relativize(snapshot.folder()) + "/" + table.name())
                + (table.isPartitioned() ? ", partitioned_by = ARRAY['year'])" : ")");
    }

    private static void checkRows(Statement statement, TableContract table, Snapshot snapshot) throws SQLException {
        long promised = snapshot.entries(table).stream().mapToLong(file -> file.rows()).sum();
        try (ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table.name())) {
            row.next();
            if (row.getLong(1) != promised) {
                throw new LakeException("Trino finds " + row.getLong(1) + " rows in " + table.name() + " of snapshot " + snapshot.id()
                        + "; the manifest says " + promised + ". Is trino.location this lake?");
            }
        }
    }

    private boolean isWhole(Statement statement, TrinoSchema schema) throws SQLException {
        try (ResultSet tables = statement.executeQuery("SHOW TABLES FROM information_schema")) {
            // asked first, so that a catalog that does not exist is told as such
            tables.next();
        }
        return schemas(statement).contains(schema.name()) && names(statement, "SHOW TABLES FROM " + schema.name()).contains(TrinoSchema.WHOLE);
    }

    private void dropOld(Statement statement) throws SQLException {
        Set<String> kept = lake.list().stream().map(this::beginning).collect(Collectors.toSet());
        String mine = TrinoSchema.lake(connections.settings());
        for (String schema : schemas(statement)) {
            if (schema.startsWith(mine) && kept.stream().noneMatch(schema::startsWith)) {
                progress.accept("drop " + schema);
                statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
            }
        }
    }

    private String beginning(SnapshotId id) {
        return TrinoSchema.of(id, connections.settings(), functions, contents.views()).ofOne();
    }

    private static List<String> schemas(Statement statement) throws SQLException {
        return names(statement, "SHOW SCHEMAS");
    }

    private static List<String> names(Statement statement, String sql) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
