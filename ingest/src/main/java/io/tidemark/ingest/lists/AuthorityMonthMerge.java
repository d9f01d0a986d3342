package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;

/** The authority's monthly statistics: the months of a delivery replace the published ones. */
public final class AuthorityMonthMerge {

    private final DuckSession session;
    private final PartitionWriter writer;

    /** Over the good rows of that database. */
    public AuthorityMonthMerge(StagingDatabase bench, PartitionWriter writer) {
        session = bench.session();
        this.writer = writer;
        // the figures of the authority's own files; the file of the highest rank speaks for a month
        session.run("CREATE TABLE statistics_month(" + LakeTables.AUTHORITY_MONTH.definition() + ", file_rank INTEGER)");
    }

    /** Writes the table. */
    public void write() {
        String columns = LakeTables.AUTHORITY_MONTH.columnList();
        session.run("CREATE TABLE delivered_month AS SELECT " + columns + " FROM good_authority_month UNION ALL SELECT "
                + columns + " FROM statistics_month AS s WHERE s.file_rank = (SELECT max(r.file_rank) FROM statistics_month "
                + "AS r WHERE r.month = s.month) AND s.month NOT IN (SELECT month FROM good_authority_month)");
        writer.write(LakeTables.AUTHORITY_MONTH, "SELECT " + columns + " FROM delivered_month UNION ALL SELECT " + columns
                + " FROM old_authority_month WHERE month NOT IN (SELECT month FROM delivered_month)");
    }
}
