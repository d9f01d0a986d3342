package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;
import java.util.List;

/**
 * Columns of released stock that say something of a part of an atom's fish, and are kept only where that part is safe
 * by itself: growth, of unit-days that report feed, and books, of sites all of whose fish are in its atoms.
 */
final class SafeColumns {

    /** Estimated growth, in atoms of feed. */
    private static final SafeColumns GROWTH = new SafeColumns("growth", "gain_g");
    /** What has come, was lost and is left of a site's fish, in the rows of its generation and platform area. */
    private static final SafeColumns BOOKS = new SafeColumns("books", "book_before");
    private static final List<SafeColumns> ALL = List.of(GROWTH, BOOKS);

    private final SqlFile sql;
    private final String first;

    private SafeColumns(String file, String first) {
        this.sql = SqlFile.of("derive/release/" + file + ".sql");
        this.first = first;
    }

    /** Removes from a table with rows of {@code released_stock_cell} what is not safe. */
    static void keepSafe(ReleaseWork work, String table) {
        for (SafeColumns columns : ALL) {
            columns.find(work, "SELECT * FROM " + table);
            columns.sql.get("forget_unsafe").part("stock", table).run(work.session());
        }
    }

    /** Whether rows of {@code released_stock_cell} have columns that are not safe. */
    static boolean areUnsafe(ReleaseWork work, String stock) {
        for (SafeColumns columns : ALL) {
            columns.find(work, stock);
            if (columns.sql.get("unsafe").part("released", stock).any(work.session())) {
                return true;
            }
        }
        return false;
    }

    private void find(ReleaseWork work, String stock) {
        work.make("safe_parts", sql.get("safe_parts").part("released", stock)
                .with("min_farmers", work.rule().minFarmers()).with("max_share", work.rule().maxSharePercent()));
    }

    /** Adds to a ledger of an earlier program the columns that it lacks. Books came after growth. */
    static void fill(ReleaseWork work, LedgerDraft draft) {
        if (!draft.isOlder(LedgerTables.STOCK, BOOKS.first)) {
            return;
        }
        boolean lacksGrowth = draft.isOlder(LedgerTables.STOCK, GROWTH.first);
        for (int year : draft.released().years(LedgerTables.STOCK)) {
            work.stop().run();
            String rows = draft.released().rows(LedgerTables.STOCK, year);
            if (lacksGrowth) {
                work.make("growing_stock", GROWTH.sql.get("filled").part("released", rows)
                        .part("stock_cell", work.snapshot().rows(DerivedTables.STOCK_CELL, year)));
                rows = "SELECT * FROM growing_stock";
            }
            Books.find(work, year);
            work.make("filled_stock", BOOKS.sql.get("filled").part("released", rows)
                    .part("stock_cell", work.snapshot().rows(DerivedTables.STOCK_CELL, year)));
            keepSafe(work, "filled_stock");
            draft.replace(work.session(), LedgerTables.STOCK, year, "SELECT * FROM filled_stock");
        }
    }
}
