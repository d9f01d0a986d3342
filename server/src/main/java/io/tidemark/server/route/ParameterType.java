package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The types of request parameters. */
public enum ParameterType {
    /** Start of a window; gives {@code :first_day}. */
    DATE_FROM,
    /** End of a window; gives {@code :last_day}. */
    DATE_TO,
    /** A union of platform and production areas; gives {@code :all_areas} and {@code :areas}. */
    AREAS,
    /** A union of generations; gives {@code :all_generations} and {@code :generations}. */
    GENERATIONS,
    /** A whole number in a range. */
    INTEGER,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** One of a few words. */
    CHOICE,
    /** Any text. */
    TEXT;

    /** The name in a file's header. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of that name. */
    @JsonCreator
    static ParameterType named(String name) {
        return Arrays.stream(values()).filter(t -> t.wireName().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no parameter type " + name + "; there are "
                        + Arrays.stream(values()).map(ParameterType::wireName).collect(Collectors.joining(", "))));
    }

    /**
     * The names that SQL knows a parameter by. One of them at least must occur in the file.
     *
     * @param parameter the request parameter's name
     */
    public List<String> sqlNames(String parameter) {
        return switch (this) {
            case DATE_FROM -> List.of("first_day");
            case DATE_TO -> List.of("last_day");
            case AREAS -> List.of("areas", "all_areas");
            case GENERATIONS -> List.of("generations", "all_generations");
            // a page is read with one row more than it shows: that row says whether there is another page
            case INTEGER -> List.of(parameter.equals("limit") ? "row_limit" : parameter);
            case BOOLEAN, CHOICE, TEXT -> List.of(parameter);
        };
    }
}
