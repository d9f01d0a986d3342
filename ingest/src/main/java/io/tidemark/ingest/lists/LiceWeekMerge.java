package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Merges the lice of the authority's reports: the weeks of a delivery replace the published ones. */
public record LiceWeekMerge(StagingDatabase staging, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/lice.sql");

    /** Writes the years of the reports' weeks, and reuses the others. */
    public void write() {
        List<Integer> years = SQL.get("lice_years").list(staging.session(), row -> row.getInt(1));
        for (int year : years) {
            staging.year(year);
            writer.write(LakeTables.LICE_WEEK, year,
                    SQL.get("lice_week").part("columns", LakeTables.LICE_WEEK.columnList())
                    .part("published", SqlStatement.made(staging.staged()
                    .baseRows(LakeTables.LICE_WEEK, List.of(year)))));
        }
        writer.reuseOthers(LakeTables.LICE_WEEK, years);
    }
}
