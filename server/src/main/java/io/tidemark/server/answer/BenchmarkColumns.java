package io.tidemark.server.answer;

import io.tidemark.server.route.contract.Confidentiality.Figure;
import io.tidemark.server.route.contract.RouteContract;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a route's rows that have benchmark values: sums of whole atoms, and means made once.
 *
 * @param columns their indexes; empty on routes without benchmark values
 */
record BenchmarkColumns(List<Integer> columns) {

    private static final Set<Figure> BENCHMARK = EnumSet.of(Figure.SUM, Figure.MADE_ONCE);

    /** The columns of a route. */
    static BenchmarkColumns of(RouteContract route) {
        return new BenchmarkColumns(!route.confidentiality().benchmarks() ? List.of() : route.fields().stream()
                .filter(field -> route.confidentiality().figures(field.name()).stream().anyMatch(BENCHMARK::contains))
                .flatMap(field -> field.columnNames().stream().map(name ->
                        route.columnOf(field.name()) + field.columnNames().indexOf(name)))
                .toList());
    }

    /** Whether a row shows a benchmark value. */
    boolean isShownIn(List<@Nullable Object> row) {
        return columns.stream().anyMatch(column -> row.get(column) != null);
    }

    /**
     * Whether every benchmark value of an answer is hidden.
     *
     * @param any   whether a row passes the filters, on whatever page
     * @param rows  the number of rows in the answer
     * @param shown whether one of them shows a benchmark value
     */
    boolean areHidden(boolean any, long rows, boolean shown) {
        return !columns.isEmpty() && !shown && (rows > 0 || !any);
    }
}
