package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;

/**
 * The tenths of the sites with the highest and the lowest mortality, for legacy v2: chosen once when a month is
 * released, after its quarters, which they are judged against.
 */
final class TenthRelease extends ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/tenths.sql");
    /** Legacy v2 mortality shows the last 36 complete months. */
    private static final int MONTHS_SHOWN = 36;
    private static final LocalDate DECEMBER_31 = LocalDate.of(2000, 12, 31);

    TenthRelease() {
        super(LedgerTables.TENTH, new ReleasePeriod(1, 0, MONTHS_SHOWN), "new_tenths", EnumSet.allOf(Trait.class),
                List.of(new Check("wrong_tenths", LedgerTables.SITE_MONTH,
                        "has tenths with other members or values than they say")), "unsafe_tenth");
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        int year = days.first().getYear();
        values(work, released, days);
        work.make("chosen_members", SQL.get("ranked_members"));
        judge(work, released, year);
        work.make(made(), SQL.get(made()).part("site_month", released.rows(LedgerTables.SITE_MONTH, year)));
        return work.session().hasRows(made());
    }

    private static void values(ReleaseWork work, ReleasedTables released, DateRange days) {
        SiteMonthRelease.members(work, released, days.first().getYear());
        work.make("horizon_values", SQL.get("horizon_values").with("first_day", days.first())
                .with("last_day", days.last()));
    }

    // leaves in the table shown_tenths which of the chosen may be shown
    private static void judge(ReleaseWork work, ReleasedTables released, int year) {
        work.make("pick", SQL.get("tenth_picks").part("site_quarter", released.rows(LedgerTables.SITE_QUARTER, year)));
        Picks.judge(work);
        work.make("shown_tenths", SQL.get("shown_tenths"));
    }

    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        SiteMonthRelease.members(work, released, year);
        work.make("chosen_members", SQL.get("kept_members").part("tenth", released.rows(contract(), year)));
        judge(work, released, year);
        return SQL.get("hidden_tenths").part("tenth", released.rows(contract(), year)).any(work.session());
    }

    @Override
    SqlStatement safe(LedgerDraft draft, int year) {
        return SQL.get("kept_tenths").part("tenth", draft.released().rows(contract(), year));
    }

    @Override
    SqlStatement left(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        return SQL.get("tenths_left").part("tenth", draft.released().rows(contract(), year))
                .with("farmer", erased.farmer());
    }

    @Override
    SqlStatement renewed(ReleaseWork work, LedgerDraft draft, int year, LocalDate firstPiece) {
        values(work, draft.released(), new DateRange(LocalDate.of(year, 1, 1), DECEMBER_31.withYear(year)));
        return SQL.get("renewed_tenths").part("tenth", draft.released().rows(contract(), year))
                .with("first_piece", firstPiece);
    }
}
