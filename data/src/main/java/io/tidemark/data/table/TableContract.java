package io.tidemark.data.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The declaration of a lake table: its columns in order, key, partitions and sort order.
 *
 * @param name          table name, also its folder in a snapshot
 * @param meaning       one line for people
 * @param columns       columns in the order of the files
 * @param key           columns that identify a row
 * @param yearPartition the date column by whose year the table is partitioned, or empty text without partitions
 * @param order         sort columns of the files
 * @param former        columns of earlier programs' files, which are not read
 */
public record TableContract(String name, String meaning, List<Column> columns, List<String> key, String yearPartition,
        List<String> order, List<String> former) {

    /** Checks that key, partition and order name columns of the table. */
    public TableContract {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        order = List.copyOf(order);
        former = List.copyOf(former);
        List<String> names = columns.stream().map(Column::name).toList();
        List<String> used = new ArrayList<>(key);
        used.addAll(order);
        if (!yearPartition.isEmpty()) {
            used.add(yearPartition);
        }
        for (String column : used) {
            if (!names.contains(column)) {
                throw new IllegalArgumentException("table " + name + " has no column " + column);
            }
        }
    }

    /** Whether the table is partitioned by year. */
    public boolean isPartitioned() {
        return !yearPartition.isEmpty();
    }

    /** The contract's version: that of the column added last. The manifest of every snapshot records it. */
    public int version() {
        return columns.stream().mapToInt(Column::since).max().orElse(1);
    }

    /** Returns a column by name. */
    public Column column(String columnName) {
        return columns.stream().filter(c -> c.name().equals(columnName)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("table " + name + " has no column " + columnName));
    }

    /** Column names, comma separated, for a SELECT or INSERT list. */
    public String columnList() {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    /** A SELECT list that casts every column to its contract type: the last step before a file is written. */
    public String castList() {
        return columns.stream().map(c -> "CAST(" + c.name() + " AS " + c.type().sql() + ") AS " + c.name())
                .collect(Collectors.joining(", "));
    }

    /** Column definitions for CREATE TABLE. */
    public String definition() {
        return columns.stream().map(c -> c.name() + " " + c.type().sql()).collect(Collectors.joining(", "));
    }

    /** The sort columns, for ORDER BY. */
    public String orderList() {
        return String.join(", ", order);
    }
}
