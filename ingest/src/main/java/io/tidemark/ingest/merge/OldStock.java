package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.LOSSES;
import static io.tidemark.ingest.contract.SourceTables.STOCK;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.NameDictionary;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTable;
import io.tidemark.ingest.staging.StagingTables;

/**
 * Stages the published rows of the years and sites that a delivery affects as {@code old_unit_day} and {@code
 * old_unit_loss}, with the same dictionary numbers as the delivered rows.
 */
record OldStock(StagingDatabase staging) {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    /** Makes both tables empty. */
    void none() {
        staging.create(StagingTables.OLD_UNIT_DAY, StagingTables.OLD_UNIT_LOSS);
    }

    /** Fills both tables. */
    void take() {
        staging.make(StagingTables.STOCK_SITE, SQL.get("stock_site"));
        NameList unit = list(STOCK, "unit_id");
        NameList cohort = list(STOCK, "cohort_id");
        NameList cause = list(LOSSES, "category_code");
        staging.make(StagingTables.OLD_ROW, SQL.get("old_row"));
        staging.make(StagingTables.OLD_LOSS_ROW, SQL.get("old_loss_row"));
        name(unit, StagingTables.OLD_ROW);
        name(unit, StagingTables.OLD_LOSS_ROW);
        name(cohort, StagingTables.OLD_ROW);
        name(cause, StagingTables.OLD_LOSS_ROW);
        staging.make(StagingTables.OLD_UNIT_DAY, SQL.get("old_unit_day").part("same_unit", unit.same("u", "o"))
                .part("same_cohort", cohort.same("c", "o")));
        staging.make(StagingTables.OLD_UNIT_LOSS, SQL.get("old_unit_loss").part("same_unit", unit.same("u", "o"))
                .part("same_cause", cause.same("c", "o")));
        staging.drop(StagingTables.OLD_ROW);
        staging.drop(StagingTables.OLD_LOSS_ROW);
    }

    private static NameList list(SourceTable table, String column) {
        return table.listOf(column).orElseThrow();
    }

    private void name(NameList list, StagingTable rows) {
        NameDictionary.add(staging.session(), list,
                SQL.get("names_of").part("columns", String.join(", ", list.columns())).part("rows", rows.name()));
    }
}
