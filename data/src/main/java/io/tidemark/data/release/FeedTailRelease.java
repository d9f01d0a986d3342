package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The tails and the median of feed rates by temperature, made once when a calendar quarter is released, of all
 * unit-days that the snapshot has of it. A ledger of an earlier program has none for the quarters that it has released,
 * and a restatement leaves them as they are: the ledger does not keep the unit-days.
 */
final class FeedTailRelease extends ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/tails.sql");
    private static final int MONTHS = 3;
    /** Legacy v2 feeding reads the eight newest quarters. */
    private static final int MONTHS_SHOWN = 24;

    FeedTailRelease() {
        super(LedgerTables.FEED_TAIL, new ReleasePeriod(MONTHS, 0, MONTHS_SHOWN), "judged_tails",
                Set.of(Trait.CHOSEN_ONCE, Trait.MADE_AGAIN),
                List.of(new Check("wrong_tails", "has tails whose rows contradict each other")), "unsafe_tail");
    }

    @Override
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        FeedDayRelease.fedDays(work, days);
        List<String> made = new ArrayList<>();
        for (LocalDate quarter = days.first(); !quarter.isAfter(days.last()); quarter = quarter.plusMonths(MONTHS)) {
            work.make("tail_days", SQL.get("tail_days").with("quarter", quarter));
            work.make("tail_bounds", SQL.get("tail_bounds"));
            work.make("tail_rows", SQL.get("tail_rows")
                    .part("feed_day", released.rows(LedgerTables.FEED_DAY, quarter.getYear()))
                    .with("quarter", quarter));
            String rows = "tails_" + made.size();
            work.make(rows, SQL.get("valued_tails"));
            made.add("SELECT * FROM " + rows);
        }
        judge(work, String.join(" UNION ALL ", made));
        return work.session().hasRows(made());
    }

    // leaves the rows, with what may be shown of them, in the table judged_tails
    private static void judge(ReleaseWork work, String tails) {
        work.make("pick", SQL.get("tail_picks").part("tails", tails));
        Picks.judge(work);
        work.make("judged_tails", SQL.get("judged_tails").part("tails", tails));
    }

    @Override
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        judge(work, released.rows(contract(), year));
        return work.session().number("SELECT count(highest_sfr) + count(lowest_sfr) + count(median_sfr) FROM ("
                + released.rows(contract(), year) + ")")
                > work.session().number("SELECT count(highest_sfr) + count(lowest_sfr) + count(median_sfr) FROM "
                + "judged_tails");
    }

    @Override
    SqlStatement safe(LedgerDraft draft, int year) {
        return SqlStatement.made("SELECT * FROM judged_tails");
    }

    @Override
    SqlStatement left(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        return SQL.get("tails_left").part("tails", draft.released().rows(contract(), year))
                .with("farmer", erased.farmer());
    }

    @Override
    void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        // nothing: their unit-days are not kept
    }
}
