package io.tidemark.ingest.merge;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Writes which days of the lake a delivery corrects, beside the corrections of the last two years. */
record CorrectionMerge(StagingDatabase staging, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/corrections.sql");

    /** Compares the changed days of stock and losses with the published ones. Call after both are written. */
    void write(SortedMap<Integer, DateRange> changed) {
        StagedSnapshot staged = staging.staged();
        SortedSet<Integer> written = new TreeSet<>();
        staging.session().run("SET VARIABLE corrected_at = $1", staged.createdAt().toString());
        changed.forEach((year, days) -> {
            // all of a new year is new
            if (staged.baseHas(LakeTables.STOCK_DAY, year) && corrects(year, days)) {
                writer.write(LakeTables.CORRECTION, year, SQL.get("corrections")
                        .part("published", staged.baseRows(LakeTables.CORRECTION, List.of(year))));
                written.add(year);
            }
        });
        writer.reuseOthers(LakeTables.CORRECTION, written);
    }

    private boolean corrects(int year, DateRange days) {
        staging.year(year);
        staging.session().run("SET VARIABLE first_changed = $1", days.first().toString());
        staging.session().run("SET VARIABLE last_changed = $1", days.last().toString());
        staging.make("corrected", SQL.get("corrected")
                .part("stock", SqlStatement.made(staging.staged().rows(LakeTables.STOCK_DAY, year)))
                .part("losses", SqlStatement.made(staging.staged().rows(LakeTables.LOSS_DAY, year))));
        return staging.session().hasRows("corrected");
    }
}
