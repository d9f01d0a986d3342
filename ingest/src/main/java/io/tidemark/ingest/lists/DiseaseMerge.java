package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.delivery.Remark;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Merges the authority's disease reports: the periods in the weeks of a delivery replace the published ones. */
record DiseaseMerge(StagingDatabase staging, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/diseases.sql");
    private static final String COLUMNS = LakeTables.DISEASE_PERIOD.columnList();

    /** Remarks for people. Call when the bad rows are gone. */
    List<String> lost() {
        return Remark.of("lost_diseases",
                SQL.get("lost_diseases").part("kept_disease", kept()).number(staging.session()));
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
