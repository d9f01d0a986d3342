package io.tidemark.server.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL with {@code :name} parameters, which engines take as {@code ?}. A list becomes as many placeholders as it has
 * items; an empty one becomes a single null, which {@code IN} never finds. Text, quoted names and comments are left alone.
 */
public final class NamedSql {

    // what holds no parameters comes first, so that a colon inside it is passed over
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\\n]*|/\\*.*?\\*/|::|:([a-z][a-z0-9_]*)", Pattern.DOTALL);

    /**
     * A statement to run.
     *
     * @param sql    text with placeholders
     * @param values values in the order of the placeholders; null is a value
     */
    public record Bound(String sql, List<@Nullable Object> values) {}

    private final List<SqlLine> lines;
    private final String text;
    private final SequencedSet<String> names;

    private NamedSql(List<SqlLine> lines, String text, SequencedSet<String> names) {
        this.lines = lines;
        this.text = text;
        this.names = names;
    }

    /** Reads SQL, line by line; there is one line at least. */
    public static NamedSql of(List<SqlLine> lines) {
        String text = String.join("\n", lines.stream().map(SqlLine::text).toList());
        SequencedSet<String> names = new LinkedHashSet<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (token.group(1) != null) {
                names.add(token.group(1));
            }
        }
        return new NamedSql(List.copyOf(lines), text, names);
    }

    /** The names that occur, in order of first occurrence. */
    public SequencedSet<String> names() {
        return names;
    }

    /** The SQL as it runs, with shared pieces and placeholders filled in. */
    public String text() {
        return text;
    }

    /** Where a line of the text was written; the number counts from 1 and may be out of range. */
    public SqlLine line(int number) {
        return lines.get(Math.clamp(number - 1L, 0, lines.size() - 1));
    }

    /** Where a name first occurs, or the first line. */
    public SqlLine lineOf(String name) {
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (name.equals(token.group(1))) {
                return line(1 + (int) text.substring(0, token.start()).chars().filter(c -> c == '\n').count());
            }
        }
        return line(1);
    }

    /**
     * Puts placeholders for the names.
     *
     * @throws IllegalArgumentException when a name has no value
     */
    public Bound bind(Map<String, ? extends @Nullable Object> values) {
        StringBuilder sql = new StringBuilder(text.length());
        List<@Nullable Object> bound = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            String name = token.group(1);
            if (name == null) {
                token.appendReplacement(sql, Matcher.quoteReplacement(token.group()));
                continue;
            }
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("no value for :" + name);
            }
            Object value = values.get(name);
            if (value instanceof Collection<?> items && !items.isEmpty()) {
                token.appendReplacement(sql, String.join(", ", items.stream().map(i -> "?").toList()));
                bound.addAll(items);
            } else {
                token.appendReplacement(sql, "?");
                bound.add(value instanceof Collection<?> ? null : value);
            }
        }
        token.appendTail(sql);
        return new Bound(sql.toString(), bound);
    }
}
