package io.tidemark.server.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL with {@code :name} parameters, which become {@code ?} placeholders. A list becomes one placeholder for each item;
 * an empty list becomes a single null, which {@code IN} never matches. Text, quoted names and comments are not changed.
 */
public final class NamedSql {

    // tokens without parameters come first, so that a colon inside them is ignored
    static final Pattern TOKEN = Pattern.compile(
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
    /** The texts between the names, one more than the names: a request only joins them. */
    private final List<String> between;
    private final List<String> occurrences;
    private final SequencedSet<String> names;

    private NamedSql(List<SqlLine> lines, String text, List<String> between, List<String> occurrences) {
        this.lines = lines;
        this.text = text;
        this.between = between;
        this.occurrences = occurrences;
        this.names = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(occurrences));
    }

    /** Reads SQL of at least one line. */
    public static NamedSql of(List<SqlLine> lines) {
        String text = String.join("\n", lines.stream().map(SqlLine::text).toList());
        List<String> between = new ArrayList<>();
        List<String> occurrences = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        int at = 0;
        while (token.find()) {
            if (token.group(1) != null) {
                between.add(text.substring(at, token.start()));
                occurrences.add(token.group(1));
                at = token.end();
            }
        }
        between.add(text.substring(at));
        return new NamedSql(List.copyOf(lines), text, between, occurrences);
    }

    /** The names in the SQL, in order of first occurrence. */
    public SequencedSet<String> names() {
        return names;
    }

    /** The SQL with its parameters as {@code $name}, which DuckDB's parser reads. */
    public String inDollars() {
        StringBuilder dollars = new StringBuilder(between.getFirst());
        for (int i = 0; i < occurrences.size(); i++) {
            dollars.append('$').append(occurrences.get(i)).append(between.get(i + 1));
        }
        return dollars.toString();
    }

    /** The SQL with shared pieces and header placeholders filled in, and with its named parameters. */
    public String text() {
        return text;
    }

    /** The source of a line of the text; the number counts from 1 and may be out of range. */
    public SqlLine line(int number) {
        return lines.get(Math.clamp(number - 1L, 0, lines.size() - 1));
    }

    /** The line where a name first occurs, or else the first line. */
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
     * Replaces the names with placeholders.
     *
     * @throws IllegalArgumentException if a name has no value
     */
    public Bound bind(Map<String, ? extends @Nullable Object> values) {
        StringBuilder sql = new StringBuilder(text.length()).append(between.getFirst());
        List<@Nullable Object> bound = new ArrayList<>();
        for (int i = 0; i < occurrences.size(); i++) {
            String name = occurrences.get(i);
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("no value for :" + name);
            }
            Object value = values.get(name);
            if (value instanceof Collection<?> items && !items.isEmpty()) {
                sql.append(String.join(", ", Collections.nCopies(items.size(), "?")));
                bound.addAll(items);
            } else {
                sql.append('?');
                bound.add(value instanceof Collection<?> ? null : value);
            }
            sql.append(between.get(i + 1));
        }
        return new Bound(sql.toString(), bound);
    }
}
