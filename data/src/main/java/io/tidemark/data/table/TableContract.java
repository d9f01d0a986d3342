package io.tidemark.data.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
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

    /** Starts a contract. */
    static Builder table(String name, String meaning) {
        return new Builder(name, meaning);
    }

    /** Collects the parts of a contract in reading order. */
    static final class Builder {
        private final String name;
        private final String meaning;
        private final List<Column> columns = new ArrayList<>();
        private List<String> key = List.of();
        private String yearPartition = "";
        private List<String> former = List.of();

        private Builder(String name, String meaning) {
            this.name = name;
            this.meaning = meaning;
        }

        Builder column(String columnName, ColumnType type, String columnMeaning) {
            columns.add(new Column(columnName, type, false, 1, columnMeaning, List.of(), null));
            return this;
        }

        /** A column for each of these measures; {@code since} tells the version of the contract that added it. */
        Builder measures(List<Measure> measures, ToIntFunction<Measure> since) {
            measures.forEach(one -> columns.add(new Column(one.name(), ColumnType.BIGINT, one.nullable(),
                    since.applyAsInt(one), one.meaning(), List.of(), null)));
            return this;
        }

        Builder nullable(String columnName, ColumnType type, String columnMeaning) {
            columns.add(new Column(columnName, type, true, 1, columnMeaning, List.of(), null));
            return this;
        }

        /** A nullable column that a later version of the contract added. */
        Builder added(int since, String columnName, ColumnType type, String columnMeaning) {
            columns.add(new Column(columnName, type, true, since, columnMeaning, List.of(), null));
            return this;
        }

        /** Restricts the last column to these values. */
        Builder oneOf(String... values) {
            Column last = columns.removeLast();
            columns.add(new Column(last.name(), last.type(), last.nullable(), last.since(), last.meaning(),
                    List.of(values), last.known()));
            return this;
        }

        /** The last column's values must occur in a column of another table. */
        Builder in(String table, String column) {
            return in(new Column.Reference(table, column, true));
        }

        /** The last column's values usually occur in a column of another table; others give a warning. */
        Builder mostlyIn(String table, String column) {
            return in(new Column.Reference(table, column, false));
        }

        private Builder in(Column.Reference known) {
            Column last = columns.removeLast();
            columns.add(new Column(last.name(), last.type(), last.nullable(), last.since(), last.meaning(),
                    last.allowed(), known));
            return this;
        }

        Builder key(String... names) {
            key = List.of(names);
            return this;
        }

        Builder byYear(String dateColumn) {
            yearPartition = dateColumn;
            return this;
        }

        /** Names columns of earlier versions. */
        Builder former(String... names) {
            former = List.of(names);
            return this;
        }

        TableContract order(String... names) {
            return new TableContract(name, meaning, columns, key, yearPartition, List.of(names), former);
        }
    }
}
