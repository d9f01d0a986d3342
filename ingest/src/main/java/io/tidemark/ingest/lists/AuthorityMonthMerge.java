package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;

/** Merges the authority's monthly statistics: the months of a delivery replace the published ones. */
public final class AuthorityMonthMerge {

    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");

    private final StagingDatabase staging;
    private final PartitionWriter writer;

    /** Works on the good rows of a staging database. */
    public AuthorityMonthMerge(StagingDatabase staging, PartitionWriter writer) {
        this.staging = staging;
        this.writer = writer;
    }

    /** Writes the table. */
    public void write() {
        String columns = LakeTables.AUTHORITY_MONTH.columnList();
        staging.make(StagingTables.DELIVERED_MONTH, SQL.get("delivered_month").part("columns", columns));
        writer.write(LakeTables.AUTHORITY_MONTH, SQL.get("authority_month").part("columns", columns));
    }
}
