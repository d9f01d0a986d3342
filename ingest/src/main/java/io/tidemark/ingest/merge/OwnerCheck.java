package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.contract.SourceColumn.Presence;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.stream.Collectors;

/**
 * Gives each key of a table to one farmer: to the owner of the lake's row if that row stays or is delivered again, else
 * to the first one in the delivery.
 */
record OwnerCheck(StagingDatabase staging, RowFaults faults, ReplacedSpans spans) {

    private static final SqlFile SQL = SqlFile.of("ingest/owners.sql");

    /**
     * Marks the rows of all other farmers. Call after the table's spans are found;
     * afterwards they fit the remaining rows.
     *
     * @param touched the published rows of the years of these spans
     */
    void mark(SourceTable table, CrossCheck check, String touched) {
        if (!staging.session().hasRows(table.readTable())) {
            return;
        }
        staging.make("contested", SQL.get("contested").part("good_rows", table.goodView())
                .part("touched", touched)
                .part("same", same(table)).part("span", StagingTables.span(table).name()));
        boolean contested = staging.session().hasRows("contested");
        if (contested) {
            markTaken(table, check);
        }
        if (faults.markDoublesOfFarmers(table) > 0) {
            spans.find(table);
            if (contested) {
                markTaken(table, check);
            }
        }
    }

    // a rejected row may shrink a span: then rows of the lake stay that it would have replaced, and further delivered
    // rows collide with them
    private void markTaken(SourceTable table, CrossCheck check) {
        while (faults.mark(table, check, SQL.get("taken").part("rows", table.readTable())
                .part("good_rows", table.goodView())
                .part("same", same(table)).part("span", StagingTables.span(table).name())) > 0) {
            spans.find(table);
        }
    }

    private static String same(SourceTable table) {
        return table.columns().stream().filter(c -> table.key().contains(c.name()))
                .map(c -> "o." + c.name() + (c.presence() == Presence.REQUIRED ? " = g." : " IS NOT DISTINCT FROM g.")
                + c.name()).collect(Collectors.joining(" AND "));
    }
}
