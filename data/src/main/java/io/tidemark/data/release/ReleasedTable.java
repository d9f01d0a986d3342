package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A table of the ledger: how its periods are released; how released rows change with the rule, the groups, an erasure
 * or a restatement; how it is checked and audited. Rows are written by the columns
 * of the contract, whatever else the made ones have. Implementations have no state.
 */
abstract sealed class ReleasedTable
        permits StockRelease, WeightRelease, GrowthRateRelease, TreatmentRelease, MonthStockRelease, AtomTable,
        FeedTailRelease, QuarterTable, TenthRelease {

    /** What is so of some tables. */
    enum Trait {
        /** A restatement renews the figures of what was chosen once, and does not choose anew. */
        CHOSEN_ONCE,
        /** A ledger of an earlier program, which lacks the table, gets the periods that it has released already. */
        MADE_OF_RELEASED,
        /** A check makes the rows that an entry added again, and compares them. */
        MADE_AGAIN
    }

    /**
     * A statement of check.sql that finds wrong rows among {@code {rows}}.
     *
     * @param other the table that it compares them with, by whose name it has a part; null without one
     * @param words what is said of such rows
     */
    record Check(String statement, @Nullable TableContract other, String words) {

        /** A check of the table's rows among themselves. */
        Check(String statement, String words) {
            this(statement, null, words);
        }
    }

    static final SqlFile MERGE = SqlFile.of("derive/release/merge.sql");
    static final SqlFile ERASE = SqlFile.of("derive/release/erase.sql");
    static final SqlFile RESTATE = SqlFile.of("derive/release/restate.sql");
    private static final SqlFile CHECK = SqlFile.of("derive/release/check.sql");

    private final TableContract contract;
    private final ReleasePeriod period;
    private final String made;
    private final Set<Trait> traits;
    private final List<Check> checks;
    private final List<String> audits;

    /**
     * Describes a table.
     *
     * @param period the periods that it is released by
     * @param made   the database's table with the made rows
     * @param audits the statements of sql/certify/audit.sql that audit it; each returns the faults that it finds, in
     *      words
     */
    ReleasedTable(TableContract contract, ReleasePeriod period, String made, Set<Trait> traits, List<Check> checks,
            String... audits) {
        this.contract = contract;
        this.period = period;
        this.made = made;
        this.traits = Set.copyOf(traits);
        this.checks = List.copyOf(checks);
        this.audits = List.of(audits);
    }

    /** All tables, in the order in which they are released: later ones are made of earlier ones. */
    static List<ReleasedTable> all() {
        return List.of(new StockRelease(), new WeightRelease(), new GrowthRateRelease(), new TreatmentRelease(),
                new MonthStockRelease(), new FeedDayRelease(), new SiteDayRelease(),
                new FeedTailRelease(), new SiteMonthRelease(), new SiteQuarterRelease(), new TenthRelease(),
                new CycleRelease(), new UntreatedRelease(), new EventRelease());
    }

    /** The contract of its rows. */
    final TableContract contract() {
        return contract;
    }

    /** The contract of rows that are released with them; the same one without such. */
    TableContract second() {
        return contract;
    }

    final ReleasePeriod period() {
        return period;
    }

    final String made() {
        return made;
    }

    final boolean is(Trait trait) {
        return traits.contains(trait);
    }

    final List<String> audits() {
        return audits;
    }

    /**
     * Makes a table {@link #made} of the rows of whole periods.
     *
     * @param released the released tables that it is made of
     * @param days     whole periods of one year
     * @return whether there are any rows
     */
    abstract boolean make(ReleaseWork work, ReleasedTables released, DateRange days);

    /** Releases the periods that end within a range of days, both included. */
    void release(ReleaseWork work, LedgerDraft draft, DateRange days) {
        for (DateRange whole : period.within(days)) {
            work.stop().run();
            if (make(work, draft.released(), whole)) {
                draft.add(work.session(), contract, whole.first().getYear(), "SELECT * FROM " + made);
            }
        }
    }

    /** Writes the rows of an earlier program again with the columns that it lacked, which stay empty. */
    final void complete(ReleaseWork work, LedgerDraft draft) {
        if (isOlder(draft.released())) {
            draft.released().years(contract).forEach(year ->
                    replace(work, draft, contract, year, SqlStatement.made(draft.released().rows(contract, year))));
        }
    }

    /** Whether some of its rows were written before its contract had all columns. */
    final boolean isOlder(ReleasedTables released) {
        return released.version(contract) < contract.version();
    }

    /** Whether a year has rows that {@link #merge} would change. */
    abstract boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year);

    /** The rows of an unsafe year that are safe; {@link #isUnsafe} has made what it needs. */
    SqlStatement safe(LedgerDraft draft, int year) {
        return SqlStatement.made(draft.released().rows(contract, year));
    }

    /**
     * Merges, or hides, what is not safe by the rule and the present groups in a year. Divides nothing, and shows
     * nothing that was hidden.
     */
    void merge(ReleaseWork work, LedgerDraft draft, int year) {
        if (isUnsafe(work, draft.released(), year)) {
            replace(work, draft, contract, year, safe(draft, year));
        }
    }

    /** The rows of a year without a company's, and without what is made of them. */
    SqlStatement left(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        return erased.rows(contract, draft, year).others();
    }

    /** Removes a company's rows from a year, and what is made of them. */
    void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, contract, draft, year)) {
            replace(work, draft, contract, year, left(work, draft, erased, year));
        }
    }

    /**
     * The rows of a year, renewed from a piece on, or without those of its period and after it,
     * which are released anew then.
     */
    SqlStatement renewed(ReleaseWork work, LedgerDraft draft, int year, LocalDate firstPiece) {
        return before(draft, contract, year, period.start(firstPiece));
    }

    /** Renews the rows of periods from a piece on, or removes them so that they are released anew. */
    void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        for (int year : draft.released().years(contract)) {
            if (year >= period.start(firstPiece).getYear()) {
                work.stop().run();
                replace(work, draft, contract, year, renewed(work, draft, year, firstPiece));
            }
        }
    }

    /** The rows of a year from before a day. */
    static SqlStatement before(LedgerDraft draft, TableContract table, int year, LocalDate firstDay) {
        return RESTATE.get("rows_before").part("released", draft.released().rows(table, year))
                .part("date", table.yearPartition()).with("first_day", firstDay);
    }

    static void replace(ReleaseWork work, LedgerDraft draft, TableContract table, int year, SqlStatement rows) {
        work.make("rows_now", rows);
        draft.replace(work.session(), table, year, "SELECT * FROM rows_now");
    }

    /** Tells what is wrong with the rows of a year. */
    final void check(ReleaseWork work, ReleasedTables released, int year, Consumer<String> fault) {
        for (Check check : checks) {
            SqlStatement wrong = CHECK.get(check.statement).part("rows", released.rows(contract, year));
            TableContract other = check.other;
            if ((other == null ? wrong : wrong.part(other.name(), released.rows(other, year))).any(work.session())) {
                fault.accept(check.words);
            }
        }
    }

    /** A company that is erased. Remembers the first day of its rows. */
    static final class Erased {

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
