package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.TEMPERATURES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.load.CrossCheck;
import io.tidemark.ingest.load.Faults;
import io.tidemark.ingest.load.Workbench;
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
    public TemperatureMerge(Workbench bench, Faults faults, PartitionWriter writer) {
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
}
