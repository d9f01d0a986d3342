package io.tidemark.ingest.staging;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;

/**
 * A table that is created, read once or twice and created again. Its rows are in one struct column: for plain columns
 * DuckDB keeps distinct-value statistics, which are not needed here and take half the time of creating the table.
 *
 * @param name the table's name, with or without its database
 */
public record PackedTable(String name) {

    private static final SqlFile SQL = SqlFile.of("ingest/staging.sql");

    /**
     * Creates the table from a query in the session's temporary database, and a view of the same name with the columns.
     */
    public static void makeTemporary(DuckSession session, String name, SqlStatement select) {
        PackedTable table = new PackedTable(name + "_packed");
        packed(select).after("CREATE OR REPLACE TEMP TABLE " + table.name + " AS").run(session);
        session.run("CREATE OR REPLACE TEMP VIEW " + name + " AS " + table.rows());
    }

    /** Creates the table from a query. */
    public void make(DuckSession session, SqlStatement select) {
        packed(select).after("CREATE TABLE " + name + " AS").run(session);
    }

    /** SQL for the rows. */
    public String rows() {
        return "SELECT r.* FROM " + name;
    }

    /** SQL for the rows with their positions, from 0, as {@code rowid}. */
    public String numberedRows() {
        return "SELECT rowid, r.* FROM " + name;
    }

    /** Drops the table. */
    public void drop(DuckSession session) {
        session.run("DROP TABLE " + name);
    }

    private static SqlStatement packed(SqlStatement select) {
        return SQL.get("packed").part("rows", select);
    }
}
