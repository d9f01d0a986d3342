package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.read.RowsAsRead;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes a file's rows into the working tables: the good ones go to {@code in_x}, the others to {@code bad_row} with their first
 * fault.
 */
final class FileRows {

    private static final String TODAY = "CAST(getvariable('today') AS DATE)";
    private static final int NO_FAULT = 255;

    private final DuckSession session;

    FileRows(DuckSession session) {
        this.session = session;
    }

    /**
     * Takes the rows in.
     *
     * @param file     the rows
     * @param firstRow the row id of the file's first row
     * @param farmerId the farmer, null for files that are nobody's
     */
    void take(SourceTable table, RowsAsRead file, long firstRow, @Nullable String farmerId) {
        session.run("SET VARIABLE farmer = $1", farmerId == null ? "" : farmerId);
        table.lists().forEach(list -> number(table, list, file.table().rows()));
        String rows = rows(table, file.table().numberedRows(), firstRow);
        long good = session.run("INSERT INTO " + table.readTable() + " SELECT row_id, " + file.number()
                + (table.namesFarmer() ? ", getvariable('farmer')" : "")
                + table.lists().stream().map(l -> ", " + l.name()).collect(Collectors.joining())
                + table.plainColumns().stream().map(c -> ", " + c.stored()).collect(Collectors.joining())
                + " FROM (" + good(table, rows) + ")");
        if (good < file.rows()) {
            session.run("INSERT INTO bad_row SELECT " + file.number() + ", row_id, fault, CASE fault"
                    + values(table, table.plainColumns()) + " ELSE " + valueOfList(table) + " END, NULL, NULL FROM ("
                    + checked(table, rows) + ") WHERE fault < " + NO_FAULT);
        }
    }

    // file_x: the texts of the file as they are, what they mean, their fault and their number; bad ones mean nothing, and
    // have no number since no list holds nothing
    private void number(SourceTable table, NameList list, String rows) {
        List<SourceColumn> columns = columns(table, list);
        String raw = String.join(", ", list.columns());
        String means = columns.stream().map(c -> "CASE WHEN fault = " + NO_FAULT + " THEN " + c.stored() + " END AS "
                + c.name()).collect(Collectors.joining(", "));
        session.run("CREATE OR REPLACE TEMP TABLE met AS SELECT raw, fault, CASE fault" + values(table, columns)
                + " END AS value, " + means + " FROM (SELECT *, " + firstFault(table, columns) + " AS fault FROM (SELECT "
                + "struct_pack(" + list.columns().stream().map(c -> c + " := " + c).collect(Collectors.joining(", "))
                + ") AS raw, " + normals(columns) + " FROM (SELECT DISTINCT " + raw + " FROM (" + rows + "))))");
        session.run(list.insertNew("SELECT DISTINCT getvariable('farmer') AS farmer_id, " + raw + " FROM met WHERE fault = "
                + NO_FAULT));
        session.run("CREATE OR REPLACE TEMP TABLE file_" + list.name() + " AS SELECT " + list.columns().stream()
                .map(c -> "f.raw." + c + " AS " + c).collect(Collectors.joining(", ")) + ", f.fault, f.value, n."
                + list.name() + " FROM met AS f LEFT JOIN (SELECT * FROM " + list.table()
                + " WHERE farmer_id = getvariable('farmer')) AS n ON " + list.same("n", "f"));
    }

    // Nearly every row is good: one is looked at by itself first, and joined only to texts without fault. Working the fault of
    // every row out, as the query below does, takes twice as long.
    private static String good(SourceTable table, String rows) {
        String own = firstFault(table, table.plainColumns()) + " = " + NO_FAULT;
        return "SELECT r.row_id" + table.lists().stream().map(l -> ", " + l.name() + "." + l.name())
                .collect(Collectors.joining()) + table.plainColumns().stream().map(c -> ", r." + c.name())
                .collect(Collectors.joining()) + " FROM (SELECT * FROM (" + rows + ") WHERE " + own + ") AS r"
                + joined(table, l -> " AND " + l.name() + ".fault = " + NO_FAULT);
    }

    private static String checked(SourceTable table, String rows) {
        String lists = table.lists().stream().map(NameList::name).map(l -> ", " + l + ".fault AS " + l + "_fault, " + l
                + ".value AS " + l + "_value").collect(Collectors.joining());
        String faults = table.lists().stream().map(l -> ", " + l.name() + "_fault").collect(Collectors.joining());
        return "SELECT *, least(own_fault" + faults + ") AS fault FROM (SELECT r.*" + lists + " FROM (SELECT *, "
                + firstFault(table, table.plainColumns()) + " AS own_fault FROM (" + rows + ")) AS r"
                + joined(table, l -> "") + ")";
    }

    // the file's rows: texts that are numbered as read, all other columns in their normal form
    private static String rows(SourceTable table, String asRead, long firstRow) {
        List<String> columns = new ArrayList<>();
        columns.add("rowid + " + firstRow + " AS row_id");
        table.lists().forEach(l -> columns.addAll(l.columns()));
        table.plainColumns().forEach(c -> columns.add(c.normal() + " AS " + c.name()));
        return "SELECT " + String.join(", ", columns) + " FROM (" + asRead + ")";
    }

    private static String joined(SourceTable table, Function<NameList, String> condition) {
        return table.lists().stream().map(l -> " JOIN file_" + l.name() + " AS " + l.name() + " ON " + l.same("r", l.name())
                + condition.apply(l)).collect(Collectors.joining());
    }

    private static List<SourceColumn> columns(SourceTable table, NameList list) {
        return table.columns().stream().filter(c -> list.columns().contains(c.name())).toList();
    }

    private static String normals(List<SourceColumn> columns) {
        return columns.stream().map(c -> c.normal() + " AS " + c.name()).collect(Collectors.joining(", "));
    }

    // the number of the first check that a row fails, among those of some columns
    private static String firstFault(SourceTable table, List<SourceColumn> columns) {
        String cases = checks(table, columns).stream().map(i -> " WHEN "
                + table.checks().get(i).bad().replace("$today", TODAY) + " THEN " + (i + 1)).collect(Collectors.joining());
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

    // of the list whose fault is the row's
    private static String valueOfList(SourceTable table) {
        String cases = table.lists().stream().map(l -> " WHEN " + l.name() + "_fault = fault THEN " + l.name() + "_value")
                .collect(Collectors.joining());
        return cases.isEmpty() ? "NULL" : "CASE" + cases + " END";
    }
}
