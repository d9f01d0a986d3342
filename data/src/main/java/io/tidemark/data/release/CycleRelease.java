package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;
import java.util.List;

/** The finished cycles of a platform area in quarters by their risk, in the year in which they ended. */
final class CycleRelease extends QuarterTable {

    private static final int MONTHS = 12;
    private static final int DAYS_WITHOUT_FISH = 28;
    /** A longer stay does not count: more years back need not be read. */
    private static final int YEARS_BACK = 3;

    CycleRelease() {
        super("cycle_year", LedgerTables.CYCLE_YEAR, new ReleasePeriod(MONTHS, DAYS_WITHOUT_FISH, 0));
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        int year = days.first().getYear();
        LocalDate begin = work.snapshot().firstDate(LakeTables.STOCK_DAY);
        if (begin == null || year < begin.getYear()) {
            return false;
        }
        find(work, year, begin);
        work.make("member", SQL.get("cycle_member"));
        rank(work);
        work.make(made(), SQL.get(made()));
        return work.session().hasRows(made());
    }

    // all cycles that ended in the year are finished when it is released
    private static void find(ReleaseWork work, int year, LocalDate begin) {
        List<String> days = work.snapshot().years(DerivedTables.GENERATION_DAY).stream()
                .filter(one -> one >= year - YEARS_BACK)
                .map(one -> work.snapshot().rows(DerivedTables.GENERATION_DAY, one)).toList();
        work.session().run("DROP VIEW IF EXISTS cycle");
        work.session().run("CREATE OR REPLACE VIEW generation_day AS " + String.join(" UNION ALL ", days));
        work.session().runAll(SqlScript.statements(SqlScript.text("views/8-cycles.sql")));
        work.make("year_cycle", SQL.get("year_cycle").with("year", year).with("data_begin", begin)
                .with("last_day", LocalDate.of(year, MONTHS, 31).plusDays(DAYS_WITHOUT_FISH)));
    }

    @Override
    SqlStatement renewed(ReleaseWork work, LedgerDraft draft, int year, LocalDate firstPiece) {
        LocalDate begin = work.snapshot().firstDate(LakeTables.STOCK_DAY);
        if (begin == null) {
            return SqlStatement.made(draft.released().rows(contract(), year));
        }
        find(work, year, begin);
        return SQL.get("renewed_cycle_years").part("rows", draft.released().rows(contract(), year));
    }
}
