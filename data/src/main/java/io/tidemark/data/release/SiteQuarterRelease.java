package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;

/** The members of a platform area in quarters by their loss rate in a month. */
final class SiteQuarterRelease extends QuarterTable {

    SiteQuarterRelease() {
        super("site_quarter", LedgerTables.SITE_QUARTER, ReleasePeriod.MONTH);
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        int year = days.first().getYear();
        SiteMonthRelease.members(work, released, year);
        work.make("member", SQL.get("site_member").with("first_day", days.first()).with("last_day", days.last()));
        rank(work);
        work.make(made(), SQL.get(made()).part("site_month", released.rows(LedgerTables.SITE_MONTH, year)));
        return work.session().hasRows(made());
    }

    @Override
    SqlStatement renewed(ReleaseWork work, LedgerDraft draft, int year, LocalDate firstPiece) {
        return SQL.get("renewed_site_quarters").part("rows", draft.released().rows(contract(), year))
                .part("site_month", draft.released().rows(LedgerTables.SITE_MONTH, year))
                .with("first_piece", firstPiece);
    }
}
