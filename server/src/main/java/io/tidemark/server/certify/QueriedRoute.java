package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An audited route whose ledger table has only rows that may be summed: a statement gives the figures by the key of their row.
 *
 * @param sums  the figures of a query by row, for the requested production areas
 * @param key   the key of a row of an answer; null for an unchecked row
 * @param names the figures of a row, in the order of the statement, each with its decimals
 */
record QueriedRoute(String path, Takes takes, String checked, BiFunction<DuckSession, SampledQuery, Map<String, List<@Nullable Double>>> sums,
        Function<JsonNode, @Nullable String> key, List<Name> names) implements AuditedRoute {

    /** Copies the list. */
    QueriedRoute {
        names = List.copyOf(names);
    }

    /** A field and its decimals. */
    record Name(String field, int decimals) {}

    @Override
    public List<Figure> figures(DuckSession session, SampledQuery question, List<JsonNode> rows) {
        Map<String, List<@Nullable Double>> right = sums.apply(session, question);
        List<Figure> figures = new ArrayList<>();
        for (JsonNode row : rows) {
            String its = key.apply(row);
            if (its != null) {
                List<@Nullable Double> values = right.get(its);
                for (int i = 0; i < names.size(); i++) {
                    Name name = names.get(i);
                    figures.add(new Figure(its, name.field, AuditedRoute.said(row, "/" + name.field),
                            values == null ? null : values.get(i), name.decimals));
                }
            }
        }
        return figures;
    }

    /** Reads rows of a key, a production area and one figure, for the requested areas. */
    static Map<String, List<@Nullable Double>> ofAreas(SqlStatement sql, DuckSession session, SampledQuery question) {
        Map<String, List<@Nullable Double>> sums = new HashMap<>();
        sql.each(session, row -> {
            if (question.takes((Integer) row.getObject(2))) {
                sums.put(row.getString(1), List.of(row.getDouble(3)));
            }
        });
        return sums;
    }
}
