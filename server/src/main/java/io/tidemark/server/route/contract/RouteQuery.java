package io.tidemark.server.route.contract;

import io.tidemark.server.sql.NamedSql;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The query of a route; several routes may share it.
 *
 * @param file      its file, for messages
 * @param sql       its text
 * @param allWeights the text for requests that cover all weights; null for none
 * @param columns   the columns that it must return, by name
 * @param constants constants that the file sets, by their names in SQL: boolean, integer or text
 */
public record RouteQuery(String file, NamedSql sql, @Nullable AllWeights allWeights, List<ColumnContract> columns,
        SortedMap<String, Object> constants) {

    /** Copies the collections. */
    public RouteQuery {
        columns = List.copyOf(columns);
        constants = Collections.unmodifiableSortedMap(new TreeMap<>(constants));
    }

    /** The texts that may run. */
    public List<NamedSql> texts() {
        return allWeights == null ? List.of(sql) : List.of(sql, allWeights.sql());
    }

    /**
     * The statement for a request.
     *
     * @param held whether a view is held
     * @throws IllegalArgumentException if a name has no value
     */
    public NamedSql.Bound bind(Map<String, ? extends @Nullable Object> values, Predicate<String> held) {
        return (allWeights != null && allWeights.fits(values, held) ? allWeights.sql() : sql).bind(values);
    }

    /**
     * The same query with other constants and without some fields.
     *
     * @param given names of constants that parameters give now
     */
    public RouteQuery with(Map<String, Object> otherConstants, Set<String> given, List<FieldContract> fields) {
        List<String> names = fields.stream().flatMap(f -> f.columnNames().stream()).toList();
        SortedMap<String, Object> merged = new TreeMap<>(constants);
        merged.putAll(otherConstants);
        merged.keySet().removeAll(given);
        List<ColumnContract> same = columns.stream()
                .map(c -> new ColumnContract(c.name(), c.what(), c.field(), c.line(), names.contains(c.name())))
                .toList();
        return new RouteQuery(file, sql, allWeights, same, merged);
    }
}
