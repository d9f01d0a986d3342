package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.TREATMENTS;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SnapshotSql;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.load.Workbench;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Treatments become the treatment table, with the species that the stock of the day says. */
public final class TreatmentMerge {

    private static final String KEPT = Spans.isKept(TREATMENTS)
            + " AND NOT EXISTS (SELECT 1 FROM good_treatments AS g WHERE g.farmer_id = o.farmer_id"
            + " AND g.treatment_id = o.treatment_id)";

    private final DuckSession session;
    private final StagedSnapshot staged;
    private final Spans spans;
    private final PartitionWriter writer;

    /** Over the good rows of that database. */
    public TreatmentMerge(Workbench bench, PartitionWriter writer) {
        session = bench.session();
        staged = bench.staged();
        spans = new Spans(bench);
        this.writer = writer;
    }

    /** Writes the years that were delivered, and those whose stock changed; after stock_day was written. */
    public void write(Collection<Integer> stockYears) {
        spans.find(TREATMENTS);
        Set<Integer> years = spans.years(TREATMENTS);
        years.addAll(session.list("SELECT DISTINCT year(o.date) FROM old_treatment AS o JOIN good_treatments AS g "
                + "ON g.farmer_id = o.farmer_id AND g.treatment_id = o.treatment_id", row -> row.getInt(1)));
        List<Integer> before = staged.baseYears(LakeTables.TREATMENT);
        stockYears.stream().filter(before::contains).forEach(years::add);
        String columns = "treatment_id, date, site_id, farmer_id, unit_ids, treatment_category, treatment_target, "
                + "treatment_subtype, requires_handling, is_antibiotic, treatment_site_scope, number_of_units_treated, "
                + "treatment_count, system_source, data_source";
        session.run("CREATE TABLE treatment_new AS SELECT row_number() OVER () AS n, * FROM (SELECT " + columns
                + " FROM (SELECT *, 'farmer' AS data_source FROM good_treatments) UNION ALL SELECT " + columns + " FROM ("
                + spans.oldRows(LakeTables.TREATMENT, years) + ") AS o WHERE " + KEPT + ")");
        session.run("CREATE VIEW stock_new AS " + SnapshotSql.select(LakeTables.STOCK_DAY,
                staged.files(LakeTables.STOCK_DAY)));
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
    }
}
