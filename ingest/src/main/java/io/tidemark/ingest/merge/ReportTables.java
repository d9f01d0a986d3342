package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.DuckSession;
import java.util.Set;
import java.util.TreeSet;

/** The working tables of the authority's weekly fish-health reports. */
public final class ReportTables {

    /** SQL for the Monday of the ISO week of a row's date. */
    static final String WEEK = "CAST(date_trunc('week', date) AS DATE)";

    private ReportTables() {}

    /** Makes them, empty. */
    public static void create(DuckSession session) {
        session.run("CREATE TABLE report_treatment(file_no INTEGER, line BIGINT, treatment_id VARCHAR, date DATE, site_id "
                + "VARCHAR, "
                + "treatment_category VARCHAR, treatment_subtype VARCHAR, requires_handling BOOLEAN, treatment_site_scope "
                + "VARCHAR)");
        session.run("CREATE TABLE report_temperature(file_no INTEGER, line BIGINT, date DATE, site_id VARCHAR, "
                + "temperature DECIMAL(5,2))");
        // the weeks that the delivery covers, by the lake's table that they are replaced in
        session.run("CREATE TABLE report_week(target VARCHAR, week DATE)");
        session.run("CREATE TABLE report_site(site_id VARCHAR, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE, "
                + "production_area_id INTEGER, week DATE)");
    }

    /** The years that the delivered weeks of a table reach into. */
    static Set<Integer> years(DuckSession session, String target) {
        return new TreeSet<>(session.list("SELECT DISTINCT unnest([year(week), year(week + 6)]) FROM report_week "
                + "WHERE target = $1", row -> row.getInt(1), target));
    }

    /** SQL that is true for a row {@code o} of the lake that no delivered week of that table replaces. */
    static String isKept(String target) {
        return "NOT (o.data_source = 'authority' AND " + WEEK + " IN (SELECT week FROM report_week WHERE target = '" + target
                + "'))";
    }
}
