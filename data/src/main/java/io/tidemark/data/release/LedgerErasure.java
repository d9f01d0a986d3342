package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes a company's rows from the released tables. Merges the atoms that become unsafe, as after a change of the rule. */
final class LedgerErasure {

    private static final SqlFile SQL = SqlFile.of("derive/release/erase.sql");

    private final ReleaseDatabase database;
    private final Snapshot before;
    private final Snapshot snapshot;
    private final LedgerDraft draft;
    private final AtomMerge merge;
    private final PrivacyRule rule;
    private final String farmer;
    private final Runnable stop;
    private @Nullable LocalDate firstDay;

    /**
     * Prepares the erasure for a snapshot that is about to be published.
     *
     * @param before   the published snapshot, with the company's rows
     * @param snapshot the new one, without them
     */
    LedgerErasure(ReleaseDatabase database, Snapshot before, Snapshot snapshot, LedgerDraft draft, AtomMerge merge, PrivacyRule rule,
            String farmer, Runnable stop) {
        this.database = database;
        this.before = before;
        this.snapshot = snapshot;
        this.draft = draft;
        this.merge = merge;
        this.rule = rule;
        this.farmer = farmer;
        this.stop = stop;
    }

    /** Removes the rows; returns the first day of the removed rows, null without any. */
    @Nullable LocalDate run() {
        for (int year : draft.released().years(LedgerTables.STOCK)) {
            stop.run();
            stock(year);
        }
        for (TableContract table : List.of(LedgerTables.TOUCH, LedgerTables.MONTH_STOCK, LedgerTables.FEED_DAY)) {
            for (int year : draft.released().years(table)) {
                replace(table, year, rows(table, year).others());
            }
        }
        for (int year : draft.released().years(LedgerTables.SITE_DAY)) {
            replace(LedgerTables.SITE_DAY, year, SQL.get("site_days_left").part("left", rows(LedgerTables.SITE_DAY, year).others()));
        }
        for (int year : draft.released().years(LedgerTables.TREATMENT_EVENT)) {
            replace(LedgerTables.TREATMENT_EVENT, year, SQL.get("events_left").part("left", rows(LedgerTables.TREATMENT_EVENT, year).others()));
        }
        for (int year : draft.released().years(LedgerTables.TREATMENT)) {
            treatments(year);
        }
        for (int year : draft.released().years(LedgerTables.SITE_QUARTER)) {
            siteQuarters(year);
        }
        for (int year : draft.released().years(LedgerTables.CYCLE_YEAR)) {
            cycles(year);
        }
        merge.merge();
        return firstDay;
    }

    // an area's month with a site of the company is ranked anew, from the rows that are left
    private void siteQuarters(int year) {
        FarmerRows rows = rows(LedgerTables.SITE_QUARTER, year);
        if (isIn(LedgerTables.SITE_QUARTER, year)) {
            stop.run();
            new SiteQuarterRelease(database, rule).make(draft.released(), year);
            database.make("rows_left", SQL.get("site_quarters_left").part("released", rows.rows()).with("farmer", farmer));
            draft.replace(database.session(), LedgerTables.SITE_QUARTER, year, "SELECT * FROM rows_left");
        }
    }

    // an area's year with a cycle of the company is ranked anew, of the other cycles in it
    private void cycles(int year) {
        FarmerRows rows = rows(LedgerTables.CYCLE_YEAR, year);
        if (isIn(LedgerTables.CYCLE_YEAR, year)) {
            stop.run();
            database.make("cycles_left", rows.others());
            new CycleRelease(database, rule).rankAnew(SqlStatement.made("SELECT * FROM cycles_left"));
            database.make("rows_left", SQL.get("cycles_left").part("released", rows.rows()).with("farmer", farmer));
            draft.replace(database.session(), LedgerTables.CYCLE_YEAR, year, "SELECT * FROM rows_left");
        }
    }

    private FarmerRows rows(TableContract table, int year) {
        return new FarmerRows(table, draft.released().rows(table, year), farmer);
    }

    private boolean isIn(TableContract table, int year) {
        return rows(table, year).days(database.session()).map(days -> {
            firstDay = firstDay == null || days.first().isBefore(firstDay) ? days.first() : firstDay;
            return true;
        }).orElse(false);
    }

    private void stock(int year) {
        if (isIn(LedgerTables.STOCK, year)) {
            database.make("stock_left", SQL.get("stock_left").part("left", rows(LedgerTables.STOCK, year).others()));
            database.make("loss_left", rows(LedgerTables.LOSS, year).others());
            merge.replace(year, "SELECT * FROM stock_left", "SELECT * FROM loss_left");
        }
    }

    private void replace(TableContract table, int year, SqlStatement left) {
        if (isIn(table, year)) {
            stop.run();
            database.make("rows_left", left);
            draft.replace(database.session(), table, year, "SELECT * FROM rows_left");
        }
    }

    private void treatments(int year) {
        database.make("erased_site_days", SQL.get("erased_site_days").part("stock_day", before.rows(LakeTables.STOCK_DAY, year))
                .with("farmer", farmer));
        boolean own = isIn(LedgerTables.TREATMENT, year);
        String released = draft.released().rows(LedgerTables.TREATMENT, year);
        if (own || SQL.get("has_erased_site_days").part("released", released).any(database.session())) {
            database.make("rows_left", SQL.get("treatments_left").part("left", rows(LedgerTables.TREATMENT, year).others())
                    .part("treatment", snapshot.rows(LakeTables.TREATMENT, year)));
            draft.replace(database.session(), LedgerTables.TREATMENT, year, "SELECT * FROM rows_left");
        }
    }
}
