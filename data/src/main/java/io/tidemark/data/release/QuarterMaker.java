package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.PrivacyRule;

/**
 * Puts ranked members into quarters and joins quarters until each is safe. Needs the tables {@code member}, {@code member_group} and
 * {@code known_site} of its database; leaves each member's quarters in {@code placed}, and their figures in {@code blocks}.
 */
final class QuarterMaker {

    private static final SqlFile SQL = SqlFile.of("derive/release/quarters.sql");

    private final ReleaseDatabase database;
    private final PrivacyRule rule;

    QuarterMaker(ReleaseDatabase database, PrivacyRule rule) {
        this.database = database;
        this.rule = rule;
    }

    /** Makes quarters of the members by their place and value. */
    void make() {
        place(SQL.get("placed"));
        join();
    }

    /**
     * Joins released quarters that are no longer safe; never divides one.
     *
     * @param placed a query for the members with their quarters
     */
    void joinFurther(SqlStatement placed) {
        place(placed);
        join();
    }

    /**
     * Whether any of released quarters is unsafe.
     *
     * @param placed a query for the members with their quarters
     */
    boolean isUnsafe(SqlStatement placed) {
        place(placed);
        return fails();
    }

    private void place(SqlStatement placed) {
        database.make("placed", placed);
        database.make("open_period", SQL.get("open_periods"));
    }

    // each step joins something, so that it ends
    private void join() {
        while (fails()) {
            database.make("joined", SQL.get("joined"));
            database.session().run("CREATE OR REPLACE TABLE placed AS SELECT * FROM joined");
            database.make("open_period", SQL.get("still_open"));
        }
        database.make("blocks", SQL.get("blocks"));
    }

    private boolean fails() {
        if (rule.isOff()) {
            return false;
        }
        database.make("failing", SQL.get("failing").with("min_farmers", rule.minFarmers()));
        return database.session().hasRows("failing");
    }
}
