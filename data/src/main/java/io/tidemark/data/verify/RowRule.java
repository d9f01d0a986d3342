package io.tidemark.data.verify;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.data.text.YamlResource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule that the rows of a snapshot must follow.
 * @param kind   how bad a violation is
 * @param table  the table whose rows are wrong
 * @param needs  the tables that the query reads
 * @param wrong  the fault of the rows that the query finds
 * @param query  a query for the wrong rows, each as one text
 * @param byYear whether it can be checked a year at a time
 */
record RowRule(Finding.Kind kind, String table, List<String> needs, String wrong, String query, boolean byYear) {

    private static final List<RowRule> WRITTEN =
            YamlResource.read(RowRule.class, "rules.yaml", new TypeReference<>() {});

    /** All rules: those of rules.yaml, and those that follow from the contracts of the tables. */
    static List<RowRule> all() {
        List<RowRule> rules = new ArrayList<>();
        LakeTables.delivered().forEach(table -> rules.add(keyIsUnique(table)));
        LakeTables.delivered().forEach(table -> table.columns().forEach(column -> {
            Column.Reference known = column.known();
            if (known != null) {
                rules.add(known(table.name(), column.name(), known));
            }
        }));
        // an ingest accepts such rows with a warning: the list may change, and the codes are FAO's
        rules.add(known("stock_day", "species_code", new Column.Reference("species", "code", false)));
        rules.addAll(WRITTEN);
        LakeTables.delivered().forEach(table -> table.columns().stream().filter(column -> !column.allowed().isEmpty())
                .forEach(column -> rules.add(values(table.name(), column))));
        return rules;
    }

    private static RowRule keyIsUnique(TableContract table) {
        String key = String.join(", ", table.key());
        return fault(table.name(), List.of(table.name()), "has several rows of one key (" + key + ")",
                "SELECT concat_ws(' ', " + key + ") FROM " + table.name() + " GROUP BY " + key + " HAVING count(*) > 1",
                table.isPartitioned() && table.key().contains(table.yearPartition()));
    }

    private static RowRule known(String table, String column, Column.Reference known) {
        // in an empty list nothing is found, not even null, so that NOT IN holds for it
        return new RowRule(known.isStrict() ? Finding.Kind.FAULT : Finding.Kind.WARNING, table,
                List.of(table, known.table()), "has a " + column + " that table " + known.table() + " does not have",
                "SELECT DISTINCT CAST(" + column + " AS VARCHAR) FROM " + table + " WHERE " + column
                        + " IS NOT NULL AND " + column + " NOT IN (SELECT " + known.column() + " FROM " + known.table()
                        + ")", false);
    }

    private static RowRule values(String table, Column column) {
        return fault(table, List.of(table), "has a " + column.name() + " that is none of "
                + String.join(", ", column.allowed()),
                "SELECT DISTINCT " + column.name() + " FROM " + table + " WHERE " + column.name() + " NOT IN ("
                        + column.allowed().stream().map(SqlLiteral::of).collect(Collectors.joining(", ")) + ")", false);
    }

    private static RowRule fault(String table, List<String> needs, String wrong, String query, boolean byYear) {
        return new RowRule(Finding.Kind.FAULT, table, needs, wrong, query, byYear);
    }

    /** A query for the number of wrong rows and some examples. */
    String sql() {
        return "SELECT count(*), array_to_string(min(CAST(example AS VARCHAR), 3), '; ') FROM (" + query
                + ") AS w(example)";
    }
}
