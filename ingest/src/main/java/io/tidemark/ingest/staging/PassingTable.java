package io.tidemark.ingest.staging;

import io.tidemark.data.duckdb.DuckSession;

/**
 * A table that is made, read once or twice and made again. Its rows stand in one column, a struct: of columns DuckDB keeps
 * statistics of distinct values, which nobody asks for here and which take half of the time that making the table takes.
 *
 * @param name of the table, of a database that is named or not
 */
public record PassingTable(String name) {

    /** Makes it from a query, in that session's temporary database, and a view of the same name with the columns. */
    public static void makeTemporary(DuckSession session, String name, String select) {
        PassingTable table = new PassingTable(name + "_packed");
        session.run("CREATE OR REPLACE TEMP TABLE " + table.name + " AS " + packed(select));
        session.run("CREATE OR REPLACE TEMP VIEW " + name + " AS " + table.rows());
    }

    /** Makes it from a query. */
    public void make(DuckSession session, String select, Object... values) {
        session.run("CREATE TABLE " + name + " AS " + packed(select), values);
    }

    /** SQL: its rows. */
    public String rows() {
        return "SELECT r.* FROM " + name;
    }

    /** SQL: its rows with their places in it, from 0, as {@code rowid}. */
    public String numberedRows() {
        return "SELECT rowid, r.* FROM " + name;
    }

    /** Drops it. */
    public void drop(DuckSession session) {
        session.run("DROP TABLE " + name);
    }

    private static String packed(String select) {
        return "SELECT x AS r FROM (" + select + ") AS x";
    }
}
