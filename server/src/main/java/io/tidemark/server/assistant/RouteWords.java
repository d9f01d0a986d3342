package io.tidemark.server.assistant;

import io.tidemark.server.route.contract.Confidentiality.Figure;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a route's header says, for an assistant. */
final class RouteWords {

    private static final String BENCHMARK = "benchmark";
    private static final String FIGURES = "figures";

    private RouteWords() {}

    /** Whether a described field has benchmark values. */
    static boolean isBenchmark(Map<String, Object> field) {
        return BENCHMARK.equals(field.get(FIGURES));
    }

    /** What a route is, what it is not, and its parameters. */
    static Map<String, Object> summary(RouteContract route) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("route", route.path());
        words.put("summary", route.summary());
        put(words, "is_not", route.isNot());
        Map<String, Object> parameters = new LinkedHashMap<>();
        route.parameters().forEach((name, parameter) -> parameters.put(name, parameter(parameter)));
        words.put("parameters", parameters);
        return words;
    }

    /** The same, with its fields. */
    static Map<String, Object> whole(RouteContract route) {
        Map<String, Object> words = summary(route);
        words.put("fields", fields(route, List.of()));
        return words;
    }

    /**
     * The fields with units and meanings, and whose figures they are.
     *
     * @param names the ones to describe; all when empty
     */
    static List<Map<String, Object>> fields(RouteContract route, List<String> names) {
        return route.fields().stream().filter(field -> names.isEmpty() || names.contains(field.name()))
                .map(field -> field(field, route.confidentiality().figures(field.name()))).toList();
    }

    private static Map<String, Object> field(FieldContract field, Set<Figure> figures) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", field.name());
        put(words, "unit", field.unit());
        words.put("meaning", field.meaning());
        figures.forEach(figure -> words.put(FIGURES, switch (figure) {
            case SUM, MADE_ONCE -> BENCHMARK;
            case OWN -> "own";
            case PUBLIC -> "public";
            case CALENDAR -> "calendar";
        }));
        if (!field.keys().isEmpty()) {
            words.put("keys", field.keys().stream().map(key -> field(key, Set.of())).toList());
        }
        return words;
    }

    private static Map<String, Object> parameter(ParameterContract parameter) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("type", parameter.type().name().toLowerCase(Locale.ROOT));
        put(words, "values", parameter.values());
        put(words, "min", parameter.min());
        put(words, "max", parameter.max());
        put(words, "default", parameter.defaultTo() != null ? parameter.defaultTo() : parameter.defaultBack() == null
                ? null : parameter.defaultBack() + " before today");
        if (parameter.inPath()) {
            words.put("required", true);
        }
        words.put("meaning", parameter.meaning());
        return words;
    }

    private static void put(Map<String, Object> words, String name, @Nullable Object value) {
        if (value != null && !value.equals("")) {
            words.put(name, value);
        }
    }
}
