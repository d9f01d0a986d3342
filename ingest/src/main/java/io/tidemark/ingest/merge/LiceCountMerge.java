package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.LICE;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.Collections;
import java.util.SortedSet;

/** Merges the lice that farmers counted into lice_count. Runs no statement for a delivery without any. */
final class LiceCountMerge {

    private static final SqlFile SQL = SqlFile.of("ingest/lice.sql");

    private final StagingDatabase staging;
    private final ReplacedSpans spans;
    private final OwnerCheck owners;
    private final PartitionWriter writer;

    LiceCountMerge(StagingDatabase staging, RowFaults faults, PartitionWriter writer) {
        this.staging = staging;
        spans = new ReplacedSpans(staging);
        owners = new OwnerCheck(staging, faults, spans);
        this.writer = writer;
    }

    /** Marks rows whose unit and day belong to another farmer; returns the years that the delivery affects. */
    SortedSet<Integer> check() {
        if (!staging.has(LICE)) {
            return Collections.emptySortedSet();
        }
        spans.find(LICE);
        SortedSet<Integer> years = spans.years(LICE);
        spans.touch("touched_lice", LakeTables.LICE_COUNT, years);
        owners.mark(LICE, CrossCheck.OTHER_FARMERS_UNIT, "touched_lice");
        return years;
    }

    /** Writes the years, and reuses the others. */
    void write(SortedSet<Integer> years) {
        for (int year : years) {
            staging.year(year);
            writer.write(LakeTables.LICE_COUNT, year,
                    SQL.get("lice_count").part("columns", LakeTables.LICE_COUNT.columnList()));
        }
        writer.reuseOthers(LakeTables.LICE_COUNT, years);
    }
}
