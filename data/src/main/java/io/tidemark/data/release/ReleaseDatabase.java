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

/** An in-memory database with a snapshot's lists, in which its release is computed. Not thread-safe. */
record ReleaseDatabase(DuckSession session) implements AutoCloseable {

    /** The database's name in the engine. */
    static final String NAME = "release";

    private static final SqlFile STOCK = SqlFile.of("derive/release/stock.sql");
    private static final SqlFile MERGE = SqlFile.of("derive/release/merge.sql");

    /**
     * Opens the database.
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
            database.make("places", STOCK.get("places").part("site", snapshot.rows(SITE))
                    .part("production_area", snapshot.rows(PRODUCTION_AREA))
                    .part("platform_area", snapshot.rows(PLATFORM_AREA)));
            database.make("areas", MERGE.get("areas").part("production_area", snapshot.rows(PRODUCTION_AREA))
                    .part("platform_area", snapshot.rows(PLATFORM_AREA)));
            database.make("groups", STOCK.get("groups").part("farmer", snapshot.rows(FARMER)));
            session.run("CREATE TABLE moved_weeks(week DATE)");
            return database;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Creates or replaces a table from a query. */
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
