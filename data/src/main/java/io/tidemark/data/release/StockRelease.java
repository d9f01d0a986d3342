package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The release of stock and losses, a year at a time. Sites without released rows in a piece form new atoms among
 * themselves; existing atoms stay as they are. Unsafe atoms are merged whole: no atom is ever divided, so that
 * subtraction reveals no sum.
 */
final class StockRelease extends ReleasedTable {

    /** Platform areas, counted from the placement: from here down, unsafe cells may absorb atoms of their node. */
    private static final int PLATFORM_AREA = 2;

    private static final SqlFile SQL = SqlFile.of("derive/release/stock.sql");

    StockRelease() {
        super(LedgerTables.STOCK, ReleasePeriod.PIECE, "new_stock", Set.of(Trait.MADE_AGAIN), List.of(
                new Check("rows_twice", "has a row of a site, company, generation and weight class twice"),
                new Check("wrong_sizes", "has atoms with other cells than they say"),
                new Check("wrong_losses", LedgerTables.LOSS,
                        "has losses that do not lie on released stock in the same atom")),
                "unsafe", "unsafe_growth", "unsafe_book", "book_twice", "wrong_cells", "misplaced_loss", "twice");
    }

    @Override
    TableContract second() {
        return LedgerTables.LOSS;
    }

    // late sites enter pieces of any year: so the years are those of which the stock has changed
    @Override
    void release(ReleaseWork work, LedgerDraft draft, DateRange days) {
        for (int year : work.stockYears().headSet(days.last().getYear() + 1)) {
            work.stop().run();
            if (make(work, draft.released(), new DateRange(LocalDate.of(year, 1, 1), days.last()))) {
                draft.add(work.session(), LedgerTables.STOCK, year, "SELECT * FROM new_stock");
                draft.add(work.session(), LedgerTables.LOSS, year,
                        SQL.get("new_loss").part("loss_cell", work.snapshot().rows(DerivedTables.LOSS_CELL, year))
                        .part("new_stock", "SELECT * FROM new_stock").text());
            }
        }
    }

    /**
     * Makes the table {@code new_stock} from the releasable rows of a year's pieces.
     *
     * @param released the tables released so far
     * @param days     from a day of the year to the last one that may be released
     */
    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        int year = days.first().getYear();
        SqlStatement before = SqlStatement.made(released.rows(LedgerTables.STOCK, year));
        work.make("releasable", SQL.get("candidates")
                .part("stock_cell", work.snapshot().rows(DerivedTables.STOCK_CELL, year))
                .part("released", before).with("last_day", days.last()));
        if (!work.session().hasRows("releasable")) {
            return false;
        }
        Books.find(work, year);
        work.make("candidates", Books.with("SELECT * FROM releasable"));
        work.make("cells", SQL.get("cells"));
        work.make("cell_rows", SQL.get("cell_rows"));
        AtomMaker atoms = new AtomMaker(work.session(), work.rule(), PLATFORM_AREA);
        String branches = SQL.get("branches").text();
        atoms.make(branches, SQL.get("stock_amounts").text(), ReleaseDatabase.NAME, "stock_atoms");
        atoms.make(branches, SQL.get("feed_amounts").text(), ReleaseDatabase.NAME, "feed_atoms");
        work.make("new_stock", SQL.get("new_stock").part("released", before));
        SafeColumns.keepSafe(work, "new_stock");
        Books.forgetLate(work, before);
        return work.session().hasRows("new_stock");
    }

    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        String stock = released.rows(LedgerTables.STOCK, year);
        return hasUnsafeAtoms(work, stock) || SafeColumns.areUnsafe(work, stock);
    }

    @Override
    void merge(ReleaseWork work, LedgerDraft draft, int year) {
        if (isUnsafe(work, draft.released(), year)) {
            MERGE.get("moved_weeks").after("INSERT INTO moved_weeks").run(work.session());
            replaceMerged(work, draft, year, draft.released().rows(LedgerTables.STOCK, year),
                    draft.released().rows(LedgerTables.LOSS, year));
        }
    }

    @Override
    void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, LedgerTables.STOCK, draft, year)) {
            work.make("stock_left", ERASE.get("stock_left")
                    .part("left", erased.rows(LedgerTables.STOCK, draft, year).others()));
            work.make("loss_left", erased.rows(LedgerTables.LOSS, draft, year).others());
            replace(work, draft, year, "SELECT * FROM stock_left", "SELECT * FROM loss_left");
        }
    }

    @Override
    void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        for (int year : draft.released().years(LedgerTables.STOCK)) {
            if (year >= firstPiece.getYear()) {
                work.stop().run();
                Books.find(work, year);
                SqlStatement present = Books.with(work.snapshot().rows(DerivedTables.STOCK_CELL, year));
                work.make("restated_stock", RESTATE.get("restated_stock")
                        .part("released", draft.released().rows(LedgerTables.STOCK, year))
                        .part("stock_cell", present)
                        .with("first_piece", firstPiece));
                work.make("restated_loss", SQL.get("new_loss")
                        .part("loss_cell", work.snapshot().rows(DerivedTables.LOSS_CELL, year))
                        .part("new_stock", RESTATE.get("rows_since").with("first_piece", firstPiece)));
                work.make("losses_before", before(draft, LedgerTables.LOSS, year, firstPiece));
                replace(work, draft, year, "SELECT * FROM restated_stock",
                        "SELECT * FROM restated_loss UNION ALL BY NAME SELECT * FROM losses_before");
            }
        }
    }

    private void replace(ReleaseWork work, LedgerDraft draft, int year, String stock, String loss) {
        hasUnsafeAtoms(work, stock);
        MERGE.get("moved_weeks").after("INSERT INTO moved_weeks").run(work.session());
        replaceMerged(work, draft, year, stock, loss);
    }

    private static void replaceMerged(ReleaseWork work, LedgerDraft draft, int year, String stock, String loss) {
        work.make("merged_stock", MERGE.get("merged_stock").part("released", stock));
        SafeColumns.keepSafe(work, "merged_stock");
        draft.replace(work.session(), LedgerTables.STOCK, year, "SELECT * FROM merged_stock");
        draft.replace(work.session(), LedgerTables.LOSS, year, MERGE.get("merged_loss").part("loss", loss).text());
    }

    // leaves the atoms to merge in the tables moves and feed_moves
    private static boolean hasUnsafeAtoms(ReleaseWork work, String stock) {
        moves(work, stock, "feed_atom", "fed_biomass_g");
        work.session().run("CREATE OR REPLACE TABLE feed_moves AS SELECT * FROM moves");
        moves(work, stock, "atom", "fish_days");
        return work.session().hasRows("moves") || work.session().hasRows("feed_moves");
    }

    private static void moves(ReleaseWork work, String stock, String atom, String amount) {
        work.make("stock_blocks", MERGE.get("stock_blocks").part("released", stock).part("atom", atom));
        new AtomMaker(work.session(), work.rule(), PLATFORM_AREA).make(MERGE.get("stock_branches").text(),
                MERGE.get("stock_amounts").part("released", stock).part("atom", atom).part("amount", amount).text(),
                ReleaseDatabase.NAME, "merged_atoms");
        work.make("moves", MERGE.get("stock_moves"));
    }

    /** The fish-days in released periods, and those that wait, by company. */
    static SortedMap<String, SnapshotRelease.Waiting> waiting(ReleaseDatabase database, Snapshot snapshot,
            ReleasedTables released, LocalDate through) {
        SortedMap<String, SnapshotRelease.Waiting> byFarmer = new TreeMap<>();
        SQL.get("waiting").part("stock_cell", snapshot.rows(DerivedTables.STOCK_CELL))
                .part("released", released.rows(LedgerTables.STOCK, null)).with("last_day", through)
                .each(database.session(), row -> byFarmer.put(row.getString(1),
                new SnapshotRelease.Waiting(row.getLong(2), row.getLong(3))));
        return byFarmer;
    }
}
