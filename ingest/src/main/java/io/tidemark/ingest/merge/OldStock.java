package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.LOSSES;
import static io.tidemark.ingest.contract.SourceTables.STOCK;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.NameDictionary;
import io.tidemark.ingest.staging.StagingDatabase;

/**
 * Stages the published rows of the years and sites that a delivery affects as {@code old_unit_day} and {@code
 * old_unit_loss}, with the same dictionary numbers as the delivered rows.
 */
record OldStock(StagingDatabase staging) {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    /** Makes both tables empty. */
    void none() {
        staging.create("old_unit_day", "old_unit_loss");
    }

    /** Fills both tables. */
    void take() {
        staging.make("stock_site", SQL.get("stock_site"));
        NameList unit = list(STOCK, "unit_id");
        NameList cohort = list(STOCK, "cohort_id");
        NameList cause = list(LOSSES, "category_code");
        staging.make("old_row", SQL.get("old_row"));
        staging.make("old_loss_row", SQL.get("old_loss_row"));
        name(unit, "old_row");
        name(unit, "old_loss_row");
        name(cohort, "old_row");
        name(cause, "old_loss_row");
        staging.make("old_unit_day", SQL.get("old_unit_day").part("same_unit", unit.same("u", "o"))
                .part("same_cohort", cohort.same("c", "o")));
        staging.make("old_unit_loss", SQL.get("old_unit_loss").part("same_unit", unit.same("u", "o"))
                .part("same_cause", cause.same("c", "o")));
        staging.drop("old_row");
        staging.drop("old_loss_row");
    }

    private static NameList list(SourceTable table, String column) {
        return table.listOf(column).orElseThrow();
    }

    private void name(NameList list, String rows) {
        NameDictionary.add(staging.session(), list,
                SQL.get("names_of").part("columns", String.join(", ", list.columns())).part("rows", rows));
    }
}
