package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.PrivacyRule;

/**
 * Finds the released atoms that are unsafe by a rule and the current groups, and the atoms to merge them into. Leaves the result in tables of the
 * database, for {@link AtomMerge}.
 */
final class AtomFinder {

    private static final SqlFile SQL = SqlFile.of("derive/release/merge.sql");

    private final ReleaseDatabase database;
    private final PrivacyRule rule;

    AtomFinder(ReleaseDatabase database, PrivacyRule rule) {
        this.database = database;
        this.rule = rule;
    }

    /**
     * Whether atoms of stock ({@code moves}) or of feed ({@code feed_moves}) must be merged in these rows of {@code released_stock_cell}.
     *
     * @param stock a query for the rows
     */
    boolean hasUnsafeStock(String stock) {
        moves(stock, "feed_atom", "fed_biomass_g");
        database.session().run("CREATE OR REPLACE TABLE feed_moves AS SELECT * FROM moves");
        moves(stock, "atom", "fish_days");
        return database.session().hasRows("moves") || database.session().hasRows("feed_moves");
    }

    private void moves(String stock, String atom, String amount) {
        database.make("stock_blocks", SQL.get("stock_blocks").part("released", stock).part("atom", atom));
        atoms(StockRelease.PLATFORM_AREA, SQL.get("stock_branches"),
                SQL.get("stock_amounts").part("released", stock).part("atom", atom).part("amount", amount));
        database.make("moves", SQL.get("stock_moves"));
    }

    /**
     * Whether rows of a table by day are in atoms that must be merged ({@code merged_atoms}).
     *
     * @param rows a query for the rows
     */
    boolean hasUnsafeDays(DayTable table, String rows) {
        database.make(table.text() + "_blocks", SQL.get(table.text() + "_blocks").part("released", rows));
        database.make(table.text() + "_rows", SQL.get(table.text() + "_rows").part("released", rows));
        atoms(table.absorbsFrom(), SQL.get(table.text() + "_branches"), SQL.get(table.text() + "_amounts"));
        return SQL.get("changed_" + table.text() + "s").any(database.session());
    }

    private void atoms(int absorbsFrom, SqlStatement branches, SqlStatement amounts) {
        new AtomMaker(database.session(), rule, absorbsFrom).make(branches.text(), amounts.text(), ReleaseDatabase.NAME, "merged_atoms");
    }
}
