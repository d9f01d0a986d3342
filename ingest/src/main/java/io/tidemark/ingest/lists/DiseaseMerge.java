package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Merges the authority's disease reports: the periods in the weeks of a delivery replace the published ones. */
record DiseaseMerge(StagingDatabase staging, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/diseases.sql");
    private static final String COLUMNS = LakeTables.DISEASE_PERIOD.columnList();

    /** Remarks for people. Call when the bad rows are gone. */
    List<String> lost() {
        long lost = SQL.get("lost_diseases").part("kept_disease", kept()).number(staging.session());
        return lost == 0 ? List.of() : List.of(lost
                + (lost == 1 ? " period of a disease was" : " periods of diseases were")
                + " taken away, since the delivery has the weeks without " + (lost == 1 ? "it" : "them"));
    }

    private static SqlStatement kept() {
        return SQL.get("kept_disease").part("columns", COLUMNS);
    }

    /** Writes the table. */
    void write() {
        writer.write(LakeTables.DISEASE_PERIOD, SQL.get("disease_period").part("columns", COLUMNS)
                .part("delivered_disease", SQL.get("delivered_disease").part("columns", COLUMNS))
                .part("kept_disease", kept()));
    }
}
