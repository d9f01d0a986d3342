package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.LOSSES;
import static io.tidemark.ingest.contract.SourceTables.STOCK;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes {@code text_x}: the texts of the dictionary numbers of units, cohorts, causes and places, ready for writing. As
 * ENUMs, texts are sorted by their position in the list and written to Parquet as text, several times as fast.
 */
record TextLists(StagingDatabase staging) {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    /** Makes the texts of stock and losses from the current dictionaries. */
    void make(boolean asEnums) {
        make(STOCK.listOf("unit_id").orElseThrow(), asEnums, List.of("farmer_id", "site_id", "unit_id"));
        make(STOCK.listOf("cohort_id").orElseThrow(), asEnums, List.of("cohort_id", "generation", "species_code"));
        make(LOSSES.listOf("category_code").orElseThrow(), asEnums, List.of("loss_type", "category_code"));
    }

    /** Makes the texts of one dictionary. */
    void make(NameList list, boolean asEnums, List<String> columns) {
        if (asEnums) {
            columns.forEach(column -> SQL.get("text_values").part("column", column).part("names", list.table())
                    .between("CREATE TYPE " + type(list, column) + " AS ENUM (", ")").run(staging.session()));
        }
        staging.make(StagingTables.texts(list, columns),
                SQL.get("texts").part("number", list.name()).part("names", list.table())
                .part("columns", columns.stream().map(c -> ", CAST(" + c + " AS "
                        + (asEnums ? type(list, c) : "VARCHAR") + ") AS " + c).collect(Collectors.joining())));
    }

    private static String type(NameList list, String column) {
        return "text_" + list.name() + "_" + column;
    }
}
