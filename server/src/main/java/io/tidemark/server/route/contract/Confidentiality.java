package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.sql.LineTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a file keeps the rows of farmers confidential, and what each of its fields shows.
 *
 * @param kind    the way
 * @param rule    the rule in words, for a file with its own rule
 * @param figures names of fields by what they show; {@code *} stands for any letters
 */
public record Confidentiality(Kind kind, @Nullable String rule, Map<Figure, List<String>> figures) {

    /** The ways of keeping rows confidential. */
    public enum Kind {
        /** The file reads no farmers' tables. */
        NONE,
        /** The file returns sums over whole atoms, by a shared piece. */
        BENCHMARK,
        /** The file returns only the caller's own rows. */
        OWN,
        /** The file is for admins only. */
        ADMIN,
        /** The file states its own rule; for shipped files only. */
        RULE
    }

    /** What a field shows. */
    public enum Figure {
        /** Sums of whole atoms, and what is calculated from such sums. */
        SUM("sums of whole atoms, and what is calculated from such sums"),
        /** Means over chosen members, such as site averages: made once at their release, for all callers. */
        MADE_ONCE("means over members such as sites, made once at their release and the same for all callers"),
        /** The caller's own rows. */
        OWN("the caller's own, complete and as corrected"),
        /** What everybody may know. */
        PUBLIC("public: the authority's figures, registers, temperatures, labels and names"),
        /** Dates and periods. */
        CALENDAR("dates, periods, and whether they are complete");

        private final String meaning;

        Figure(String meaning) {
            this.meaning = meaning;
        }

        /** What it means, for people. */
        public String meaning() {
            return meaning;
        }

        /** Its name in a header. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Figure named(String name) {
            return Arrays.stream(values()).filter(figure -> figure.wireName().equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("a field shows no " + name
                            + "; there are sum, made_once, own, public and calendar"));
        }
    }

    private static final String RULE = "rule";
    /** The value for a file without the key. */
    public static final Confidentiality NONE = new Confidentiality(Kind.NONE, null, Map.of());

    /** Copies the names. */
    public Confidentiality {
        figures = Collections.unmodifiableMap(figures.isEmpty() ? Map.of() : new EnumMap<>(figures));
    }

    /** Parses a header's value. */
    @JsonCreator
    static Confidentiality written(JsonNode node) {
        JsonNode said = node.isObject() ? node.path(RULE) : node;
        if (!said.isTextual()) {
            throw unknown(node);
        }
        Map<Figure, List<String>> figures = new EnumMap<>(Figure.class);
        node.properties().stream().filter(entry -> !entry.getKey().equals(RULE))
                .forEach(entry -> figures.put(Figure.named(entry.getKey()),
                        entry.getValue().valueStream().map(JsonNode::asText).toList()));
        return switch (said.asText()) {
            case "benchmark" -> new Confidentiality(Kind.BENCHMARK, null, figures);
            case "own" -> new Confidentiality(Kind.OWN, null, figures);
            case "admin" -> new Confidentiality(Kind.ADMIN, null, figures);
            default -> {
                if (!node.isObject()) {
                    throw unknown(node);
                }
                yield new Confidentiality(Kind.RULE, said.asText(), figures);
            }
        };
    }

    private static IllegalArgumentException unknown(JsonNode node) {
        return new IllegalArgumentException("no confidentiality " + node
                + "; there are benchmark, own, admin and {rule: one of these or a sentence}");
    }

    /** Parses the names that need no word in a header, {@code kinds.yaml}. */
    public static Confidentiality defaults(Map<String, List<String>> figures) {
        Map<Figure, List<String>> named = new EnumMap<>(Figure.class);
        figures.forEach((name, fields) -> named.put(Figure.named(name), fields));
        return new Confidentiality(Kind.NONE, null, named);
    }

    /** This with the values of a header's placeholders, and with the names that need no word. */
    public Confidentiality with(LineTemplate template, Confidentiality defaults) {
        Map<Figure, List<String>> all = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            List<String> names = new ArrayList<>(defaults.figures.getOrDefault(figure, List.of()));
            figures.getOrDefault(figure, List.of()).forEach(name -> names.addAll(template.forms(name).keySet()));
            all.put(figure, names);
        }
        return new Confidentiality(kind, rule, all);
    }

    /** Whether a field of it can be a benchmark, so that each must say what it shows. */
    public boolean benchmarks() {
        return kind == Kind.BENCHMARK || kind == Kind.RULE;
    }

    /** What a field is said to show: one, unless the header is at fault. */
    public Set<Figure> figures(String field) {
        Set<Figure> said = EnumSet.noneOf(Figure.class);
        figures.forEach((figure, names) -> {
            if (names.stream().anyMatch(name -> matches(name, field))) {
                said.add(figure);
            }
        });
        return said;
    }

    /** Whether a name, with any letters for {@code *}, is that of a field. */
    public static boolean matches(String name, String field) {
        return name.contains("*") ? Pattern.matches("\\Q" + name.replace("*", "\\E.*\\Q") + "\\E", field)
                : name.equals(field);
    }
}
