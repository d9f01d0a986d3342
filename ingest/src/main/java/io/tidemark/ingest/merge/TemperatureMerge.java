package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.TEMPERATURES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.load.CrossCheck;
import io.tidemark.ingest.load.Faults;
import io.tidemark.ingest.load.Workbench;
import java.util.Set;

/** Temperatures become temperature_day. */
public final class TemperatureMerge {

    private final DuckSession session;
    private final Faults faults;
    private final Spans spans;
    private final PartitionWriter writer;

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
        session.run("CREATE VIEW touched_temperature AS "
                + spans.oldRows(LakeTables.TEMPERATURE_DAY, spans.years(TEMPERATURES)));
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
        Set<Integer> years = spans.years(TEMPERATURES);
        String columns = LakeTables.TEMPERATURE_DAY.columnList();
        for (int year : years) {
            writer.write(LakeTables.TEMPERATURE_DAY, year, "SELECT " + columns + " FROM (SELECT *, 'farmer' AS data_source "
                    + "FROM good_temperatures) WHERE " + Spans.inYear("date", year) + " UNION ALL SELECT " + columns
                    + " FROM touched_temperature AS o WHERE " + Spans.inYear("date", year) + " AND "
                    + Spans.isKept(TEMPERATURES));
        }
        writer.reuseOthers(LakeTables.TEMPERATURE_DAY, years);
    }
}
