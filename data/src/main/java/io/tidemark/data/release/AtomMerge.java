package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges unsafe released atoms after a change of the rule or of the companies' groups. It leaves safe atoms as they are and never divides an atom, so
 * that subtraction reveals no sum.
 */
final class AtomMerge {

    private static final SqlFile SQL = SqlFile.of("derive/release/merge.sql");
    private static final SqlFile TREATMENTS = SqlFile.of("derive/release/treatments.sql");
    private static final int DAYS_TO_SUNDAY = 6;

    private final ReleaseDatabase database;
    private final LedgerDraft draft;
    private final PrivacyRule rule;
    private final Runnable stop;
    private final AtomFinder atoms;
    private final GrowthRelease growth;

    AtomMerge(ReleaseDatabase database, LedgerDraft draft, PrivacyRule rule, Runnable stop) {
        this.database = database;
        this.draft = draft;
        this.rule = rule;
        this.stop = stop;
        this.atoms = new AtomFinder(database, rule);
        this.growth = new GrowthRelease(database, rule);
        database.session().run("CREATE OR REPLACE TABLE moved_weeks(week DATE)");
    }

    /** Merges all released atoms that are unsafe, and joins such quarters. Does nothing if the rule is off, since all are safe then. */
    void merge() {
        if (rule.isOff()) {
            return;
        }
        ReleasedTables before = draft.released();
        for (int year : before.years(LedgerTables.STOCK)) {
            stop.run();
            stock(year);
        }
        for (DayTable table : DayTable.ALL) {
            for (int year : before.years(table.contract())) {
                stop.run();
                if (atoms.hasUnsafeDays(table, draft.released().rows(table.contract(), year))) {
                    draft.replace(database.session(), table.contract(), year, SQL.get("merged_" + table.text() + "s").text());
                }
            }
        }
        SiteQuarterRelease quarters = new SiteQuarterRelease(database, rule);
        for (int year : before.years(LedgerTables.SITE_QUARTER)) {
            stop.run();
            if (quarters.joinFurther(draft.released(), year)) {
                draft.replace(database.session(), LedgerTables.SITE_QUARTER, year, "SELECT * FROM new_site_quarters");
            }
        }
        CycleRelease cycles = new CycleRelease(database, rule);
        for (int year : before.years(LedgerTables.CYCLE_YEAR)) {
            stop.run();
            if (cycles.joinFurther(SqlStatement.made(draft.released().rows(LedgerTables.CYCLE_YEAR, year)))) {
                draft.replace(database.session(), LedgerTables.CYCLE_YEAR, year, "SELECT * FROM new_cycle_years");
            }
        }
        if (database.session().hasRows("moved_weeks")) {
            closeWeeks();
        }
    }

    /** The tables and years with unsafe atoms or quarters, such as {@code released_stock_cell of 2026}. Changes nothing. */
    static List<String> unsafe(ReleaseDatabase database, ReleasedTables released, PrivacyRule rule, Runnable stop) {
        List<String> unsafe = new ArrayList<>();
        if (rule.isOff()) {
            return unsafe;
        }
        AtomFinder atoms = new AtomFinder(database, rule);
        for (int year : released.years(LedgerTables.STOCK)) {
            stop.run();
            String stock = released.rows(LedgerTables.STOCK, year);
            if (atoms.hasUnsafeStock(stock) || new GrowthRelease(database, rule).isUnsafe(stock)) {
                unsafe.add(LedgerTables.STOCK.name() + " of " + year);
            }
        }
        for (DayTable table : DayTable.ALL) {
            for (int year : released.years(table.contract())) {
                stop.run();
                if (atoms.hasUnsafeDays(table, released.rows(table.contract(), year))) {
                    unsafe.add(table.contract().name() + " of " + year);
                }
            }
        }
        SiteQuarterRelease quarters = new SiteQuarterRelease(database, rule);
        for (int year : released.years(LedgerTables.SITE_QUARTER)) {
            stop.run();
            if (quarters.isUnsafe(SqlStatement.made(released.rows(LedgerTables.SITE_QUARTER, year)))) {
                unsafe.add(LedgerTables.SITE_QUARTER.name() + " of " + year);
            }
        }
        CycleRelease cycles = new CycleRelease(database, rule);
        for (int year : released.years(LedgerTables.CYCLE_YEAR)) {
            stop.run();
            if (cycles.isUnsafe(SqlStatement.made(released.rows(LedgerTables.CYCLE_YEAR, year)))) {
                unsafe.add(LedgerTables.CYCLE_YEAR.name() + " of " + year);
            }
        }
        return unsafe;
    }

    private void stock(int year) {
        String stock = draft.released().rows(LedgerTables.STOCK, year);
        if (findMoves(stock) || growth.isUnsafe(stock)) {
            replaceStock(year, stock, draft.released().rows(LedgerTables.LOSS, year));
        }
    }

    /**
     * Replaces the rows of a year and merges the atoms that are unsafe with them.
     *
     * @param stock a query for rows of {@code released_stock_cell}, with their atoms
     * @param loss  a query for rows of {@code released_loss_cell}, which get the atoms of their stock
     */
    void replace(int year, String stock, String loss) {
        findMoves(stock);
        replaceStock(year, stock, loss);
    }

    private boolean findMoves(String stock) {
        boolean unsafe = atoms.hasUnsafeStock(stock);
        SQL.get("moved_weeks").after("INSERT INTO moved_weeks").run(database.session());
        return unsafe;
    }

    private void replaceStock(int year, String stock, String loss) {
        database.make("merged_stock", SQL.get("merged_stock").part("released", stock));
        growth.keepSafe("merged_stock");
        draft.replace(database.session(), LedgerTables.STOCK, year, "SELECT * FROM merged_stock");
        draft.replace(database.session(), LedgerTables.LOSS, year,
                SQL.get("merged_loss").part("loss", loss).text());
    }

    // removes treatments of weeks that the merged atoms close again
    private void closeWeeks() {
        DateRange weeks = database.session().first("SELECT min(week), max(week) FROM moved_weeks", row ->
                new DateRange(row.getObject(1, LocalDate.class), row.getObject(2, LocalDate.class))).orElseThrow();
        database.make("week_cells", TREATMENTS.get("week_cells").part("released", draft.released().rows(LedgerTables.STOCK, null))
                .part("stock_cell", SnapshotSql.select(DerivedTables.STOCK_CELL, DerivedTables.STOCK_CELL.version(), List.of()))
                .with("first_sunday", weeks.first()).with("last_day", weeks.last().plusDays(DAYS_TO_SUNDAY)));
        TreatmentRelease.OPEN.forEach(open -> database.make(open, TREATMENTS.get(open)));
        keep(LedgerTables.TREATMENT, "kept_treatments");
        keep(LedgerTables.TOUCH, "kept_touches");
    }

    private void keep(TableContract table, String kept) {
        for (int year : draft.released().years(table)) {
            String released = draft.released().rows(table, year);
            database.make(kept, SQL.get(kept).part("released", released));
            if (SQL.get("changed_rows").part("released", released).part("kept", kept).any(database.session())) {
                draft.replace(database.session(), table, year, "SELECT * FROM " + kept);
            }
        }
    }
}
