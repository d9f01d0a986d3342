package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An audited route whose rows are sums over atoms, of stock or of feed.
 *
 * @param ofFeed     whether its atoms are feed atoms
 * @param placements placements that count: offshore, or both
 * @param cells      gives the key of a cell's row, one function for each kind of row; a row sums the atoms whose cells all have its key
 * @param wholes     the same for the rows that shares refer to
 * @param rows       the keys of a row of an answer, its own and that of its whole; null for an unchecked row
 * @param values     the checked figures of a row
 */
record SumRoute(String path, Takes takes, String checked, boolean ofFeed, Set<String> placements,
        List<Function<LedgerWindow.PlacedCell, @Nullable String>> cells, List<Function<LedgerWindow.PlacedCell, @Nullable String>> wholes,
        Function<JsonNode, @Nullable Keys> rows, List<Value> values) implements AuditedRoute {

    static final Set<String> AT_SEA = Set.of("offshore");
    static final Set<String> EVERYWHERE = Set.of("offshore", "onshore");

    /** Copies the lists. */
    SumRoute {
        placements = Set.copyOf(placements);
        cells = List.copyOf(cells);
        wholes = List.copyOf(wholes);
        values = List.copyOf(values);
    }

    /** The key of a row, and the key of the whole that its shares refer to. */
    record Keys(String row, String whole) {

        static Keys of(String row) {
            return new Keys(row, row);
        }
    }

    /** The input of a value: the row of the answer, the sum of its atoms, and the sum of the whole. */
    record Sums(JsonNode row, AtomSum its, AtomSum whole) {

        String text(String field) {
            return row.get(field).asText();
        }
    }

    /**
     * A figure of a row.
     *
     * @param field    its path, such as {@code /mortality_rate/1_m}
     * @param decimals its decimals
     * @param right    calculates it
     */
    record Value(String field, int decimals, Function<Sums, @Nullable Double> right) {

        static Value of(String field, Function<Sums, @Nullable Double> right) {
            return new Value(field, Figure.TEN, right);
        }
    }

    @Override
    public List<Figure> figures(DuckSession session, SampledQuery question, List<JsonNode> answer) {
        LedgerWindow window = LedgerWindow.read(session, question.firstDay(), question.lastDay(), ofFeed);
        Map<String, AtomSum> sums = sums(window, question, cells);
        Map<String, AtomSum> all = wholes.isEmpty() ? sums : sums(window, question, wholes);
        List<Figure> figures = new ArrayList<>();
        for (JsonNode row : answer) {
            Keys keys = rows.apply(row);
            if (keys != null && isOfWindow(question, row)) {
                AtomSum its = sums.get(keys.row);
                AtomSum whole = all.get(keys.whole);
                for (Value value : values) {
                    figures.add(new Figure(keys.row, value.field.substring(1), AuditedRoute.said(row, value.field),
                            its == null || whole == null ? null : value.right.apply(new Sums(row, its, whole)), value.decimals));
                }
            }
        }
        return figures;
    }

    // an answer without a window has other months than the sampled one
    private static boolean isOfWindow(SampledQuery question, JsonNode row) {
        return question.route().takes().period() != Takes.Period.ONE_MONTH || (row.get("year").asInt() == question.firstDay().getYear()
                && row.get("month").asInt() == question.firstDay().getMonthValue());
    }

    private Map<String, AtomSum> sums(LedgerWindow window, SampledQuery question, List<Function<LedgerWindow.PlacedCell, @Nullable String>> rowsOf) {
        Map<String, AtomSum> sums = new HashMap<>();
        rowsOf.forEach(rowOf -> sums.putAll(window.sums(question, placements, rowOf)));
        return sums;
    }

    /** Gives this key to the cells that meet a condition. */
    static Function<LedgerWindow.PlacedCell, @Nullable String> where(Predicate<LedgerWindow.PlacedCell> has,
            Function<LedgerWindow.PlacedCell, String> key) {
        return cell -> has.test(cell) ? key.apply(cell) : null;
    }
}
