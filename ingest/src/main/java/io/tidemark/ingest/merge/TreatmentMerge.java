package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.TREATMENTS;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Treatments become the treatment table, with the species that the stock of the day says. */
public final class TreatmentMerge {

    private static final String KEPT = Spans.isKept(TREATMENTS)
            + " AND NOT EXISTS (SELECT 1 FROM good_treatments AS g WHERE g.farmer_id = o.farmer_id"
            + " AND g.treatment_id = o.treatment_id)";

    // no species and no units are reported; a bath, a flushing and the setting out of cleaner fish count as one treatment each
    private static final String REPORTED = "SELECT *, NULL AS farmer_id, NULL AS unit_ids, 'Lice' AS treatment_target, "
            + "false AS is_antibiotic, NULL AS number_of_units_treated, 1 AS treatment_count, NULL AS system_source, "
            + "'authority' AS data_source FROM report_treatment "
            + "QUALIFY row_number() OVER (PARTITION BY treatment_id ORDER BY file_no, line) = 1";

    private final DuckSession session;
    private final StagedSnapshot staged;
    private final Spans spans;
    private final PartitionWriter writer;

    /** Over the good rows of that database. */
    public TreatmentMerge(StagingDatabase bench, PartitionWriter writer) {
        session = bench.session();
        staged = bench.staged();
        spans = new Spans(bench);
        this.writer = writer;
    }

    /**
     * Writes the years that were delivered, and those whose stock changed; after stock_day was written.
     *
     * @return what people should know
     */
    public List<String> write(Collection<Integer> stockYears) {
        spans.find(TREATMENTS);
        Set<Integer> years = spans.years(TREATMENTS);
        years.addAll(session.list("SELECT DISTINCT year(o.date) FROM old_treatment AS o JOIN good_treatments AS g "
                + "ON g.farmer_id = o.farmer_id AND g.treatment_id = o.treatment_id", row -> row.getInt(1)));
        years.addAll(ReportTables.years(session, "treatment"));
        // a farmer's treatment and the authority's of the same week may lie in two years
        years.addAll(session.list("SELECT DISTINCT unnest([year(" + ReportTables.WEEK + "), year(" + ReportTables.WEEK
                + " + 6)]) FROM good_treatments", row -> row.getInt(1)));
        List<Integer> before = staged.baseYears(LakeTables.TREATMENT);
        stockYears.stream().filter(before::contains).forEach(years::add);
        String columns = "treatment_id, date, site_id, farmer_id, unit_ids, treatment_category, treatment_target, "
                + "treatment_subtype, requires_handling, is_antibiotic, treatment_site_scope, number_of_units_treated, "
                + "treatment_count, system_source, data_source";
        session.run("CREATE TABLE treatment_new AS SELECT row_number() OVER () AS n, * FROM (SELECT " + columns
                + " FROM (SELECT *, 'farmer' AS data_source FROM good_treatments) UNION ALL SELECT " + columns + " FROM ("
                + spans.oldRows(LakeTables.TREATMENT, years) + ") AS o WHERE " + KEPT + " AND " + ReportTables.isKept("treatment")
                + " UNION ALL SELECT " + columns + " FROM (" + REPORTED + "))");
        List<String> notes = leaveOutReported(years);
        session.run("CREATE VIEW stock_new AS " + staged.rows(LakeTables.STOCK_DAY));
        session.run("""
                CREATE TABLE treatment_species AS
                SELECT t.n, s.species_code
                FROM treatment_new AS t
                JOIN stock_new AS s ON s.site_id = t.site_id AND s.date = t.date
                WHERE s.fish_count > 0 AND (t.unit_ids IS NULL OR list_contains(t.unit_ids, s.unit_id))
                GROUP BY t.n, s.species_code
                QUALIFY row_number() OVER (PARTITION BY t.n ORDER BY sum(s.biomass_g) DESC, s.species_code) = 1""");
        for (int year : years) {
            writer.write(LakeTables.TREATMENT, year, "SELECT t.*, s.species_code FROM treatment_new AS t "
                    + "LEFT JOIN treatment_species AS s USING (n) WHERE " + Spans.inYear("t.date", year));
        }
        writer.reuseOthers(LakeTables.TREATMENT, years);
        return notes;
    }

    // the same treatment is reported twice: to the platform by its farmer, and to the authority
    private List<String> leaveOutReported(Set<Integer> years) {
        String farmers = "(SELECT site_id, " + ReportTables.WEEK + " AS week FROM %s WHERE data_source = 'farmer')";
        List<String> notes = new ArrayList<>();
        long left = session.run("DELETE FROM treatment_new WHERE data_source = 'authority' AND (site_id, " + ReportTables.WEEK
                + ") IN " + farmers.formatted("treatment_new"));
        if (left > 0) {
            notes.add(left + " of the authority's treatments were left out, since a farmer delivers treatments of the same "
                    + "site and "
                    + "week");
        }
        long bare = session.number("SELECT count(*) FROM (" + farmers.formatted("(" + spans.oldRows(LakeTables.TREATMENT, years)
                + ")")
                + " EXCEPT " + farmers.formatted("treatment_new") + ")");
        if (bare > 0 && session.first("SELECT 1 FROM old_treatment WHERE data_source = 'authority' LIMIT 1", row -> true)
                .isPresent()) {
            notes.add("in " + bare + " sites and weeks a correction left no farmer's treatment; what the authority has of "
                    + "them comes "
                    + "back when its file is delivered again");
        }
        return notes;
    }
}
