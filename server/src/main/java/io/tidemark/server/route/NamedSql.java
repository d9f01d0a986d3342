package io.tidemark.server.route;

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

    private final String text;
    private final int firstLine;
    private final SequencedSet<String> names;

    private NamedSql(String text, int firstLine, SequencedSet<String> names) {
        this.text = text;
        this.firstLine = firstLine;
        this.names = names;
    }

    /**
     * Reads SQL.
     *
     * @param text      the SQL
     * @param firstLine the line of the file that it starts at, for messages
     */
    public static NamedSql of(String text, int firstLine) {
        SequencedSet<String> names = new LinkedHashSet<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (token.group(1) != null) {
                names.add(token.group(1));
            }
        }
        return new NamedSql(text, firstLine, names);
    }

    /** The names that occur, in order of first occurrence. */
    public SequencedSet<String> names() {
        return names;
    }

    /** The line of the file that the SQL starts at. */
    public int firstLine() {
        return firstLine;
    }

    /** The SQL as it stands in the file. */
    public String text() {
        return text;
    }

    /** The file's line where a name first occurs, or the SQL's first. */
    public int lineOf(String name) {
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (name.equals(token.group(1))) {
                return firstLine + (int) text.substring(0, token.start()).chars().filter(c -> c == '\n').count();
            }
        }
        return firstLine;
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
