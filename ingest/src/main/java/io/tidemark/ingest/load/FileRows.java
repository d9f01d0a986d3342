package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes a file's rows into the working tables. They stand in {@link #TABLE}, with the contract's columns as read and in the
 * order of the file; the good ones go to {@code in_x}, the others to {@code bad_row} with their first fault.
 */
final class FileRows {

    /** Where a reader leaves a file's rows. */
    static final String TABLE = "file_row";

    private static final String TODAY = "CAST(getvariable('today') AS DATE)";
    private static final int NO_FAULT = 255;

    private final DuckSession session;

    FileRows(DuckSession session) {
        this.session = session;
    }

    /**
     * Takes the rows in.
     *
     * @param number   the file's number in this ingest
     * @param firstRow the row id of the file's first row
     * @param farmerId the farmer, null for files that are nobody's
     */
    void take(SourceTable table, int number, long firstRow, @Nullable String farmerId) {
        session.run("SET VARIABLE farmer = $1", farmerId == null ? "" : farmerId);
        table.lists().forEach(list -> number(table, list));
        String checked = checked(table, firstRow);
        long rows = session.number("SELECT count(*) FROM " + TABLE);
        long good = session.run("INSERT INTO " + table.readTable() + " SELECT row_id, " + number
                + (table.namesFarmer() ? ", getvariable('farmer')" : "")
                + table.lists().stream().map(l -> ", " + l.name()).collect(Collectors.joining())
                + table.plainColumns().stream().map(c -> ", " + c.stored()).collect(Collectors.joining())
                + " FROM (" + checked + ") WHERE fault = " + NO_FAULT);
        if (good < rows) {
            session.run("INSERT INTO bad_row SELECT " + number + ", row_id, fault, CASE fault"
                    + values(table, table.plainColumns()) + " ELSE " + valueOfList(table) + " END, NULL, NULL FROM ("
                    + checked + ") WHERE fault < " + NO_FAULT);
        }
    }

    // file_x: the texts of the file as they are, what they mean, their fault and their number; bad ones mean nothing, and
    // have no number since no list holds nothing
    private void number(SourceTable table, NameList list) {
        List<SourceColumn> columns = columns(table, list);
        String raw = String.join(", ", list.columns());
        String means = columns.stream().map(c -> "CASE WHEN fault = " + NO_FAULT + " THEN " + c.stored() + " END AS "
                + c.name()).collect(Collectors.joining(", "));
        session.run("CREATE OR REPLACE TEMP TABLE met AS SELECT raw, fault, CASE fault" + values(table, columns)
                + " END AS value, " + means + " FROM (SELECT *, " + firstFault(table, columns) + " AS fault FROM (SELECT "
                + "struct_pack(" + list.columns().stream().map(c -> c + " := " + c).collect(Collectors.joining(", "))
                + ") AS raw, " + normals(columns) + " FROM (SELECT DISTINCT " + raw + " FROM " + TABLE + ")))");
        session.run(list.insertNew("SELECT DISTINCT getvariable('farmer') AS farmer_id, " + raw + " FROM met WHERE fault = "
                + NO_FAULT));
        session.run("CREATE OR REPLACE TEMP TABLE file_" + list.name() + " AS SELECT " + list.columns().stream()
                .map(c -> "f.raw." + c + " AS " + c).collect(Collectors.joining(", ")) + ", f.fault, f.value, n."
                + list.name() + " FROM met AS f LEFT JOIN (SELECT * FROM " + list.table()
                + " WHERE farmer_id = getvariable('farmer')) AS n ON " + list.same("n", "f"));
    }

    private static String checked(SourceTable table, long firstRow) {
        StringBuilder sql = new StringBuilder("SELECT row_id, ");
        table.lists().forEach(l -> sql.append(l.name()).append(", ").append(l.name()).append("_fault, ").append(l.name())
                .append("_value, "));
        table.plainColumns().forEach(c -> sql.append(c.name()).append(", "));
        sql.append("least(own_fault").append(table.lists().stream().map(l -> ", " + l.name() + "_fault")
                .collect(Collectors.joining())).append(") AS fault FROM (SELECT *, ")
                .append(firstFault(table, table.plainColumns())).append(" AS own_fault FROM (SELECT r.rowid + ")
                .append(firstRow).append(" AS row_id");
        table.lists().forEach(l -> sql.append(", ").append(l.name()).append(".").append(l.name()).append(", ")
                .append(l.name()).append(".fault AS ").append(l.name()).append("_fault, ").append(l.name())
                .append(".value AS ").append(l.name()).append("_value"));
        if (!table.plainColumns().isEmpty()) {
            sql.append(", ").append(normals(table.plainColumns()));
        }
        sql.append(" FROM ").append(TABLE).append(" AS r");
        table.lists().forEach(l -> sql.append(" JOIN file_").append(l.name()).append(" AS ").append(l.name())
                .append(" ON ").append(l.same("r", l.name())));
        return sql.append("))").toString();
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
