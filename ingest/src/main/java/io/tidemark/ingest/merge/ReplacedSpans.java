package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds the days that a delivery replaces: for every file, farmer and site from the first to the last day of its good
 * rows. The tables {@code span_x} store them.
 */
record ReplacedSpans(StagingDatabase staging) {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    /** Computes the spans of a table from its current good rows. */
    void find(SourceTable table) {
        // most deliveries have only some of the tables
        if (!staging.session().hasRows(table.readTable())) {
            staging.create(StagingTables.span(table));
            return;
        }
        Optional<NameList> list = table.listOf("site_id");
        staging.make(StagingTables.span(table), SQL.get("span").part("rows", table.readTable())
                .part("site", list.map(NameList::name).orElse("farmer_id, site_id"))
                .part("names", list.map(l -> "JOIN " + l.table() + " USING (" + l.name() + ")").orElse("")));
    }

    /** The years that the spans of these tables include. */
    SortedSet<Integer> years(SourceTable... tables) {
        SortedSet<Integer> years = new TreeSet<>();
        for (SourceTable table : tables) {
            String span = StagingTables.span(table).name();
            if (staging.session().hasRows(span)) {
                years.addAll(SQL.get("span_years").part("span", span).list(staging.session(), row -> row.getInt(1)));
            }
        }
        return years;
    }

    /** Makes a view of the published snapshot's rows of these years. */
    void touch(String view, TableContract table, Collection<Integer> years) {
        staging.make(view, SqlStatement.made(staging.staged().baseRows(table, years)));
    }

    /** The years that the report weeks of a table include. */
    List<Integer> reportYears(String target) {
        return SqlFile.of("ingest/treatments.sql").get("report_years").with("target", target)
                .list(staging.session(), row -> row.getInt(1));
    }
}
