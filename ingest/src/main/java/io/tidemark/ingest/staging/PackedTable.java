package io.tidemark.ingest.staging;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;

/**
 * A table that is created, read once or twice and created again. Its rows are in one struct column: DuckDB keeps
 * distinct-value statistics for plain columns, which are not needed here and take half of the time of creating the table.
 *
 * @param name of the table, of a database that is named or not
 */
public record PackedTable(String name) {

    private static final SqlFile SQL = SqlFile.of("ingest/staging.sql");

    /** Makes it from a query, in that session's temporary database, and a view of the same name with the columns. */
    public static void makeTemporary(DuckSession session, String name, SqlStatement select) {
        PackedTable table = new PackedTable(name + "_packed");
        packed(select).after("CREATE OR REPLACE TEMP TABLE " + table.name + " AS").run(session);
        session.run("CREATE OR REPLACE TEMP VIEW " + name + " AS " + table.rows());
    }

    /** Makes it from a query. */
    public void make(DuckSession session, SqlStatement select) {
        packed(select).after("CREATE TABLE " + name + " AS").run(session);
    }

    /** SQL: its rows. */
    public String rows() {
        return "SELECT r.* FROM " + name;
    }

    /** SQL: its rows with their positions, from 0, as {@code rowid}. */
    public String numberedRows() {
        return "SELECT rowid, r.* FROM " + name;
    }

    /** Drops it. */
    public void drop(DuckSession session) {
        session.run("DROP TABLE " + name);
    }

    private static SqlStatement packed(SqlStatement select) {
        return SQL.get("packed").part("rows", select);
    }
}
