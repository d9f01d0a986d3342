package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;

/** The growth in released stock: kept in atoms of feed whose unit-days with a gain are safe by themselves. */
final class GrowthRelease {

    private static final SqlFile SQL = SqlFile.of("derive/release/growth.sql");

    private final ReleaseDatabase database;
    private final PrivacyRule rule;

    GrowthRelease(ReleaseDatabase database, PrivacyRule rule) {
        this.database = database;
        this.rule = rule;
    }

    /** Removes the gains that are not safe from a table with rows of {@code released_stock_cell}. */
    void keepSafe(String table) {
        find("SELECT * FROM " + table);
        SQL.get("forget_unsafe").part("stock", table).run(database.session());
    }

    /**
     * Whether rows of {@code released_stock_cell} have gains that are not safe.
     *
     * @param stock a query for the rows
     */
    boolean isUnsafe(String stock) {
        find(stock);
        return SQL.get("unsafe").part("released", stock).any(database.session());
    }

    private void find(String stock) {
        database.make("growing_atoms", SQL.get("safe_atoms").part("released", stock)
                .with("min_farmers", rule.minFarmers()).with("max_share", rule.maxSharePercent()));
    }

    /** Adds the gains to a ledger that was made before it had any. */
    void fill(Snapshot snapshot, LedgerDraft draft, Runnable stop) {
        if (!draft.isOlder(LedgerTables.STOCK, "gain_g")) {
            return;
        }
        for (int year : draft.released().years(LedgerTables.STOCK)) {
            stop.run();
            database.make("filled_stock", SQL.get("filled")
                    .part("released", draft.released().rows(LedgerTables.STOCK, year))
                    .part("stock_cell", snapshot.rows(DerivedTables.STOCK_CELL, year)));
            keepSafe("filled_stock");
            draft.replace(database.session(), LedgerTables.STOCK, year, "SELECT * FROM filled_stock");
        }
    }
}
