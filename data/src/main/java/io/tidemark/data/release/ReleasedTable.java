package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;

/**
 * A table of the ledger: how its periods are released, and what becomes of released rows when the rule or the groups change, a company is erased or
 * the lake is restated; how it is checked and audited. Implementations have no state.
 */
sealed interface ReleasedTable
        permits StockRelease, TreatmentRelease, MonthStockRelease, AtomTable, FeedTailRelease, QuarterTable, TenthRelease {

    /** All tables, in the order in which they are released: later ones are made of earlier ones. */
    static List<ReleasedTable> all() {
        return List.of(new StockRelease(), new TreatmentRelease(), new MonthStockRelease(), new FeedDayRelease(), new SiteDayRelease(),
                new FeedTailRelease(), new SiteMonthRelease(), new SiteQuarterRelease(), new TenthRelease(), new CycleRelease(), new EventRelease());
    }

    /** The contract of its rows. */
    TableContract contract();

    /** The contract of rows that are released with them; the same one without such. */
    default TableContract second() {
        return contract();
    }

    /** The periods that it is released by. */
    ReleasePeriod period();

    /** Whether a restatement renews the figures of what was chosen once, and does not choose anew. */
    boolean isChosenOnce();

    /** Whether a ledger of an earlier program, which lacks the table, gets the periods that it has released already. */
    boolean isMadeOfReleased();

    /**
     * Makes a table {@link #made} of the rows of whole periods.
     *
     * @param released the released tables that it is made of
     * @param days     whole periods of one year
     * @return whether there are any rows
     */
    boolean make(ReleaseWork work, ReleasedTables released, DateRange days);

    /** The name of the database's table with the made rows. */
    String made();

    /** Releases the periods that end within a range of days, both included. */
    default void release(ReleaseWork work, LedgerDraft draft, DateRange days) {
        for (DateRange whole : period().within(days)) {
            work.stop().run();
            if (make(work, draft.released(), whole)) {
                draft.add(work.session(), contract(), whole.first().getYear(), "SELECT * FROM " + made());
            }
        }
    }

    /** Whether a year has rows that {@link #merge} would change. */
    boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year);

    /** Merges, or hides, what is not safe by the rule and the present groups in a year. Divides nothing, and shows nothing that was hidden. */
    void merge(ReleaseWork work, LedgerDraft draft, int year);

    /** Removes a company's rows from a year, and what is made of them. */
    void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year);

    /** Renews the rows of periods from a piece on, or removes them so that they are released anew. */
    void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece);

    /** Tells what is wrong with the rows of a year. */
    void check(ReleaseWork work, ReleasedTables released, int year, Consumer<String> fault);

    /** Whether a check makes the rows that an entry added again, and compares them. */
    boolean isMadeAgain();

    /** The statements of sql/certify/audit.sql that audit it; each returns the faults that it finds, in words. */
    List<String> audits();

    /** Removes the rows of a table from a day on, so that they are released anew. */
    static void cut(ReleaseWork work, LedgerDraft draft, TableContract table, LocalDate firstDay) {
        for (int year : draft.released().years(table)) {
            if (year >= firstDay.getYear()) {
                work.make("rows_before", RESTATE.get("rows_before").part("released", draft.released().rows(table, year))
                        .part("date", table.yearPartition()).with("first_day", firstDay));
                draft.replace(work.session(), table, year, "SELECT * FROM rows_before");
            }
        }
    }

    /** The statements that renew rows. */
    SqlFile RESTATE = SqlFile.of("derive/release/restate.sql");

    /** A company that is erased. Remembers the first day of its rows. */
    final class Erased {

        private final String farmer;
        private LocalDate firstDay = LocalDate.MAX;

        Erased(String farmer) {
            this.farmer = farmer;
        }

        String farmer() {
            return farmer;
        }

        /** The first day of the rows found so far; {@link LocalDate#MAX} without any. */
        LocalDate firstDay() {
            return firstDay;
        }

        FarmerRows rows(TableContract table, LedgerDraft draft, int year) {
            return new FarmerRows(table, draft.released().rows(table, year), farmer);
        }

        /** Whether the company has rows in a year of a table. */
        boolean isIn(ReleaseWork work, TableContract table, LedgerDraft draft, int year) {
            return rows(table, draft, year).days(work.session()).map(days -> {
                firstDay = days.first().isBefore(firstDay) ? days.first() : firstDay;
                return true;
            }).orElse(false);
        }
    }
}
