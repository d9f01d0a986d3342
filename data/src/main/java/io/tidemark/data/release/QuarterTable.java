package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.TableContract;
import java.util.List;
import java.util.function.Consumer;

/**
 * A table of members ranked by a figure and put into quarters, once, when their period is released. The quarters of an area's period stand or fall
 * together: where one is no longer safe, all are hidden.
 */
abstract sealed class QuarterTable implements ReleasedTable permits SiteQuarterRelease, CycleRelease {

    /** The statements of quarters. */
    static final SqlFile SQL = SqlFile.of("derive/release/quarters.sql");

    private static final SqlFile CHECK = SqlFile.of("derive/release/check.sql");

    private final String text;
    private final TableContract contract;

    QuarterTable(String text, TableContract contract) {
        this.text = text;
        this.contract = contract;
    }

    @Override
    public final TableContract contract() {
        return contract;
    }

    @Override
    public final boolean isChosenOnce() {
        return true;
    }

    @Override
    public final boolean isMadeOfReleased() {
        return true;
    }

    /** Ranks the members in the table {@code member} and joins quarters until each is safe: leaves them in {@code placed} and {@code blocks}. */
    static void rank(ReleaseWork work) {
        work.make("placed", SQL.get("placed"));
        // each step joins something, so that it ends
        for (failing(work); work.session().hasRows("failing"); failing(work)) {
            work.make("joined", SQL.get("joined"));
            work.session().run("CREATE OR REPLACE TABLE placed AS SELECT * FROM joined");
        }
        work.make("blocks", SQL.get("blocks"));
    }

    private static void failing(ReleaseWork work) {
        work.make("failing", SQL.get("failing").with("min_farmers", work.rule().minFarmers()));
    }

    @Override
    public final String made() {
        return "new_" + text + "s";
    }

    @Override
    public final boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        work.make("gone", SQL.get("unsafe_" + text + "s").part("rows", released.rows(contract, year))
                .with("min_farmers", work.rule().minFarmers()));
        return work.session().hasRows("gone");
    }

    @Override
    public final void merge(ReleaseWork work, LedgerDraft draft, int year) {
        if (isUnsafe(work, draft.released(), year)) {
            keepOthers(work, draft, year);
        }
    }

    @Override
    public final void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, contract, draft, year)) {
            work.make("gone", SQL.get("erased_" + text + "s").part("rows", draft.released().rows(contract, year)).with("farmer", erased.farmer()));
            keepOthers(work, draft, year);
        }
    }

    private void keepOthers(ReleaseWork work, LedgerDraft draft, int year) {
        work.make("rows_left", SQL.get(text + "s_left").part("rows", draft.released().rows(contract, year)));
        draft.replace(work.session(), contract, year, "SELECT * FROM rows_left");
    }

    @Override
    public final void check(ReleaseWork work, ReleasedTables released, int year, Consumer<String> fault) {
        if (CHECK.get("wrong_" + text + "s").part(text, released.rows(contract, year)).any(work.session())) {
            fault.accept("has quarters with other figures than their members give");
        }
    }

    @Override
    public final boolean isMadeAgain() {
        return true;
    }

    @Override
    public final List<String> audits() {
        return List.of("unsafe_" + text);
    }
}
