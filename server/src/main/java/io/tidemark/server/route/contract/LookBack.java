package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.Period;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time before its window that a route reads: {@code look_back: 11 months}, {@code look_back: {weeks: period}} for
 * the number of weeks in a parameter, or {@code look_back: all}.
 * @param fixed     a fixed time, or null
 * @param parameter the integer parameter with the weeks, or null; both null for all
 */
public record LookBack(@Nullable Period fixed, @Nullable String parameter) {

    private static final LocalDate BEFORE_ALL_DATA = LocalDate.of(1, 1, 1);
    private static final Pattern FORM = Pattern.compile("(\\d{1,3}) (weeks|months)");

    /** No time before the window. */
    public static final LookBack NONE = new LookBack(Period.ZERO, null);

    /** Parses a header's value. */
    @JsonCreator
    static LookBack written(JsonNode node) {
        if (node.isObject() && node.size() == 1 && node.path("weeks").isTextual()) {
            return new LookBack(null, node.path("weeks").asText());
        }
        if (node.asText().equals("all")) {
            return new LookBack(null, null);
        }
        Matcher form = FORM.matcher(node.asText());
        if (!form.matches()) {
            throw new IllegalArgumentException("no look_back " + node
                    + "; there are such as 11 months, 4 weeks, all, {weeks: a parameter}");
        }
        int n = Integer.parseInt(form.group(1));
        return new LookBack(form.group(2).equals("weeks") ? Period.ofWeeks(n) : Period.ofMonths(n), null);
    }

    /**
     * The first day that the route reads.
     *
     * @param first  first day of the window
     * @param values the request's values by name
     */
    public LocalDate from(LocalDate first, Map<String, ? extends @Nullable Object> values) {
        if (fixed != null) {
            return first.minus(fixed);
        }
        return parameter != null && values.get(parameter) instanceof Integer weeks
                ? first.minusWeeks(weeks) : BEFORE_ALL_DATA;
    }

    /** The fault in combination with a route's parameters; null without one. */
    public @Nullable String fault(Map<String, ParameterContract> parameters) {
        ParameterContract weeks = parameter == null ? null : parameters.get(parameter);
        return parameter == null || (weeks != null && weeks.type() == ParameterType.INTEGER) ? null
                : "look_back counts weeks by " + parameter + ", which is no parameter of type integer";
    }
}
