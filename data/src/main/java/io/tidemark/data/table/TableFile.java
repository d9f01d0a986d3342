package io.tidemark.data.table;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A file of table contracts; delivered.yaml says what its words mean. */
record TableFile(List<TableContract> tables) {

    private record Declared(String meaning, Map<String, Field> columns, List<String> key,
            @Nullable String byYear, @Nullable List<String> order, @Nullable List<String> former) {}

    private record Field(ColumnType type, boolean nullable, int since, String meaning,
            @Nullable List<String> oneOf, @Nullable String in, @Nullable String mostlyIn) {

        private Column named(String name) {
            return new Column(name, type, nullable || since > 1, Math.max(since, 1), meaning,
                    Objects.requireNonNullElse(oneOf, List.of()), known());
        }

        private Column.@Nullable Reference known() {
            String known = in == null ? mostlyIn : in;
            return known == null ? null : new Column.Reference(known.substring(0, known.indexOf('.')),
                    known.substring(known.indexOf('.') + 1), in != null);
        }
    }

    /** Reads a file; {@code since} tells the version of the contracts that added a measure. */
    static TableFile read(String name, ToIntFunction<Measure> since) {
        List<TableContract> tables = new ArrayList<>();
        YamlResource.read(TableFile.class, name + ".yaml", new TypeReference<LinkedHashMap<String, Declared>>() {})
                .forEach((table, declared) -> tables.add(contract(table, declared, since)));
        return new TableFile(List.copyOf(tables));
    }

    private static TableContract contract(String name, Declared declared, ToIntFunction<Measure> since) {
        List<Column> columns = new ArrayList<>();
        declared.columns.forEach((column, field) -> columns.addAll(switch (column) {
            case "{stock_measure}" -> Measure.STOCK.stream().map(one -> one.column(since)).toList();
            case "{loss_measure}" -> Measure.LOSS.stream().map(one -> one.column(since)).toList();
            default -> List.of(field.named(column));
        }));
        return new TableContract(name, declared.meaning, columns, declared.key,
                Objects.requireNonNullElse(declared.byYear, ""),
                Objects.requireNonNullElse(declared.order, declared.key),
                Objects.requireNonNullElse(declared.former, List.of()));
    }

    /** The table of this name. */
    TableContract table(String name) {
        return tables.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
    }
}
