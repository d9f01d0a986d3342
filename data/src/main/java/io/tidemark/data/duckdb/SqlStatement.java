package io.tidemark.data.duckdb;

import io.tidemark.data.duckdb.DuckSession.RowHandler;
import io.tidemark.data.duckdb.DuckSession.RowReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a file. {@code :name} is a value, always bound. {@code {name}} is a part: SQL that the program builds
 * from a table's contract, such as a list of columns. User input never becomes a part. Immutable.
 */
public final class SqlStatement {

    /**
     * Matches literals, quoted names and comments (which have no placeholders), casts, values such as {@code :name},
     * and parts.
     */
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|(?<comment>--[^\n]*)|::|:(?<value>[a-z][a-z0-9_]*)"
            + "|\\{(?<part>[a-z][a-z0-9_]*)\\}");

    private final String name;
    /** Whether the text is final and has no placeholders. */
    private final boolean isMade;
    private final String text;
    private final Map<String, SqlStatement> parts;
    private final Map<String, @Nullable Object> values;

    private SqlStatement(String name, boolean isMade, String text, Map<String, SqlStatement> parts,
            Map<String, @Nullable Object> values) {
        this.name = name;
        this.isMade = isMade;
        this.text = text;
        this.parts = parts;
        this.values = values;
    }

    static SqlStatement of(String name, String text) {
        String plain = text.replaceAll("(?m)^ *--.*(\\R|$)", "").strip();
        return new SqlStatement(name, false, plain.endsWith(";") ? plain.substring(0, plain.length() - 1) : plain,
                Map.of(), Map.of());
    }

    /** A statement from SQL that the program built; its text has no placeholders. */
    public static SqlStatement made(String text) {
        return new SqlStatement("made", true, text, Map.of(), Map.of());
    }

    /** Fills a part with SQL. */
    public SqlStatement part(String part, String sql) {
        return part(part, made(sql));
    }

    /** Fills a part with another statement, including its values. */
    public SqlStatement part(String part, SqlStatement sql) {
        Map<String, SqlStatement> more = new LinkedHashMap<>(parts);
        more.put(part, sql);
        return new SqlStatement(name, isMade, text, more, values);
    }

    /** Binds a value. */
    public SqlStatement with(String value, @Nullable Object bound) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
        more.put(value, bound);
        return new SqlStatement(name, isMade, text, parts, more);
    }

    /** Puts the beginning of a statement in front, such as {@code CREATE TABLE x AS}. */
    public SqlStatement after(String beginning) {
        return between(beginning + " ", "");
    }

    /** Puts the beginning of a statement in front and its end behind. */
    public SqlStatement between(String beginning, String end) {
        return new SqlStatement(name, false, "{beginning}{it}{end}",
                Map.of("beginning", made(beginning), "it", this, "end", made(end)), Map.of());
    }

    /** The text with its parts filled. The statement must have no values. */
    public String text() {
        Ready ready = ready();
        if (!ready.values.isEmpty()) {
            throw new IllegalStateException("sql/" + name + " has values that must be bound");
        }
        return ready.sql;
    }

    /** The text with its parts filled and numbered placeholders for its values. */
    public String template() {
        return ready().sql;
    }

    private record Ready(String sql, List<@Nullable Object> values) {}

    private Ready ready() {
        Map<String, @Nullable Object> bound = new LinkedHashMap<>();
        StringBuilder sql = new StringBuilder();
        fill(sql, bound);
        return new Ready(sql.toString(), new ArrayList<>(bound.values()));
    }

    // DuckDB has no named parameters over JDBC, but a number may occur several times
    private void fill(StringBuilder sql, Map<String, @Nullable Object> bound) {
        if (isMade) {
            sql.append(text);
            return;
        }
        Set<String> used = new HashSet<>();
        Matcher token = TOKEN.matcher(text);
        int at = 0;
        while (token.find()) {
            String value = token.group("value");
            String part = token.group("part");
            if (value == null && part == null && token.group("comment") == null) {
                continue;
            }
            sql.append(text, at, token.start());
            at = token.end();
            if (value != null) {
                used.add(":" + value);
                sql.append('$').append(bind(value, bound));
            } else if (part != null) {
                used.add("{" + part + "}");
                given(part).fill(sql, bound);
            }
        }
        sql.append(text, at, text.length());
        Stream.concat(parts.keySet().stream().map(part -> "{" + part + "}"),
                values.keySet().stream().map(value -> ":" + value))
                .filter(given -> !used.contains(given)).findFirst().ifPresent(given -> {
                    throw new IllegalStateException("sql/" + name + " has no " + given);
                });
    }

    private SqlStatement given(String part) {
        SqlStatement given = parts.get(part);
        if (given == null) {
            throw new IllegalStateException("sql/" + name + " needs the part {" + part + "}");
        }
        return given;
    }

    private int bind(String value, Map<String, @Nullable Object> bound) {
        if (!values.containsKey(value)) {
            throw new IllegalStateException("sql/" + name + " needs the value :" + value);
        }
        Object given = values.get(value);
        if (bound.containsKey(value) && !Objects.equals(bound.get(value), given)) {
            throw new IllegalStateException("sql/" + name + " and a part of it have two values :" + value);
        }
        bound.put(value, given);
        return List.copyOf(bound.keySet()).indexOf(value) + 1;
    }

    /** Runs the statement; returns the number of changed rows, or -1. */
    public long run(DuckSession session) {
        Ready ready = ready();
        return session.run(ready.sql, ready.values.toArray());
    }

    /** Returns all rows of the query. */
    public <T> List<T> list(DuckSession session, RowReader<T> reader) {
        Ready ready = ready();
        return session.list(ready.sql, reader, ready.values.toArray());
    }

    /** Returns the first row of the query; empty without rows. */
    public <T> Optional<T> first(DuckSession session, RowReader<T> reader) {
        return list(session, reader).stream().findFirst();
    }

    /** Whether the query has a row. */
    public boolean any(DuckSession session) {
        return first(session, row -> true).isPresent();
    }

    /** Returns the single number of the query. */
    public long number(DuckSession session) {
        Ready ready = ready();
        return session.number(ready.sql, ready.values.toArray());
    }

    /** Passes every row of the query to the handler, one at a time. */
    public void each(DuckSession session, RowHandler handler) {
        Ready ready = ready();
        session.each(ready.sql, handler, ready.values.toArray());
    }

    /** The file and name of the statement, for messages. */
    @Override
    public String toString() {
        return "sql/" + name;
    }
}
