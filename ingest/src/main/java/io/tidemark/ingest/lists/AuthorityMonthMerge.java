package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the authority's monthly statistics, with and without stocking years, and what the Veterinary Institute
 * publishes: the months of a delivery replace the published ones.
 */
public record AuthorityMonthMerge(StagingDatabase staging, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");
    private static final SqlFile INSTITUTE = SqlFile.of("ingest/institute.sql");
    private static final String COLUMNS = LakeTables.AUTHORITY_MONTH.columnList();
    private static final String GENERATION_COLUMNS = LakeTables.AUTHORITY_GENERATION.columnList();

    /** Finds the months of the delivery; returns remarks for people. Call when the bad rows are marked. */
    public List<String> merge() {
        staging.make("delivered_month", SQL.get("delivered_month").part("columns", COLUMNS));
        staging.make("delivered_generation",
                SQL.get("delivered_generation").part("columns", GENERATION_COLUMNS));
        List<String> lost = new ArrayList<>(INSTITUTE.get("lost").list(staging.session(), row -> row.getString(1)));
        SQL.get("lost_figures").each(staging.session(), row -> lost.add(row.getLong(1) + " of the authority's figures "
                + "by area and species were taken away, since the delivery has their "
                + (row.getLong(2) == 1 ? "month" : row.getLong(2) + " months") + " without them"));
        return lost;
    }

    /** Writes the tables. */
    public void write() {
        writer.write(LakeTables.AUTHORITY_MONTH, SQL.get("authority_month").part("columns", COLUMNS));
        writer.write(LakeTables.AUTHORITY_GENERATION,
                SQL.get("authority_generation").part("columns", GENERATION_COLUMNS));
        List.of(LakeTables.PUBLIC_QUARTILE, LakeTables.PUBLIC_LOSS).forEach(table ->
                writer.write(table, INSTITUTE.get(table.name()).part("columns", table.columnList())));
    }
}
