package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The period of a route's rows: fixed, as in {@code period: month}, or chosen by the caller, as in {@code period:
 * {from: period_grouping}}.
 * @param fixed     the fixed period, or null
 * @param parameter the parameter whose words are periods, or null
 */
public record RowPeriod(@Nullable WindowPeriod fixed, @Nullable String parameter) {

    /** Single days: the value for a header without a period. */
    public static final RowPeriod DAYS = new RowPeriod(WindowPeriod.DAY, null);

    /** Parses a header's value. */
    @JsonCreator
    static RowPeriod written(JsonNode period) {
        if (period.isObject() && period.size() == 1 && period.path("from").isTextual()) {
            return new RowPeriod(null, period.path("from").asText());
        }
        return WindowPeriod.named(period.asText()).map(p -> new RowPeriod(p, null))
                .orElseThrow(() -> new IllegalArgumentException("no period " + period
                        + "; there are day, week, month, quarter, tertial, year and {from: a choice of these}"));
    }

    /**
     * The period for a request.
     *
     * @param values the request's values by name
     */
    public WindowPeriod of(Map<String, ? extends @Nullable Object> values) {
        return fixed != null ? fixed : WindowPeriod.named(String.valueOf(values.get(parameter)))
                .orElseThrow(() -> new IllegalStateException("no period is chosen by " + parameter));
    }

    /** The fault in combination with a route's parameters; null without one. */
    public @Nullable String fault(Map<String, ParameterContract> parameters) {
        if (fixed != null) {
            return null;
        }
        ParameterContract choice = parameters.get(parameter);
        if (choice == null || choice.type() != ParameterType.CHOICE || choice.values() == null
                || choice.defaultTo() == null) {
            return "period is from " + parameter + ", which is not a choice with a default";
        }
        String others = choice.values().stream().filter(word -> WindowPeriod.named(word).isEmpty())
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? null : "period is from " + parameter + ", where no period is " + others;
    }
}
