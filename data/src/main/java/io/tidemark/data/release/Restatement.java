package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/**
 * Renews the rows of released atoms from a snapshot, and removes the rows released by week, month and day, so that they are released anew. Atoms stay
 * unless they are no longer safe; those are merged.
 */
final class Restatement {

    private static final SqlFile SQL = SqlFile.of("derive/release/restate.sql");
    private static final SqlFile STOCK = SqlFile.of("derive/release/stock.sql");

    private final ReleaseDatabase database;
    private final Snapshot snapshot;
    private final LedgerDraft draft;
    private final AtomMerge merge;
    private final LocalDate firstPiece;
    private final Runnable stop;

    Restatement(ReleaseDatabase database, Snapshot snapshot, LedgerDraft draft, AtomMerge merge, LocalDate firstPiece, Runnable stop) {
        this.database = database;
        this.snapshot = snapshot;
        this.draft = draft;
        this.merge = merge;
        this.firstPiece = firstPiece;
        this.stop = stop;
    }

    /** Renews stock and losses, and empties the other tables from the first piece on. */
    void run() {
        for (int year : draft.released().years(LedgerTables.STOCK)) {
            if (year >= firstPiece.getYear()) {
                stop.run();
                stock(year);
            }
        }
        LocalDate month = firstPiece.withDayOfMonth(1);
        LocalDate monday = firstPiece.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        cut(LedgerTables.TREATMENT, monday);
        cut(LedgerTables.TOUCH, monday);
        cut(LedgerTables.MONTH_STOCK, month);
        cut(LedgerTables.FEED_DAY, month);
        cut(LedgerTables.SITE_DAY, firstPiece);
        cut(LedgerTables.SITE_QUARTER, month);
        cut(LedgerTables.CYCLE_YEAR, LocalDate.of(CycleRelease.firstYear(firstPiece), 1, 1));
        cut(LedgerTables.TREATMENT_EVENT, EventRelease.quarter(firstPiece));
    }

    private void stock(int year) {
        String released = draft.released().rows(LedgerTables.STOCK, year);
        database.make("restated_stock", SQL.get("restated_stock").part("released", released)
                .part("stock_cell", snapshot.rows(DerivedTables.STOCK_CELL, year)).with("first_piece", firstPiece));
        database.make("restated_loss", STOCK.get("new_loss").part("loss_cell", snapshot.rows(DerivedTables.LOSS_CELL, year))
                .part("new_stock", SQL.get("rows_since").with("first_piece", firstPiece)));
        database.make("losses_before", SQL.get("losses_before").part("released", draft.released().rows(LedgerTables.LOSS, year))
                .with("first_piece", firstPiece));
        merge.replace(year, "SELECT * FROM restated_stock", "SELECT * FROM restated_loss UNION ALL SELECT * FROM losses_before");
    }

    private void cut(TableContract table, LocalDate firstDay) {
        for (int year : draft.released().years(table)) {
            if (year >= firstDay.getYear()) {
                database.make("rows_before", SQL.get("rows_before").part("released", draft.released().rows(table, year))
                        .part("date", table.yearPartition()).with("first_day", firstDay));
                draft.replace(database.session(), table, year, "SELECT * FROM rows_before");
            }
        }
    }
}
