package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Merges what the Veterinary Institute publishes: the periods of a delivery replace the published ones. */
record InstituteMerge(StagingDatabase staging, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/institute.sql");

    /** Remarks for people. Call when the files are read. */
    List<String> lost() {
        return SQL.get("lost_figures").list(staging.session(), row -> row.getString(1));
    }

    /** Writes the tables. */
    void write() {
        List.of(LakeTables.PUBLIC_QUARTILE, LakeTables.PUBLIC_LOSS).forEach(table ->
                writer.write(table, SQL.get(table.name()).part("columns", table.columnList())));
    }
}
