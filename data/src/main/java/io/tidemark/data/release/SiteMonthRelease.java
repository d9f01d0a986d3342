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
 * The sites of each farmer group at sea in a month, with their rates, bound into site atoms (definitions.md, section 2,
 * Figures that are no sums). Unsafe leaves only move up:
 * absorbing atoms of their node would leave fewer areas with an average.
 */
final class SiteMonthRelease extends AtomTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/site_months.sql");

    SiteMonthRelease() {
        super("site_month", LedgerTables.SITE_MONTH, ReleasePeriod.MONTH, SQL, Integer.MAX_VALUE,
                EnumSet.allOf(Trait.class),
                List.of(new Check("wrong_site_months", "has members whose rows contradict each other")));
    }

    /**
     * Makes the table {@code members} of a year and the one before: each member once, in its present group, with the
     * places of its atom.
     */
    static void members(ReleaseWork work, ReleasedTables released, int year) {
        work.make("members", SQL.get("members").part("site_month", SqlStatement.made(
                released.rows(LedgerTables.SITE_MONTH, year - 1) + " UNION ALL "
                + released.rows(LedgerTables.SITE_MONTH, year))));
    }

    @Override
    boolean find(ReleaseWork work, ReleasedTables released, DateRange days) {
        work.make("site_months", SQL.get("site_months")
                .part("released", released.rows(LedgerTables.STOCK, days.first().getYear()))
                .with("first_day", days.first()).with("last_day", days.last()));
        return work.session().hasRows("site_months");
    }

    // the whole member goes: its rates are of all of the group's fish on the site
    @Override
    SqlStatement left(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        return SQL.get("members_left").part("released", draft.released().rows(contract(), year))
                .with("farmer", erased.farmer());
    }

    @Override
    SqlStatement renewed(ReleaseWork work, LedgerDraft draft, int year, LocalDate firstPiece) {
        return SQL.get("renewed_site_months").part("kept", draft.released().rows(contract(), year))
                .part("released", draft.released().rows(LedgerTables.STOCK, year)).with("first_piece", firstPiece);
    }
}
