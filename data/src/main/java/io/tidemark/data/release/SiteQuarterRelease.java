package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.table.LedgerTables;
import java.time.LocalDate;

/**
 * The release of the sites' quarters by loss rate: a month is ranked once, when it is released, from its released rows. Call after the release of the
 * months' stock.
 */
final class SiteQuarterRelease {

    private static final SqlFile SQL = SqlFile.of("derive/release/quarters.sql");
    private static final int DECEMBER_31 = 31;

    private final ReleaseDatabase database;
    private final PrivacyRule rule;

    SiteQuarterRelease(ReleaseDatabase database, PrivacyRule rule) {
        this.database = database;
        this.rule = rule;
    }

    /** Releases the months that end within a range of days, both included. */
    void months(LedgerDraft draft, LocalDate firstEnd, LocalDate lastDay) {
        for (int year = firstEnd.getYear(); year <= lastDay.getYear(); year++) {
            if (make(draft.released(), year, firstEnd, lastDay)) {
                draft.add(database.session(), LedgerTables.SITE_QUARTER, year, "SELECT * FROM new_site_quarters");
            }
        }
    }

    /**
     * Makes the table {@code new_site_quarters} of a year's months that end within a range of days; returns whether it has rows.
     *
     * @param released the released tables, with the months' stock
     */
    boolean make(ReleasedTables released, int year, LocalDate firstEnd, LocalDate lastDay) {
        rates(released, year, firstEnd, lastDay);
        database.make("member", SQL.get("site_member"));
        database.make("member_group", SQL.get("site_member_group"));
        new QuarterMaker(database, rule).make();
        database.make("new_site_quarters", SQL.get("new_site_quarters"));
        return database.session().hasRows("new_site_quarters");
    }

    /** Makes the table {@code new_site_quarters} of a year's months, from what is released of them. */
    void make(ReleasedTables released, int year) {
        make(released, year, LocalDate.of(year, 1, 1), LocalDate.of(year, 12, DECEMBER_31));
    }

    /**
     * Joins the released quarters of a year that are unsafe by the rule, the present groups and what is known of the released stock elsewhere;
     * returns whether it joined any.
     */
    boolean joinFurther(ReleasedTables released, int year) {
        SqlStatement quarters = SqlStatement.made(released.rows(LedgerTables.SITE_QUARTER, year));
        rates(released, year, LocalDate.of(year, 1, 1), LocalDate.of(year, 12, DECEMBER_31));
        database.make("member_group", SQL.get("released_site_groups").part("released", quarters));
        QuarterMaker maker = new QuarterMaker(database, rule);
        SqlStatement members = SQL.get("released_site_members").part("released", quarters);
        if (!maker.isUnsafe(members)) {
            return false;
        }
        maker.joinFurther(members);
        database.make("new_site_quarters", SQL.get("merged_site_quarters").part("released", quarters));
        return true;
    }

    /**
     * Whether released quarters cover too few groups by the rule and the present groups. What is known elsewhere is not asked: late rows change it
     * after the release.
     *
     * @param quarters a query for rows of {@code site_quarter}
     */
    boolean isUnsafe(SqlStatement quarters) {
        database.make("member_group", SQL.get("released_site_groups").part("released", quarters));
        database.make("known_site", SQL.get("no_known_site"));
        return new QuarterMaker(database, rule).isUnsafe(SQL.get("released_site_members").part("released", quarters));
    }

    private void rates(ReleasedTables released, int year, LocalDate firstEnd, LocalDate lastDay) {
        database.make("scope_site", SQL.get("scope_site").part("released", released.rows(LedgerTables.STOCK, year))
                .with("first_end", firstEnd).with("last_day", lastDay));
        database.make("scope_rate", SQL.get("scope_rate"));
        database.make("scope_group", SQL.get("scope_group"));
        database.make("known_site", SQL.get("known_site").with("min_farmers", rule.minFarmers()));
    }
}
