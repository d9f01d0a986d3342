package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Set;

/**
 * The release of treatments, and of the units that they met: a week that is open to view is released once, with the
 * treatments that it has then. A week that merged atoms of stock close again loses them.
 */
final class TreatmentRelease extends ReleasedTable {

    /**
     * Statements that find the weeks open to view: by area, by generation in an area, and by weight group of a
     * generation.
     */
    private static final List<String> OPEN = List.of("open_area_week", "open_generation_week", "open_band_week");

    private static final SqlFile SQL = SqlFile.of("derive/release/treatments.sql");
    private static final int DAYS_TO_SUNDAY = 6;

    TreatmentRelease() {
        super(LedgerTables.TREATMENT, ReleasePeriod.PIECE, "new_treatments", Set.of(), List.of(), "closed_treatment",
                "closed_touch");
    }

    @Override
    TableContract second() {
        return LedgerTables.TOUCH;
    }

    /** Releases the treatments of the weeks that end within a range of days, both included. */
    @Override
    void release(ReleaseWork work, LedgerDraft draft, DateRange days) {
        make(work, draft.released(), days);
        work.make("new_touches", SQL.get("new_touches")
                .part("treatment_touch", work.snapshot().rows(DerivedTables.TREATMENT_TOUCH)));
        add(work, draft, LedgerTables.TREATMENT, "new_treatments");
        add(work, draft, LedgerTables.TOUCH, "new_touches");
    }

    private static void add(ReleaseWork work, LedgerDraft draft, TableContract to, String rows) {
        for (int year : work.session().list("SELECT DISTINCT year(date) FROM " + rows + " ORDER BY 1",
                row -> row.getInt(1))) {
            draft.add(work.session(), to, year, "SELECT * FROM " + rows + " WHERE year(date) = " + year);
        }
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        open(work, released, work.snapshot().rows(DerivedTables.STOCK_CELL), days);
        work.make("new_treatments", SQL.get("new_treatments")
                .part("treatment", work.snapshot().rows(LakeTables.TREATMENT)));
        return work.session().hasRows("new_treatments");
    }

    private static void open(ReleaseWork work, ReleasedTables released, String stockCell, DateRange sundays) {
        work.make("week_cells", SQL.get("week_cells").part("released", released.rows(LedgerTables.STOCK, null))
                .part("stock_cell", stockCell).with("first_sunday", sundays.first()).with("last_day", sundays.last()));
        OPEN.forEach(open -> work.make(open, SQL.get(open)));
    }

    // whether a week is open follows from the atoms of stock, which are judged
    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        return false;
    }

    /** Removes the treatments of weeks that the merged atoms of stock close again. */
    @Override
    void merge(ReleaseWork work, LedgerDraft draft, int year) {
        MERGE.get("moved_range").with("year", year).first(work.session(), row ->
                new DateRange(row.getObject(1, LocalDate.class), row.getObject(2, LocalDate.class)))
                .ifPresent(weeks -> {
                    open(work, draft.released(), SnapshotSql.select(DerivedTables.STOCK_CELL,
                            DerivedTables.STOCK_CELL.version(), List.of()),
                            new DateRange(weeks.first(), weeks.last().plusDays(DAYS_TO_SUNDAY)));
                    keep(work, draft, LedgerTables.TREATMENT, "kept_treatments", year);
                    keep(work, draft, LedgerTables.TOUCH, "kept_touches", year);
                });
    }

    private static void keep(ReleaseWork work, LedgerDraft draft, TableContract table, String kept, int year) {
        String released = draft.released().rows(table, year);
        work.make(kept, MERGE.get(kept).part("released", released));
        if (MERGE.get("changed_rows").part("released", released).part("kept", kept).any(work.session())) {
            draft.replace(work.session(), table, year, "SELECT * FROM " + kept);
        }
    }

    @Override
    void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, LedgerTables.TOUCH, draft, year)) {
            replace(work, draft, LedgerTables.TOUCH, year, erased.rows(LedgerTables.TOUCH, draft, year).others());
        }
        work.make("erased_site_days", ERASE.get("erased_site_days")
                .part("stock_day", work.before().rows(LakeTables.STOCK_DAY, year)).with("farmer", erased.farmer()));
        boolean own = erased.isIn(work, LedgerTables.TREATMENT, draft, year);
        String released = draft.released().rows(LedgerTables.TREATMENT, year);
        if (own || ERASE.get("has_erased_site_days").part("released", released).any(work.session())) {
            replace(work, draft, LedgerTables.TREATMENT, year,
                    ERASE.get("treatments_left").part("left", left(work, draft, erased, year))
                    .part("treatment", work.snapshot().rows(LakeTables.TREATMENT, year)));
        }
    }

    @Override
    void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        LocalDate monday = firstPiece.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        for (TableContract table : List.of(LedgerTables.TREATMENT, LedgerTables.TOUCH)) {
            draft.released().years(table).stream().filter(year -> year >= monday.getYear())
                    .forEach(year -> replace(work, draft, table, year, before(draft, table, year, monday)));
        }
    }
}
