package io.tidemark.server.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Placeholders in braces. {@code {rows}} is replaced in place; a line with {@code {kind}} is repeated for each kind,
 * and one with two such names for each pair. Such a line ends with its comma also where it is the last of a list: its
 * last copy then loses it.
 *
 * @param inline texts by name
 * @param each   lists by name
 */
public record LineTemplate(Map<String, String> inline, SequencedMap<String, List<String>> each) {

    private static final int NO_LINE = -1;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)\\}");
    /**
     * The beginning of a line after which no list goes on;
     * all but the bracket are words that cannot be the name of a column.
     */
    private static final Pattern AFTER_LIST =
            Pattern.compile("(?:\\)|(?:FROM|WHERE|HAVING|WINDOW|UNION|INTERSECT|EXCEPT|(?:GROUP|ORDER)\\s+BY)\\b"
            + "|(?:OFFSET|LIMIT)\\s+[:\\d])", Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMA_AT_END = Pattern.compile("^((?:[^'-]|'[^']*'|-(?!-))*),(\\s*(?:--.*)?)$");

    /** Copies the maps. */
    public LineTemplate {
        inline = Map.copyOf(inline);
        each = new LinkedHashMap<>(each);
    }

    /** The names in braces in a text, in order. */
    static SequencedSet<String> names(String text) {
        SequencedSet<String> names = new LinkedHashSet<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /**
     * Expands lines.
     * @throws RouteFileException if a name is unknown
     */
    public List<SqlLine> fill(List<SqlLine> lines) {
        List<SqlLine> filled = new ArrayList<>();
        // where the list ends if it ends now: the last line of code, if it is a repeated one
        int end = NO_LINE;
        for (SqlLine line : lines) {
            boolean isCode = !line.text().isBlank() && !line.text().strip().startsWith("--");
            if (isCode && AFTER_LIST.matcher(line.text().strip()).lookingAt()) {
                dropComma(filled, end);
            }
            String text = line.text().startsWith("--") ? line.text() : replace(line.text(), inline);
            List<String> repeated = names(text).stream().filter(each::containsKey).toList();
            for (String name : names(text)) {
                if (!each.containsKey(name) && !line.text().startsWith("--")) {
                    throw new RouteFileException(List.of(line.fault("no {" + name + "} is known here; "
                            + (each.isEmpty() ? "the header has no each" : "there are "
                            + String.join(", ", each.keySet())))));
                }
            }
            List<Map<String, String>> all = values(repeated);
            all.forEach(values -> filled.add(line.with(replace(text, values))));
            if (isCode && !all.isEmpty()) {
                end = repeated.isEmpty() ? NO_LINE : filled.size() - 1;
            }
        }
        return filled;
    }

    private static void dropComma(List<SqlLine> lines, int end) {
        if (end != NO_LINE) {
            lines.set(end, lines.get(end).with(COMMA_AT_END.matcher(lines.get(end).text()).replaceFirst("$1$2")));
        }
    }

    /** A name in all its forms: {@code {kind}_rate} for each kind, with its values. */
    public SequencedMap<String, Map<String, String>> forms(String name) {
        SequencedMap<String, Map<String, String>> forms = new LinkedHashMap<>();
        values(names(name).stream().filter(each::containsKey).toList())
                .forEach(values -> forms.put(replace(name, values), values));
        return forms;
    }

    /** Replaces the placeholders in a text; unknown ones stay. */
    public static String replace(String text, Map<String, String> values) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(
                values.getOrDefault(found.group(1), found.group())));
    }

    // all combinations; the last name changes fastest
    private List<Map<String, String>> values(List<String> names) {
        List<Map<String, String>> all = List.of(Map.of());
        for (String name : names) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> values : all) {
                for (String value : each.getOrDefault(name, List.of())) {
                    Map<String, String> more = new LinkedHashMap<>(values);
                    more.put(name, value);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }
}
