package io.tidemark.server.trino;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.file.LockedFile;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.config.TrinoSettings;
import io.tidemark.server.engine.EngineUnavailableException;
import io.tidemark.server.engine.SqlEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Creates the tables of a snapshot in Trino: external tables over its Parquet files, copies of the ledger's tables at
 * the snapshot's entry, and a table for every view, since Trino's views cannot define functions. It checks row counts
 * against the manifest and the ledger; the last table marks the schema as complete. Then it drops the schemas of
 * snapshots that are no longer in the lake.
 */
public final class TrinoPublisher {

    private static final String LOCK = "trino.lock";
    /** The suffix of a temporary table over all files of a ledger table, while rows of some are copied. */
    private static final String ALL_FILES = "_files";

    private final TrinoConnections connections;
    private final TrinoFunctions functions = TrinoFunctions.shipped();
    private final Lake lake;
    private final SnapshotDatabase.Contents contents;
    private final TrinoSchema schemas;
    private final Consumer<String> progress;

    /**
     * Creates a publisher for a lake.
     *
     * @param contents the views
     * @param progress receives a line for each table
     * @throws LakeException if the settings have no account that may publish
     */
    public TrinoPublisher(TrinoSettings settings, Lake lake, SnapshotDatabase.Contents contents,
            Consumer<String> progress) {
        TrinoSettings.Account publisher = settings.publisher();
        if (publisher == null) {
            throw new LakeException("trino.publisher.user is not set: no user may create tables in Trino");
        }
        this.connections = new TrinoConnections(settings, publisher);
        this.lake = lake;
        this.contents = contents;
        this.schemas = TrinoSchema.of(settings.location(), functions.with(contents.views()));
        this.progress = progress;
    }

    /**
     * Publishes a snapshot, unless it is already published.
     *
     * @return the schema's name
     * @throws LakeException       if the lake cannot be written, Trino refuses, or rows are missing there
     * @throws EngineUnavailableException if Trino does not answer, or another process is publishing
     */
    public String publish(Snapshot snapshot) {
        String schema = schemas.name(snapshot);
        try (Connection connection = connections.open(null); Statement statement = connection.createStatement()) {
            if (!isWhole(statement, schema)) {
                makeAlone(connection, snapshot, schema);
            }
            dropOld(statement, snapshot);
            return schema;
        } catch (IOException e) {
            throw new LakeException("cannot publish to Trino: " + e.getMessage(), e);
        } catch (SQLException e) {
            throw TrinoErrors.of(e) == SqlEngine.Trouble.AWAY
                    ? new EngineUnavailableException("Trino cannot be queried: " + e.getMessage(), e)
                    : new LakeException("Trino cannot create the tables of snapshot " + snapshot.id() + ": "
                    + e.getMessage(), e);
        }
    }

    // two servers may open a snapshot at the same moment
    private void makeAlone(Connection connection, Snapshot snapshot, String schema) throws IOException, SQLException {
        try (LockedFile _ = LockedFile.tryHold(lake.root().resolve(LOCK))
                .orElseThrow(() -> new EngineUnavailableException(
                "another process is creating the tables of a snapshot in Trino; try again", null));
                Statement statement = connection.createStatement()) {
            if (isWhole(statement, schema)) {
                // the other server has just ended, and requests may query its tables
                return;
            }
            // drop the leftovers of an earlier try
            statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
            statement.execute("CREATE SCHEMA " + schema);
            connection.setSchema(schema);
            try (Statement inside = connection.createStatement()) {
                fill(inside, snapshot, schema);
            }
        }
    }

    private void fill(Statement statement, Snapshot snapshot, String schema) throws SQLException {
        for (TableContract table : LakeTables.all()) {
            progress.accept(table.name());
            List<FileEntry> files = snapshot.entries(table);
            if (files.isEmpty()) {
                makeEmpty(statement, table);
            } else {
                overFiles(statement, schema, table, table.name(), snapshot.folder());
            }
            checkRows(statement, table, files, snapshot, "manifest");
        }
        ReleasedTables released = Ledger.of(snapshot);
        for (TableContract table : LedgerTables.all()) {
            progress.accept(table.name());
            List<FileEntry> files = released.entries(table);
            if (files.isEmpty()) {
                makeEmpty(statement, table);
            } else {
                copyReleased(statement, schema, table, files);
            }
            checkRows(statement, table, files, snapshot, "ledger");
        }
        statement.execute("CREATE TABLE " + SnapshotDatabase.COMPLETENESS + " AS "
                + SnapshotDatabase.completeness(snapshot));
        statement.execute("CREATE TABLE " + SnapshotDatabase.RELEASE + " AS " + SnapshotDatabase.release(snapshot));
        for (SnapshotView view : contents.views()) {
            progress.accept(view.name());
            statement.execute("CREATE TABLE " + view.name() + " AS " + functions.before(view.select()));
        }
        statement.execute("CREATE TABLE " + TrinoSchema.WHOLE + " AS SELECT " + SqlLiteral.of(snapshot.id().text())
                + " AS snapshot");
    }

    private static List<String> columns(TableContract table) {
        return table.columns().stream().map(c -> c.name() + " " + TrinoTypes.of(c.type())).toList();
    }

    // a folder without files may not exist, as in object storage
    private static void makeEmpty(Statement statement, TableContract table) throws SQLException {
        statement.execute("CREATE TABLE " + table.name() + " (" + String.join(", ", columns(table)) + ")");
    }

    // covers all files in the table's folder
    private void overFiles(Statement statement, String schema, TableContract table, String name, Path folder)
            throws SQLException {
        List<String> columns = new ArrayList<>(columns(table));
        if (table.isPartitioned()) {
            columns.add("year integer");
        }
        statement.execute("CREATE TABLE " + name + " (" + String.join(", ", columns)
                + ") WITH (format = 'PARQUET', external_location = "
                + SqlLiteral.of(connections.settings().location() + "/" + lake.root().relativize(folder) + "/"
                + table.name()) + (table.isPartitioned() ? ", partitioned_by = ARRAY['year'])" : ")"));
        if (table.isPartitioned()) {
            statement.execute("CALL system.sync_partition_metadata(" + SqlLiteral.of(schema) + ", "
                    + SqlLiteral.of(name) + ", 'FULL')");
        }
    }

    // copies rows: a table over the folder would include files of other entries, now or later
    private void copyReleased(Statement statement, String schema, TableContract table, List<FileEntry> files)
            throws SQLException {
        String all = table.name() + ALL_FILES;
        overFiles(statement, schema, table, all, lake.ledger());
        String ofSnapshot = files.stream().map(file -> SqlLiteral.of(file.path().substring(table.name().length() + 1)))
                .collect(Collectors.joining(", "));
        statement.execute("CREATE TABLE " + table.name() + " AS SELECT " + table.columnList() + " FROM " + all
                + " WHERE regexp_extract(\"$path\", '[^/]+/[^/]+$') IN (" + ofSnapshot + ")");
        // the files stay: an external table does not own them
        statement.execute("DROP TABLE " + all);
    }

    private static void checkRows(Statement statement, TableContract table, List<FileEntry> files, Snapshot snapshot,
            String promise) throws SQLException {
        long promised = files.stream().mapToLong(FileEntry::rows).sum();
        try (ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table.name())) {
            row.next();
            if (row.getLong(1) != promised) {
                throw new LakeException("Trino finds " + row.getLong(1) + " rows in " + table.name() + " of snapshot "
                        + snapshot.id() + "; the " + promise + " says " + promised + ". Is trino.location this lake?");
            }
        }
    }

    private static boolean isWhole(Statement statement, String schema) throws SQLException {
        return schemas(statement).contains(schema) && names(statement, "SHOW TABLES FROM " + schema)
                .contains(TrinoSchema.WHOLE);
    }

    private void dropOld(Statement statement, Snapshot published) throws SQLException {
        List<SnapshotId> present = lake.list();
        // an unreachable lake has no snapshots, but that does not make schemas in Trino old
        if (!present.contains(published.id())) {
            return;
        }
        for (String schema : schemas(statement)) {
            if (schemas.isOld(schema, present.stream())) {
                progress.accept("drop " + schema);
                drop(statement, schema);
            }
        }
    }

    // another process may drop it now; the next publish drops the remaining ones
    private void drop(Statement statement, String schema) {
        try {
            statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        } catch (SQLException e) {
            progress.accept("cannot drop " + schema + ": " + e.getMessage());
        }
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
