package io.tidemark.server.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.regex.Matcher;

/**
 * Conditions that a header names under {@code let}: {@code :by_area} in the SQL stands for {@code (:group_by_area OR
 * :aggregates_only)}.
 *
 * @param byName their texts
 */
public record Conditions(SequencedMap<String, String> byName) {

    /** No conditions. */
    public static final Conditions NONE = new Conditions(new LinkedHashMap<>());

    /** Copies the map. */
    public Conditions {
        byName = new LinkedHashMap<>(byName);
    }

    /** The lines with conditions in place of their names. A name in a text or a comment stays. */
    public List<SqlLine> fill(List<SqlLine> lines) {
        return byName.isEmpty() ? lines : lines.stream()
                .map(line -> line.with(NamedSql.TOKEN.matcher(line.text()).replaceAll(token -> {
            String condition = byName.get(String.valueOf(token.group(1)));
            return Matcher.quoteReplacement(condition == null ? token.group() : "(" + condition + ")");
        }))).toList();
    }

    /** The names with a colon in a condition. */
    public static SequencedSet<String> namesIn(String condition) {
        return NamedSql.of(List.of(new SqlLine(condition, "", 1))).names();
    }

    /**
     * Whether a text stays one condition inside brackets: nothing in it closes them,
     * ends the query or hides what follows.
     */
    public static boolean isWhole(String condition) {
        int depth = 0;
        for (int i = 0; i < condition.length(); i++) {
            depth += condition.charAt(i) == '(' ? 1 : condition.charAt(i) == ')' ? -1 : 0;
            if (depth < 0) {
                return false;
            }
        }
        return depth == 0 && !condition.isBlank() && !condition.contains("--") && !condition.contains("/*")
                && !condition.contains(";");
    }

    /** Whether one of them mentions a column. */
    public boolean mention(String column) {
        return byName.values().stream().anyMatch(condition -> SqlViews.words(condition).contains(column));
    }
}
