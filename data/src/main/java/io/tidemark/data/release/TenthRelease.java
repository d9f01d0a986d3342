package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;

/**
 * The tenths of the sites with the highest and the lowest mortality, for legacy v2: chosen once when a month is released, after its quarters, which
 * they are judged against.
 */
final class TenthRelease implements ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/tenths.sql");
    private static final SqlFile CHECK = SqlFile.of("derive/release/check.sql");
    /** Legacy v2 mortality shows the last 36 complete months. */
    private static final int MONTHS_SHOWN = 36;
    private static final LocalDate DECEMBER_31 = LocalDate.of(2000, 12, 31);

    @Override
    public TableContract contract() {
        return LedgerTables.TENTH;
    }

    @Override
    public ReleasePeriod period() {
        return new ReleasePeriod(1, 0, MONTHS_SHOWN);
    }

    @Override
    public boolean isChosenOnce() {
        return true;
    }

    @Override
    public boolean isMadeOfReleased() {
        return true;
    }

    @Override
    public boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        int year = days.first().getYear();
        values(work, released, days);
        work.make("chosen_members", SQL.get("ranked_members"));
        judge(work, released, year);
        work.make(made(), SQL.get(made()).part("site_month", released.rows(LedgerTables.SITE_MONTH, year)));
        return work.session().hasRows(made());
    }

    private static void values(ReleaseWork work, ReleasedTables released, DateRange days) {
        SiteMonthRelease.members(work, released, days.first().getYear());
        work.make("horizon_values", SQL.get("horizon_values").with("first_day", days.first()).with("last_day", days.last()));
    }

    // leaves in the table shown_tenths which of the chosen may be shown
    private static void judge(ReleaseWork work, ReleasedTables released, int year) {
        work.make("pick", SQL.get("tenth_picks").part("site_quarter", released.rows(LedgerTables.SITE_QUARTER, year)));
        Picks.judge(work);
        work.make("shown_tenths", SQL.get("shown_tenths"));
    }

    @Override
    public String made() {
        return "new_tenths";
    }

    @Override
    public boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        SiteMonthRelease.members(work, released, year);
        work.make("chosen_members", SQL.get("kept_members").part("tenth", released.rows(contract(), year)));
        judge(work, released, year);
        return SQL.get("hidden_tenths").part("tenth", released.rows(contract(), year)).any(work.session());
    }

    @Override
    public void merge(ReleaseWork work, LedgerDraft draft, int year) {
        if (isUnsafe(work, draft.released(), year)) {
            work.make("kept_tenths", SQL.get("kept_tenths").part("tenth", draft.released().rows(contract(), year)));
            draft.replace(work.session(), contract(), year, "SELECT * FROM kept_tenths");
        }
    }

    @Override
    public void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, contract(), draft, year)) {
            work.make("rows_left", SQL.get("tenths_left").part("tenth", draft.released().rows(contract(), year)).with("farmer", erased.farmer()));
            draft.replace(work.session(), contract(), year, "SELECT * FROM rows_left");
        }
    }

    @Override
    public void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        for (int year : draft.released().years(contract())) {
            if (year >= firstPiece.getYear()) {
                values(work, draft.released(), new DateRange(LocalDate.of(year, 1, 1), DECEMBER_31.withYear(year)));
                work.make("renewed_rows", SQL.get("renewed_tenths").part("tenth", draft.released().rows(contract(), year))
                        .with("first_piece", firstPiece));
                draft.replace(work.session(), contract(), year, "SELECT * FROM renewed_rows");
            }
        }
    }

    @Override
    public void check(ReleaseWork work, ReleasedTables released, int year, Consumer<String> fault) {
        if (CHECK.get("wrong_tenths").part("tenth", released.rows(contract(), year))
                .part("site_month", released.rows(LedgerTables.SITE_MONTH, year)).any(work.session())) {
            fault.accept("has tenths with other members or values than they say");
        }
    }

    @Override
    public boolean isMadeAgain() {
        return true;
    }

    @Override
    public List<String> audits() {
        return List.of("unsafe_tenth");
    }
}
