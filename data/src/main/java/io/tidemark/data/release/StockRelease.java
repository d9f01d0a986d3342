package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The release of stock and losses, a year at a time. Sites without released rows in a piece form new atoms among themselves; existing atoms stay as
 * they are.
 */
final class StockRelease {

    private static final SqlFile SQL = SqlFile.of("derive/release/stock.sql");
    /** Platform areas, counted from the placement: from here down, unsafe cells may absorb atoms of their node. */
    static final int PLATFORM_AREA = 2;

    private final ReleaseDatabase database;
    private final Snapshot snapshot;
    private final LedgerDraft draft;
    private final PrivacyRule rule;
    private final LocalDate lastDay;

    StockRelease(ReleaseDatabase database, Snapshot snapshot, LedgerDraft draft, PrivacyRule rule, LocalDate lastDay) {
        this.database = database;
        this.snapshot = snapshot;
        this.draft = draft;
        this.rule = rule;
        this.lastDay = lastDay;
    }

    /** Releases the complete pieces of a year. */
    void release(int year) {
        if (make(database, snapshot, rule, year, draft.released(), lastDay)) {
            draft.add(database.session(), LedgerTables.STOCK, year, "SELECT * FROM new_stock");
            draft.add(database.session(), LedgerTables.LOSS, year, SQL.get("new_loss").part("loss_cell", snapshot.rows(DerivedTables.LOSS_CELL, year))
                    .part("new_stock", "SELECT * FROM new_stock").text());
        }
    }

    /**
     * Makes the table {@code new_stock} from the releasable rows of a year's pieces; returns whether it has rows.
     *
     * @param before the tables released so far
     */
    static boolean make(ReleaseDatabase database, Snapshot snapshot, PrivacyRule rule, int year, ReleasedTables before, LocalDate lastDay) {
        SqlStatement released = SqlStatement.made(before.rows(LedgerTables.STOCK, year));
        database.make("candidates", SQL.get("candidates").part("stock_cell", snapshot.rows(DerivedTables.STOCK_CELL, year))
                .part("released", released).with("last_day", lastDay));
        if (!database.session().hasRows("candidates")) {
            return false;
        }
        database.make("cells", SQL.get("cells"));
        database.make("cell_rows", SQL.get("cell_rows"));
        AtomMaker atoms = new AtomMaker(database.session(), rule, PLATFORM_AREA);
        String branches = SQL.get("branches").text();
        atoms.make(branches, SQL.get("stock_amounts").text(), ReleaseDatabase.NAME, "stock_atoms");
        atoms.make(branches, SQL.get("feed_amounts").text(), ReleaseDatabase.NAME, "feed_atoms");
        database.make("new_stock", SQL.get("new_stock").part("released", released));
        new GrowthRelease(database, rule).keepSafe("new_stock");
        return database.session().hasRows("new_stock");
    }

    /** The fish-days in released periods, and those that wait, by company. */
    static SortedMap<String, SnapshotRelease.Waiting> waiting(ReleaseDatabase database, Snapshot snapshot, ReleasedTables released,
            LocalDate through) {
        SortedMap<String, SnapshotRelease.Waiting> byFarmer = new TreeMap<>();
        SQL.get("waiting").part("stock_cell", snapshot.rows(DerivedTables.STOCK_CELL)).part("released", released.rows(LedgerTables.STOCK, null))
                .with("last_day", through)
                .each(database.session(), row -> byFarmer.put(row.getString(1), new SnapshotRelease.Waiting(row.getLong(2), row.getLong(3))));
        return byFarmer;
    }
}
