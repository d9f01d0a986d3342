package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;
import java.util.stream.Collectors;

/**
 * The books in released stock: of each company, platform area and generation at sea what came, was lost and is left
 * (definitions.md, section 4, Share lost). The columns lie in one row of a piece, the main one.
 */
final class Books {

    private static final SqlFile SQL = SqlFile.of("derive/release/books.sql");

    private Books() {}

    /** Makes the table {@code main_rows}: the main rows of a year, with their books. */
    static void find(ReleaseWork work, int year) {
        // a book runs through the years
        work.session().run("CREATE OR REPLACE VIEW generation_day AS "
                + work.snapshot().rows(DerivedTables.GENERATION_DAY));
        work.session().run("CREATE OR REPLACE VIEW site_place AS SELECT * FROM places");
        work.session().run("DROP VIEW IF EXISTS book");
        work.session().runAll(SqlScript.statements(SqlScript.text("views/8-books.sql")));
        work.session().run("CREATE TABLE IF NOT EXISTS books AS SELECT * FROM book");
        work.make("main_rows", SQL.get("main_rows")
                .part("stock_cell", work.snapshot().rows(DerivedTables.STOCK_CELL, year)));
    }

    /**
     * Rows of {@code stock_cell} with their books.
     *
     * @param rows     a query for the rows
     * @param released what is released of the year: a book that is there in a piece is not in it again
     */
    static SqlStatement with(String rows, SqlStatement released) {
        return SQL.get("with_books").part("rows", rows).part("released", released);
    }

    /** Fixes what has entered the books of a table's rows, where that is not known yet; other rows are given. */
    static void enter(ReleaseWork work, String table, String others) {
        SQL.get("enter").part("stock", table).part("others", others).run(work.session());
    }

    /** A query for the released stock of all years but one. */
    static String otherYears(ReleasedTables released, int year) {
        String rows = released.years(LedgerTables.STOCK).stream().filter(other -> other != year)
                .map(other -> released.rows(LedgerTables.STOCK, other)).collect(Collectors.joining(" UNION ALL "));
        return rows.isEmpty() ? none(released) : rows;
    }

    /** A query for no released stock. */
    static String none(ReleasedTables released) {
        return ReleasedTables.nothing(released.folder()).rows(LedgerTables.STOCK, null);
    }
}
