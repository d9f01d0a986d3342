package io.tidemark.data.release;

import static io.tidemark.data.table.LakeTables.FARMER;
import static io.tidemark.data.table.LakeTables.PLATFORM_AREA;
import static io.tidemark.data.table.LakeTables.PRODUCTION_AREA;
import static io.tidemark.data.table.LakeTables.SITE;
import static io.tidemark.data.table.LakeTables.SPECIES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.Snapshot;

/** A database in memory with the lists of a snapshot, in which its release is worked out. Not thread-safe. */
final class ReleaseDatabase implements AutoCloseable {

    /** Its name among the engine's databases. */
    static final String NAME = "release";

    private static final SqlFile STOCK = SqlFile.of("derive/release/stock.sql");
    private static final SqlFile MERGE = SqlFile.of("derive/release/merge.sql");

    private final DuckSession session;

    private ReleaseDatabase(DuckSession session) {
        this.session = session;
    }

    /**
     * Opens it.
     *
     * @param instance any session of the engine to use
     */
    static ReleaseDatabase open(DuckSession instance, Snapshot snapshot) {
        DuckSession session = instance.another();
        try {
            session.run("ATTACH ':memory:' AS " + NAME);
            session.run("USE " + NAME);
            session.runAll(SqlScript.statements(SqlScript.text("prelude.duckdb.sql")));
            ReleaseDatabase database = new ReleaseDatabase(session);
            database.make("species", SqlStatement.made(snapshot.rows(SPECIES)));
            database.make("places", STOCK.get("places").part("site", snapshot.rows(SITE)).part("production_area", snapshot.rows(PRODUCTION_AREA))
                    .part("platform_area", snapshot.rows(PLATFORM_AREA)));
            database.make("areas", MERGE.get("areas").part("production_area", snapshot.rows(PRODUCTION_AREA))
                    .part("platform_area", snapshot.rows(PLATFORM_AREA)));
            database.make("groups", STOCK.get("groups").part("farmer", snapshot.rows(FARMER)));
            return database;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** A session in it. */
    DuckSession session() {
        return session;
    }

    /** Makes a table of a query's rows, instead of the one of that name. */
    void make(String table, SqlStatement rows) {
        rows.after("CREATE OR REPLACE TABLE " + table + " AS").run(session);
    }

    @Override
    public void close() {
        session.run("USE memory");
        session.run("DETACH " + NAME);
        session.close();
    }
}
