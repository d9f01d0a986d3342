package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The types of request parameters. */
public enum ParameterType {
    /** Start of a window; gives {@code :first_day}, and {@code :read_from} for routes that look back. */
    DATE_FROM,
    /** End of a window; gives {@code :last_day}. */
    DATE_TO,
    /** Start of a window, {@code YYYY-MM-DD} only; gives {@code :first_day}, by default a day before all data. */
    ISO_DATE_FROM,
    /** End of a window, {@code YYYY-MM-DD} only; gives {@code :last_day}, by default a day after all data. */
    ISO_DATE_TO,
    /** A union of platform and production areas; gives {@code :all_areas} and {@code :areas}. */
    AREAS,
    /** A union of production areas by their numbers; gives {@code :all_areas} and {@code :areas}. */
    PRODUCTION_AREAS,
    /** A union of generations; gives {@code :all_generations} and {@code :generations}. */
    GENERATIONS,
    /** A whole number in a range. */
    INTEGER,
    /** A number in a range, with or without decimals. */
    NUMBER,
    /** {@code true} or {@code false}; null if absent without a default. */
    BOOLEAN,
    /** One of several words. */
    CHOICE,
    /** Some of several words; {@code kind} gives {@code :all_kind} and {@code :kind}. */
    CHOICES,
    /** Any text. */
    TEXT,
    /** Several texts; {@code owner_id} gives {@code :all_owner_id} and {@code :owner_id}. */
    TEXTS,
    /** FAO species codes; gives the same names as TEXTS. */
    SPECIES;

    /** The name in a file's header. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type with this name. */
    @JsonCreator
    static ParameterType named(String name) {
        return Arrays.stream(values()).filter(t -> t.wireName().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no parameter type " + name + "; there are "
                        + Arrays.stream(values()).map(ParameterType::wireName).collect(Collectors.joining(", "))));
    }

    /**
     * The names of a parameter in SQL. At least one of them must occur in the file.
     *
     * @param parameter the request parameter's name
     */
    public List<String> sqlNames(String parameter) {
        return switch (this) {
            // the read range may begin before the window
            case DATE_FROM, ISO_DATE_FROM -> List.of("first_day", "read_from");
            case DATE_TO, ISO_DATE_TO -> List.of("last_day");
            case AREAS, PRODUCTION_AREAS -> List.of("areas", "all_areas");
            case GENERATIONS -> List.of("generations", "all_generations");
            // a page is read with one extra row, which shows whether another page follows
            case INTEGER -> List.of(parameter.equals("limit") ? "row_limit" : parameter);
            case NUMBER, BOOLEAN, CHOICE, TEXT -> List.of(parameter);
            case CHOICES, TEXTS, SPECIES -> List.of(parameter, "all_" + parameter);
        };
    }
}
