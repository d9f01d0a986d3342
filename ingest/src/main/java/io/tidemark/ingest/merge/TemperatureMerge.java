package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.TEMPERATURES;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;
import java.util.SortedSet;

/** Merges temperatures into temperature_day: the farmers' readings and those of the authority's lice report. */
final class TemperatureMerge {

    private static final SqlFile SQL = SqlFile.of("ingest/temperatures.sql");

    private final StagingDatabase staging;
    private final ReplacedSpans spans;
    private final OwnerCheck owners;
    private final PartitionWriter writer;

    TemperatureMerge(StagingDatabase staging, RowFaults faults, PartitionWriter writer) {
        this.staging = staging;
        spans = new ReplacedSpans(staging);
        owners = new OwnerCheck(staging, faults, spans);
        this.writer = writer;
    }

    /**
     * Marks rows whose day and depth belong to another farmer.
     *
     * @param reports whether the delivery may have reports of the authority
     * @return the years that the delivery affects
     */
    SortedSet<Integer> check(boolean reports) {
        spans.find(TEMPERATURES);
        SortedSet<Integer> years = spans.years(TEMPERATURES);
        if (reports) {
            years.addAll(spans.reportYears("temperature"));
        }
        if (years.isEmpty()) {
            return years;
        }
        spans.touch("touched_temperature", LakeTables.TEMPERATURE_DAY, years);
        owners.mark(TEMPERATURES, CrossCheck.OTHER_FARMERS_READING, "touched_temperature");
        return years;
    }

    /** Writes temperature_day. */
    void write(SortedSet<Integer> years) {
        if (years.isEmpty()) {
            writer.reuseOthers(LakeTables.TEMPERATURE_DAY, years);
            return;
        }
        boolean fresh = !SQL.get("has_others").any(staging.session());
        if (fresh) {
            new TextLists(staging).make(TEMPERATURES.listOf("site_id").orElseThrow(), true,
                    List.of("farmer_id", "site_id"));
        }
        for (int year : years) {
            staging.year(year);
            if (fresh) {
                writer.writeExact(LakeTables.TEMPERATURE_DAY, year, SQL.get("fresh_temperature_day"),
                        "(" + SQL.get("fresh_rows").text() + ")");
            } else {
                writer.write(LakeTables.TEMPERATURE_DAY, year,
                        SQL.get("temperature_day").part("columns", LakeTables.TEMPERATURE_DAY.columnList()));
            }
        }
        writer.reuseOthers(LakeTables.TEMPERATURE_DAY, years);
    }
}
