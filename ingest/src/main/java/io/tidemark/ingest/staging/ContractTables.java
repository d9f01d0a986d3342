package io.tidemark.ingest.staging;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The staging tables made from contracts, one of each kind per contract:
 *
 * <ul>
 *   <li>{@code in_x} for a delivered table: its good rows in the lake's types, with numbers for repeated texts
 *   <li>{@code good_x}, a view: the same rows with every column and the farmer
 *   <li>{@code name_y} for a dictionary: the texts of its numbers, per farmer
 *   <li>{@code file_y}: the texts of the current file as read, with number and fault; {@code met}: before they have a
 * number
 *   <li>{@code part}: the rows of the table in writing that a delivery affects
 *   <li>{@code mapped} and {@code mapped_file}: the rows made by a farm system's mapping, and the rows of one file
 *   <li>{@code old_x}, {@code new_x}, {@code span_x}, {@code text_y}: see {@link StagingTables}
 * </ul>
 */
final class ContractTables {

    private static final SqlFile SQL = SqlFile.of("ingest/staging.sql");
    private static final List<String> FAMILIES = List.of("in_", "good_", "name_", "file_", "old_", "new_", "span_",
            "text_");
    private static final List<String> SINGLE = List.of("met", "part", "mapped", "mapped_file");

    private ContractTables() {}

    static boolean isOne(String name) {
        return SINGLE.contains(name) || FAMILIES.stream().anyMatch(name::startsWith);
    }

    /** The statements that make the empty tables of a contract. */
    static List<String> statements(SourceTable table) {
        List<String> statements = new ArrayList<>();
        String asRead = table.columns().stream().map(c -> "CAST(NULL AS " + c.type().duckdbType() + ") AS " + c.name())
                .collect(Collectors.joining(", "));
        for (NameList list : table.lists()) {
            statements.add(SQL.get("names").part("number", list.name())
                    .part("columns", String.join(", ", list.columns())).part("as_read", asRead)
                    .after("CREATE TABLE IF NOT EXISTS " + list.table() + " AS").text());
        }
        statements.add(SQL.get("good_rows").part("as_read", asRead)
                .part("farmer", table.namesFarmer() ? ", CAST(NULL AS VARCHAR) AS farmer_id" : "")
                .part("numbers", table.lists().stream().map(l -> ", CAST(NULL AS INTEGER) AS " + l.name())
                .collect(Collectors.joining()))
                .part("stored", table.plainColumns().stream().map(c -> ", " + c.stored() + " AS " + c.name())
                .collect(Collectors.joining()))
                .after("CREATE TABLE " + table.readTable() + " AS").text());
        String farmer = table.folder() != DeliveryPart.FARMERS ? ""
                : ", " + (table.namesFarmer() ? "x" : table.lists().getFirst().name() + "_list") + ".farmer_id";
        statements.add(SQL.get("good_view").part("farmer", farmer).part("rows", table.readTable())
                .part("columns", table.columns().stream().map(c -> ", "
                        + table.listOf(c.name()).map(l -> l.name() + "_list").orElse("x") + "." + c.name())
                        .collect(Collectors.joining()))
                .part("join_names", table.lists().stream()
                        .map(l -> " JOIN " + l.table() + " AS " + l.name() + "_list USING (" + l.name()
                        + ")").collect(Collectors.joining()))
                .after("CREATE VIEW " + table.goodView() + " AS").text());
        return statements;
    }
}
