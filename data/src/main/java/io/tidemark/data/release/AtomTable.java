package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.TableContract;
import java.util.List;
import java.util.Set;

/** A table whose rows are bound into atoms of their own, independent of the stock's. */
abstract sealed class AtomTable extends ReleasedTable permits FeedDayRelease, SiteDayRelease, UntreatedRelease,
        EventRelease, SiteMonthRelease {

    private final String text;
    private final SqlFile sql;
    private final int absorbsFrom;
    private final boolean saysSizes;

    /**
     * Prepares a table.
     *
     * @param text        the prefix of its statements in its own file and in {@code merge.sql}
     * @param sql         the file of its release
     * @param absorbsFrom the level of its tree from which downwards unsafe cells may absorb atoms of their node
     */
    AtomTable(String text, TableContract contract, ReleasePeriod period, SqlFile sql, int absorbsFrom,
            Set<Trait> traits, List<Check> checks) {
        super(contract, period, "new_" + text + "s", traits, checks, "unsafe_" + text);
        this.text = text;
        this.sql = sql;
        this.absorbsFrom = absorbsFrom;
        this.saysSizes = checks.equals(sizes(text));
    }

    /** The check that a row's atom has as many cells as the row says. */
    static List<Check> sizes(String text) {
        return List.of(new Check("wrong_" + text + "_sizes", "has atoms with other cells than they say"));
    }

    /** Makes the tables that the cells are made of; returns false if there is nothing to release. */
    abstract boolean find(ReleaseWork work, ReleasedTables released, DateRange days);

    @Override
    final boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
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
        new AtomMaker(work.session(), work.rule(), absorbsFrom)
                .make(file.get(text + "_branches").text(), file.get(text + "_amounts").text(),
                ReleaseDatabase.NAME, table);
    }

    @Override
    final boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        String rows = released.rows(contract(), year);
        work.make(text + "_blocks", MERGE.get(text + "_blocks").part("released", rows));
        work.make(text + "_rows", MERGE.get(text + "_rows").part("released", rows));
        atoms(work, MERGE, "merged_atoms");
        return MERGE.get("changed_" + text + "s").any(work.session());
    }

    @Override
    final SqlStatement safe(LedgerDraft draft, int year) {
        return MERGE.get("merged_" + text + "s");
    }

    // cells that only the company had are no cells of their atoms any more
    @Override
    SqlStatement left(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        SqlStatement left = super.left(work, draft, erased, year);
        return saysSizes ? ERASE.get(text + "s_left").part("left", left) : left;
    }
}
