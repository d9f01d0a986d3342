package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.read.RowsAsRead;
import io.tidemark.ingest.staging.NameDictionary;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sorts a file's rows into the staging tables: good ones to {@code in_x},
 * bad ones to {@code bad_row} with their first fault.
 */
record FileRows(DuckSession session) {

    private static final SqlFile SQL = SqlFile.of("ingest/load.sql");
    private static final String TODAY = "CAST(getvariable('today') AS DATE)";
    private static final int NO_FAULT = 255;

    /**
     * Loads the rows.
     * @param file     the rows
     * @param firstRow the row id of the file's first row
     * @param farmerId the farmer; null for other files
     */
    void take(SourceTable table, RowsAsRead file, long firstRow, @Nullable String farmerId) {
        session.run("SET VARIABLE farmer = $1", farmerId == null ? "" : farmerId);
        table.lists().forEach(list -> number(table, list, file.table().rows()));
        SqlStatement rows = rows(table, file.table().numberedRows(), firstRow);
        long good = SQL.get("take_good").part("into", table.readTable()).with("file", file.number()).part("rows", rows)
                .part("stored", (table.namesFarmer() ? ", getvariable('farmer')" : "")
                        + table.lists().stream().map(l -> ", " + l.name()).collect(Collectors.joining())
                        + table.plainColumns().stream().map(c -> ", " + c.stored()).collect(Collectors.joining()))
                .part("taken", table.lists().stream().map(l -> ", " + l.name() + "." + l.name())
                        .collect(Collectors.joining())
                        + table.plainColumns().stream().map(c -> ", r." + c.name()).collect(Collectors.joining()))
                .part("own_fault", firstFault(table, table.plainColumns()))
                .part("join_names", joined(table, l -> " AND " + l.name() + ".fault = " + NO_FAULT)).run(session);
        if (good < file.rows()) {
            SQL.get("take_bad").with("file", file.number()).part("rows", rows)
                    .part("values", values(table, table.plainColumns())).part("value_of_list", valueOfList(table))
                    .part("own_fault", firstFault(table, table.plainColumns()))
                    .part("list_faults", table.lists().stream().map(l -> ", " + l.name() + "_fault")
                    .collect(Collectors.joining()))
                    .part("list_values", table.lists().stream().map(NameList::name)
                            .map(l -> ", " + l + ".fault AS " + l + "_fault, "
                            + l + ".value AS " + l + "_value").collect(Collectors.joining()))
                    .part("join_names", joined(table, l -> "")).run(session);
        }
    }

    // stores the file's texts as read, their normal form, fault and number
    private void number(SourceTable table, NameList list, String rows) {
        List<SourceColumn> columns = columns(table, list);
        String raw = String.join(", ", list.columns());
        SQL.get("met").part("values", values(table, columns)).part("fault", firstFault(table, columns))
                .part("means", columns.stream().map(c -> "CASE WHEN fault = " + NO_FAULT + " THEN " + c.stored()
                        + " END AS " + c.name())
                        .collect(Collectors.joining(", ")))
                .part("pack", list.columns().stream().map(c -> c + " := " + c).collect(Collectors.joining(", ")))
                .part("normals", columns.stream().map(c -> c.normal() + " AS " + c.name())
                .collect(Collectors.joining(", ")))
                .part("columns", raw).part("rows", rows).after("CREATE OR REPLACE TEMP TABLE met AS").run(session);
        NameDictionary.add(session, list, SQL.get("met_names").part("columns", raw));
        SQL.get("file_names").part("raw", list.columns().stream().map(c -> "f.raw." + c + " AS " + c)
                .collect(Collectors.joining(", ")))
                .part("number", list.name()).part("names", list.table()).part("same", list.same("n", "f"))
                .after("CREATE OR REPLACE TEMP TABLE file_" + list.name() + " AS").run(session);
    }

    private static SqlStatement rows(SourceTable table, String asRead, long firstRow) {
        return SQL.get("rows").with("first_row", firstRow).part("rows_as_read", asRead)
                .part("columns", Stream.concat(table.lists().stream().flatMap(l -> l.columns().stream()),
                        table.plainColumns().stream().map(c -> c.normal() + " AS " + c.name()))
                        .collect(Collectors.joining(", ")));
    }

    private static String joined(SourceTable table, Function<NameList, String> condition) {
        return table.lists().stream().map(l -> " JOIN file_" + l.name() + " AS " + l.name() + " ON "
                + l.same("r", l.name()) + condition.apply(l)).collect(Collectors.joining());
    }

    private static List<SourceColumn> columns(SourceTable table, NameList list) {
        return table.columns().stream().filter(c -> list.columns().contains(c.name())).toList();
    }

    // SQL for the number of the first check that a row fails, among the checks of these columns
    private static String firstFault(SourceTable table, List<SourceColumn> columns) {
        String cases = checks(table, columns).stream().map(i -> " WHEN "
                + table.checks().get(i).bad().replace("$today", TODAY) + " THEN " + (i + 1))
                .collect(Collectors.joining());
        return "CAST(" + (cases.isEmpty() ? NO_FAULT : "CASE" + cases + " ELSE " + NO_FAULT + " END") + " AS UTINYINT)";
    }

    private static String values(SourceTable table, List<SourceColumn> columns) {
        String cases = checks(table, columns).stream().map(i -> " WHEN " + (i + 1) + " THEN CAST("
                + table.checks().get(i).column() + " AS VARCHAR)").collect(Collectors.joining());
        return cases.isEmpty() ? " WHEN 0 THEN ''" : cases;
    }

    private static List<Integer> checks(SourceTable table, List<SourceColumn> columns) {
        List<String> names = columns.stream().map(SourceColumn::name).toList();
        List<RowCheck> checks = table.checks();
        return IntStream.range(0, checks.size()).filter(i -> names.contains(checks.get(i).column())).boxed().toList();
    }

    // SQL for the value in the dictionary whose fault the row has
    private static String valueOfList(SourceTable table) {
        String cases = table.lists().stream().map(l -> " WHEN " + l.name() + "_fault = fault THEN " + l.name()
                + "_value").collect(Collectors.joining());
        return cases.isEmpty() ? "NULL" : "CASE" + cases + " END";
    }
}
