package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;

/**
 * Whether means over chosen members may be shown: by groups, by halves,
 * and by what is left when known sums are subtracted.
 */
final class Picks {

    private static final SqlFile SQL = SqlFile.of("derive/release/picks.sql");

    private Picks() {}

    /** Makes the table {@code judged} of the sets in the table {@code pick}, by the rule. */
    static void judge(ReleaseWork work) {
        work.make("judged", SQL.get("judged").with("min_farmers", work.rule().minFarmers()));
    }
}
