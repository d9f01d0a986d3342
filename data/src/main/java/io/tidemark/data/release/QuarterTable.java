package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.TableContract;
import java.util.EnumSet;
import java.util.List;

/**
 * A table of members ranked by a figure and put into quarters, once, when their period is released. The quarters of an
 * area's period stand or fall together: where one is no longer safe, all are hidden.
 */
abstract sealed class QuarterTable extends ReleasedTable permits SiteQuarterRelease, CycleRelease {

    /** The statements of quarters. */
    static final SqlFile SQL = SqlFile.of("derive/release/quarters.sql");

    private final String text;

    QuarterTable(String text, TableContract contract, ReleasePeriod period) {
        super(contract, period, "new_" + text + "s", EnumSet.allOf(Trait.class),
                List.of(new Check("wrong_" + text + "s", "has quarters with other figures than their members give")),
                "unsafe_" + text);
        this.text = text;
    }

    /**
     * Ranks the members in the table {@code member} and joins quarters until each is safe: leaves them in {@code
     * placed} and {@code blocks}.
     */
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
    final boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        work.make("gone", SQL.get("unsafe_" + text + "s").part("rows", released.rows(contract(), year))
                .with("min_farmers", work.rule().minFarmers()));
        return work.session().hasRows("gone");
    }

    @Override
    final SqlStatement safe(LedgerDraft draft, int year) {
        return SQL.get(text + "s_left").part("rows", draft.released().rows(contract(), year));
    }

    @Override
    final SqlStatement left(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        work.make("gone", SQL.get("erased_" + text + "s").part("rows", draft.released().rows(contract(), year))
                .with("farmer", erased.farmer()));
        return safe(draft, year);
    }
}
