package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The release of finished cycles: a year is ranked once, with the cycles that have ended in it, when 28 days after its end are released.
 */
final class CycleRelease {

    private static final SqlFile SQL = SqlFile.of("derive/release/quarters.sql");
    private static final String CYCLES = "year_cycle";
    private static final int DAYS_WITHOUT_FISH = 28;
    /** A longer stay does not count: more years back need not be read. */
    private static final int YEARS_BACK = 3;

    private final ReleaseDatabase database;
    private final PrivacyRule rule;

    CycleRelease(ReleaseDatabase database, PrivacyRule rule) {
        this.database = database;
        this.rule = rule;
    }

    /** The first year that is released when the days from this one on are: 28 January after it is among them. */
    static int firstYear(LocalDate firstDay) {
        return firstDay.minusDays(DAYS_WITHOUT_FISH).getYear();
    }

    private static int lastYear(LocalDate through) {
        return through.minusDays(DAYS_WITHOUT_FISH - 1).getYear() - 1;
    }

    /** Releases the years whose end, and 28 days, lie within a range of days, both included. */
    void years(Snapshot snapshot, LedgerDraft draft, LocalDate firstDay, LocalDate through) {
        for (int year : make(snapshot, firstDay, through)) {
            draft.add(database.session(), LedgerTables.CYCLE_YEAR, year, "SELECT * FROM new_cycle_years WHERE year(last_day) = " + year);
        }
    }

    /** Makes the table {@code new_cycle_years} of those years; returns the years that it has. */
    List<Integer> make(Snapshot snapshot, LocalDate firstDay, LocalDate through) {
        LocalDate begin = snapshot.firstDate(LakeTables.STOCK_DAY);
        int lastYear = lastYear(through);
        int firstYear = begin == null ? lastYear + 1 : Math.max(firstYear(firstDay), begin.getYear());
        if (firstYear > lastYear) {
            return List.of();
        }
        find(snapshot, begin, firstYear, lastYear, through);
        rank();
        return database.session().list("SELECT DISTINCT year(last_day) FROM new_cycle_years ORDER BY 1", row -> row.getInt(1));
    }

    /** Ranks released cycles anew in a table {@code new_cycle_years}. */
    void rankAnew(SqlStatement released) {
        database.make(CYCLES, SQL.get("released_cycle").part("released", released));
        rank();
    }

    /** Joins the released quarters of a year that are unsafe by the rule and the present groups; returns whether it joined any. */
    boolean joinFurther(SqlStatement released) {
        if (!isUnsafe(released)) {
            return false;
        }
        new QuarterMaker(database, rule).joinFurther(members());
        database.make("new_cycle_years", SQL.get("new_cycle_years").part("cycles", CYCLES));
        return true;
    }

    /**
     * Whether released quarters cover too few groups by the rule and the present groups.
     *
     * @param released a query for rows of {@code cycle_year}
     */
    boolean isUnsafe(SqlStatement released) {
        database.make(CYCLES, SQL.get("released_cycle").part("released", released));
        groups();
        return new QuarterMaker(database, rule).isUnsafe(members());
    }

    private void find(Snapshot snapshot, @Nullable LocalDate begin, int firstYear, int lastYear, LocalDate through) {
        List<String> days = snapshot.years(DerivedTables.GENERATION_DAY).stream().filter(year -> year >= firstYear - YEARS_BACK)
                .map(year -> snapshot.rows(DerivedTables.GENERATION_DAY, year)).toList();
        database.session().run("DROP VIEW IF EXISTS cycle");
        database.session().run("CREATE OR REPLACE VIEW generation_day AS " + String.join(" UNION ALL ", days));
        database.session().runAll(SqlScript.statements(SqlScript.text("views/8-cycles.sql")));
        database.make(CYCLES, SQL.get(CYCLES).with("first_year", firstYear).with("last_year", lastYear).with("data_begin", begin)
                .with("last_day", through));
    }

    private void rank() {
        database.make("member", SQL.get("cycle_member").part("cycles", CYCLES));
        groups();
        new QuarterMaker(database, rule).make();
        database.make("new_cycle_years", SQL.get("new_cycle_years").part("cycles", CYCLES));
    }

    private void groups() {
        database.make("member_group", SQL.get("cycle_member_group").part("cycles", CYCLES));
        database.make("known_site", SQL.get("no_known_site"));
    }

    private static SqlStatement members() {
        return SQL.get("released_cycle_members").part("cycles", CYCLES).part("members", SQL.get("cycle_member").part("cycles", CYCLES));
    }
}
