package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.DerivedTables;

/**
 * The books in released stock: of each site, company and generation at sea what came, was lost and is left
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
        work.session().run("DROP VIEW IF EXISTS site_book");
        work.session().runAll(SqlScript.statements(SqlScript.text("views/8-books.sql")));
        work.session().run("CREATE TABLE IF NOT EXISTS books AS SELECT * FROM site_book");
        work.make("main_rows", SQL.get("main_rows")
                .part("stock_cell", work.snapshot().rows(DerivedTables.STOCK_CELL, year)));
    }

    /** Rows of {@code stock_cell} with their books. */
    static SqlStatement with(String rows) {
        return SQL.get("with_books").part("rows", rows);
    }

    /** Removes from the table {@code new_stock} the books beside those that are released of the same piece. */
    static void forgetLate(ReleaseWork work, SqlStatement released) {
        SQL.get("forget_late").part("released", released).with("min_farmers", work.rule().minFarmers())
                .run(work.session());
    }
}
