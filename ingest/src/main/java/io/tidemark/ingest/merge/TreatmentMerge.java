package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.TREATMENTS;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.Correction;
import io.tidemark.ingest.delivery.Remark;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Merges treatments into the treatment table, with the species from the stock of the day. */
final class TreatmentMerge {

    private static final SqlFile SQL = SqlFile.of("ingest/treatments.sql");

    private final StagingDatabase staging;
    private final ReplacedSpans spans;
    private final PartitionWriter writer;

    TreatmentMerge(StagingDatabase staging, PartitionWriter writer) {
        this.staging = staging;
        spans = new ReplacedSpans(staging);
        this.writer = writer;
    }

    /**
     * Writes the delivered years and the years whose stock changed. Call after stock_day is written.
     *
     * @param reports whether the delivery may have reports of the authority
     * @return remarks for people
     */
    List<String> write(Collection<Integer> stockYears, boolean reports) {
        SortedSet<Integer> years = years(stockYears);
        if (reports) {
            years.addAll(spans.reportYears("treatment"));
        }
        if (years.isEmpty()) {
            writer.reuseOthers(LakeTables.TREATMENT, years);
            return List.of();
        }
        spans.touch("touched_treatment", LakeTables.TREATMENT, years);
        staging.make("treatment_new", SQL.get("treatment_new"));
        List<String> notes = leaveOutReported();
        staging.make("stock_new", SqlStatement.made(staging.staged().rows(LakeTables.STOCK_DAY)));
        SQL.get("units_without_stock").each(staging.session(),
                row -> notes.add(row.getLong(1) + " treatments name units of which their site has no "
                + "stock, such as " + row.getString(2) + "; there they meet no fish. Between units stands |"));
        staging.make("treatment_species", SQL.get("treatment_species"));
        for (int year : years) {
            staging.year(year);
            writer.write(LakeTables.TREATMENT, year, SQL.get("treatment"));
        }
        writer.reuseOthers(LakeTables.TREATMENT, years);
        return notes;
    }

    /** What the delivered files take away from the lake. */
    List<Correction> taken() {
        spans.find(TREATMENTS);
        SortedSet<Integer> years = spans.years(TREATMENTS);
        if (years.isEmpty()) {
            return List.of();
        }
        spans.touch("touched_treatment", LakeTables.TREATMENT, years);
        return new TakenAway(staging).of(TREATMENTS);
    }

    /** The years outside the delivered spans that delivered treatments affect. Call after the spans are found. */
    SortedSet<Integer> otherYears() {
        if (!staging.session().hasRows(StagingTables.span(TREATMENTS).name())) {
            return new TreeSet<>();
        }
        SortedSet<Integer> years = new TreeSet<>(replacedYears(SqlStatement.made(staging.staged()
                .baseRows(LakeTables.TREATMENT))));
        years.addAll(SQL.get("week_years").list(staging.session(), row -> row.getInt(1)));
        return years;
    }

    private List<Integer> replacedYears(SqlStatement published) {
        return SQL.get("replaced_years").part("published", published).list(staging.session(), row -> row.getInt(1));
    }

    /** Whether delivered treatments replace treatments of a published snapshot in other years than these. */
    boolean replacesOutside(Snapshot published, SortedSet<Integer> years) {
        return !years.containsAll(replacedYears(SqlStatement.made(published.rows(LakeTables.TREATMENT))));
    }

    private SortedSet<Integer> years(Collection<Integer> stockYears) {
        SortedSet<Integer> years = spans.years(TREATMENTS);
        years.addAll(otherYears());
        List<Integer> before = staging.staged().baseYears(LakeTables.TREATMENT);
        years.addAll(stockYears.stream().filter(before::contains).toList());
        return years;
    }

    private List<String> leaveOutReported() {
        List<String> notes = new ArrayList<>(
                Remark.of("reported_treatments", SQL.get("leave_out_reported").run(staging.session())));
        if (SQL.get("has_reported").any(staging.session())) {
            notes.addAll(Remark.of("bare_weeks", SQL.get("weeks_left_bare").number(staging.session())));
        }
        return notes;
    }
}
