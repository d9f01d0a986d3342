package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;

/** A table whose rows are bound into atoms of their own, independent of the stock's. */
abstract sealed class AtomTable implements ReleasedTable permits FeedDayRelease, SiteDayRelease, EventRelease, SiteMonthRelease {

    private static final SqlFile MERGE = SqlFile.of("derive/release/merge.sql");
    private static final SqlFile CHECK = SqlFile.of("derive/release/check.sql");

    private final String text;
    private final TableContract contract;
    private final SqlFile sql;
    private final int absorbsFrom;

    /**
     * Prepares a table.
     *
     * @param text        the prefix of its statements in its own file and in {@code merge.sql}
     * @param sql         the file of its release
     * @param absorbsFrom the level of its tree from which downwards unsafe cells may absorb atoms of their node
     */
    AtomTable(String text, TableContract contract, SqlFile sql, int absorbsFrom) {
        this.text = text;
        this.contract = contract;
        this.sql = sql;
        this.absorbsFrom = absorbsFrom;
    }

    /** Makes the tables that the cells are made of; returns false if there is nothing to release. */
    abstract boolean find(ReleaseWork work, ReleasedTables released, DateRange days);

    @Override
    public final TableContract contract() {
        return contract;
    }

    final SqlFile sql() {
        return sql;
    }

    @Override
    public boolean isChosenOnce() {
        return false;
    }

    @Override
    public boolean isMadeOfReleased() {
        return false;
    }

    @Override
    public final boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        if (!find(work, released, days)) {
            return false;
        }
        work.make(text + "_cells", sql.get(text + "_cells"));
        work.make(text + "_cell_rows", sql.get(text + "_cell_rows"));
        atoms(work, sql, text + "_atoms");
        work.make(made(), sql.get(made()));
        return work.session().hasRows(made());
    }

    private void atoms(ReleaseWork work, SqlFile file, String table) {
        new AtomMaker(work.session(), work.rule(), absorbsFrom).make(file.get(text + "_branches").text(), file.get(text + "_amounts").text(),
                ReleaseDatabase.NAME, table);
    }

    @Override
    public final String made() {
        return "new_" + text + "s";
    }

    @Override
    public final boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        String rows = released.rows(contract, year);
        work.make(text + "_blocks", MERGE.get(text + "_blocks").part("released", rows));
        work.make(text + "_rows", MERGE.get(text + "_rows").part("released", rows));
        atoms(work, MERGE, "merged_atoms");
        return MERGE.get("changed_" + text + "s").any(work.session());
    }

    @Override
    public final void merge(ReleaseWork work, LedgerDraft draft, int year) {
        if (isUnsafe(work, draft.released(), year)) {
            draft.replace(work.session(), contract, year, MERGE.get("merged_" + text + "s").text());
        }
    }

    /** The rows that are left of a year without a company. */
    SqlStatement left(LedgerDraft draft, Erased erased, int year) {
        return erased.rows(contract, draft, year).others();
    }

    @Override
    public final void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, contract, draft, year)) {
            work.make("rows_left", left(draft, erased, year));
            draft.replace(work.session(), contract, year, "SELECT * FROM rows_left");
        }
    }

    @Override
    public void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        ReleasedTable.cut(work, draft, contract, period().start(firstPiece));
    }

    /** The statement of check.sql that finds rows which contradict each other, and the words for it; empty without one. */
    List<String> checks() {
        return List.of("wrong_" + text + "_sizes", "has atoms with other cells than they say");
    }

    @Override
    public final void check(ReleaseWork work, ReleasedTables released, int year, Consumer<String> fault) {
        List<String> checks = checks();
        if (!checks.isEmpty() && CHECK.get(checks.getFirst()).part(text, released.rows(contract, year)).any(work.session())) {
            fault.accept(checks.getLast());
        }
    }

    @Override
    public boolean isMadeAgain() {
        return false;
    }
}
