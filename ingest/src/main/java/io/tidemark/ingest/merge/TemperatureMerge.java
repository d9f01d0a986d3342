package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.TEMPERATURES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Temperatures become temperature_day: the farmers', and those of the authority's lice report, which stand beside them. A
 * report's reading stands at the week's Monday and at three metres, where the rules on lice counts have it taken.
 */
public final class TemperatureMerge {

    private final DuckSession session;
    private final Faults faults;
    private final Spans spans;
    private final PartitionWriter writer;
    private Set<Integer> years = new TreeSet<>();

    /** Over the good rows of that database. */
    public TemperatureMerge(StagingDatabase bench, Faults faults, PartitionWriter writer) {
        session = bench.session();
        spans = new Spans(bench);
        this.faults = faults;
        this.writer = writer;
    }

    /** Marks delivered rows that another farmer has delivered before. */
    public void check() {
        spans.find(TEMPERATURES);
        years = spans.years(TEMPERATURES);
        years.addAll(ReportTables.years(session, "temperature"));
        session.run("CREATE VIEW touched_temperature AS " + spans.oldRows(LakeTables.TEMPERATURE_DAY, years));
        faults.mark(TEMPERATURES, CrossCheck.OTHER_FARMERS_READING, """
                SELECT g.row_id, NULL AS value, NULL AS detail, NULL AS first_row
                FROM good_temperatures AS g JOIN touched_temperature AS o
                  ON o.site_id = g.site_id AND o.date = g.date AND o.depth_m IS NOT DISTINCT FROM g.depth_m
                 AND o.farmer_id <> g.farmer_id
                WHERE\s""" + Spans.isKept(TEMPERATURES));
    }

    /** Writes temperature_day. */
    public void write() {
        spans.find(TEMPERATURES);
        if (isFresh()) {
            writeFresh();
            return;
        }
        String columns = LakeTables.TEMPERATURE_DAY.columnList();
        for (int year : years) {
            writer.write(LakeTables.TEMPERATURE_DAY, year, "SELECT " + columns + " FROM (SELECT *, 'farmer' AS data_source "
                    + "FROM good_temperatures) WHERE " + Spans.inYear("date", year) + " UNION ALL SELECT " + columns
                    + " FROM touched_temperature AS o WHERE " + Spans.inYear("date", year) + " AND "
                    + Spans.isKept(TEMPERATURES) + " AND " + ReportTables.isKept("temperature") + " UNION ALL SELECT " + columns
                    + " FROM (SELECT *, NULL AS farmer_id, 3 AS depth_m, 1 AS measurement_count, 'authority' AS data_source "
                    + "FROM report_temperature QUALIFY row_number() OVER (PARTITION BY date, site_id ORDER BY file_no, "
                    + "line) = 1) WHERE " + Spans.inYear("date", year));
        }
        writer.reuseOthers(LakeTables.TEMPERATURE_DAY, years);
    }

    // nothing but what was delivered now: no merging, and texts are not looked at again
    private boolean isFresh() {
        return session.first("SELECT 1 FROM touched_temperature UNION ALL SELECT 1 FROM report_temperature LIMIT 1",
                row -> true).isEmpty();
    }

    private void writeFresh() {
        new TextLists(session).make(TEMPERATURES.listOf("site_id").orElseThrow(), true, List.of("farmer_id", "site_id"));
        for (int year : years) {
            String rows = "(SELECT * FROM in_temperatures WHERE " + Spans.inYear("date", year) + ")";
            writer.writeExact(LakeTables.TEMPERATURE_DAY, year, "SELECT t.date, p.site_id, p.farmer_id, t.depth_m, "
                    + "t.temperature, t.measurement_count, 'farmer' AS data_source FROM " + rows
                    + " AS t JOIN text_place AS p USING (place)", rows);
        }
        writer.reuseOthers(LakeTables.TEMPERATURE_DAY, years);
    }
}
