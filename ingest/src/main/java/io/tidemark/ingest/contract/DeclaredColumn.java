package io.tidemark.ingest.contract;

import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.SourceColumn.Presence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A column of a delivered table, as deliveries.yaml declares it and says what the words mean. */
record DeclaredColumn(boolean optional, boolean mayBeEmpty, @Nullable ReadType type, @Nullable String meaning,
        boolean notAfterToday, @Nullable List<String> from, @Nullable String unit, @Nullable String normal,
        @Nullable String stored, @Nullable Map<String, String> checks) {

    SourceColumn column(String name, @Nullable TableContract lake) {
        Presence presence = optional ? Presence.OPTIONAL : mayBeEmpty ? Presence.MAY_BE_EMPTY : Presence.REQUIRED;
        Column held = held(name, lake);
        ReadType read = held == null ? Objects.requireNonNull(type) : ReadType.of(held.type());
        return new SourceColumn(name, read, presence,
                normal != null ? normal : spelled(read.normal(name), held == null ? List.of() : held.allowed()),
                stored != null ? stored : read.stored(name),
                held == null ? Objects.requireNonNull(meaning) : held.meaning(), held == null ? null : held.known(),
                name);
    }

    /** The checks of the column: by the fault, for people, SQL that is true for a bad value. */
    Map<String, String> checks(SourceColumn column, @Nullable TableContract lake) {
        String name = column.name();
        Map<String, String> all = new LinkedHashMap<>(column.type().checks(name));
        Column held = held(name, lake);
        if (held != null && !held.allowed().isEmpty()) {
            all.put("must be one of " + String.join(", ", held.allowed()), name + " NOT IN ("
                    + held.allowed().stream().map(word -> SqlLiteral.of(word)).collect(Collectors.joining(", ")) + ")");
        }
        if (notAfterToday) {
            all.put("is after today", name + " > $today");
        }
        if (from != null) {
            all.put("must be from " + String.join(" to ", from) + " " + unit,
                    name + " NOT BETWEEN " + String.join(" AND ", from));
        }
        all.putAll(Objects.requireNonNullElse(checks, Map.of()));
        return all;
    }

    private @Nullable Column held(String name, @Nullable TableContract lake) {
        return lake == null || type != null ? null : lake.column(name);
    }

    // one of these words, in any case
    private static String spelled(String normal, List<String> words) {
        return words.isEmpty() ? normal : words.stream()
                .map(word -> " WHEN lower(" + SqlLiteral.of(word) + ") THEN " + SqlLiteral.of(word))
                .collect(Collectors.joining("", "CASE lower(" + normal + ")", " ELSE " + normal + " END"));
    }
}
