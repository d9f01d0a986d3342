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
 * A statement of a file. {@code :name} is a value, always bound. {@code {name}} is a part, a piece of SQL that the program makes of
 * a table's contract, such as a list of columns; nothing that a user writes ever becomes one. Immutable.
 */
public final class SqlStatement {

    /** Texts, quoted names and comments, which hold no placeholder; a value, but no cast {@code ::}; a part. */
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|(?<comment>--[^\n]*)|::|:(?<value>[a-z][a-z0-9_]*)|\\{(?<part>[a-z][a-z0-9_]*)\\}");

    private final String name;
    /** Whether the text is taken as it is, without placeholders. */
    private final boolean isMade;
    private final String text;
    private final Map<String, SqlStatement> parts;
    private final Map<String, @Nullable Object> values;

    private SqlStatement(String name, boolean isMade, String text, Map<String, SqlStatement> parts, Map<String, @Nullable Object> values) {
        this.name = name;
        this.isMade = isMade;
        this.text = text;
        this.parts = parts;
        this.values = values;
    }

    static SqlStatement of(String name, String text) {
        String plain = text.replaceAll("(?m)^ *--.*(\\R|$)", "").strip();
        return new SqlStatement(name, false, plain.endsWith(";") ? plain.substring(0, plain.length() - 1) : plain, Map.of(), Map.of());
    }

    /** SQL that the program made, taken as it is. */
    public static SqlStatement made(String text) {
        return new SqlStatement("made", true, text, Map.of(), Map.of());
    }

    /** The same with a part. */
    public SqlStatement part(String part, String sql) {
        return part(part, made(sql));
    }

    /** The same with another statement as a part; its values come along. */
    public SqlStatement part(String part, SqlStatement sql) {
        Map<String, SqlStatement> more = new LinkedHashMap<>(parts);
        more.put(part, sql);
        return new SqlStatement(name, isMade, text, more, values);
    }

    /** The same with a value. */
    public SqlStatement with(String value, @Nullable Object bound) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
        more.put(value, bound);
        return new SqlStatement(name, isMade, text, parts, more);
    }

    /** The same behind the beginning of a statement, such as {@code CREATE TABLE x AS}. */
    public SqlStatement after(String beginning) {
        return between(beginning + " ", "");
    }

    /** The same between the beginning of a statement and its end. */
    public SqlStatement between(String beginning, String end) {
        return new SqlStatement(name, false, "{beginning}{it}{end}", Map.of("beginning", made(beginning), "it", this, "end", made(end)), Map.of());
    }

    /** The text of a statement without values, with its parts in place. */
    public String text() {
        Ready ready = ready();
        if (!ready.values.isEmpty()) {
            throw new IllegalStateException("sql/" + name + " has values that must be bound");
        }
        return ready.sql;
    }

    /** The text with its parts in place and numbers for its values. */
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

    // DuckDB has no names for parameters over JDBC, but numbers that may come again
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
        Stream.concat(parts.keySet().stream().map(part -> "{" + part + "}"), values.keySet().stream().map(value -> ":" + value))
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

    /** Runs it; the answer is the number of rows that it changed, or -1. */
    public long run(DuckSession session) {
        Ready ready = ready();
        return session.run(ready.sql, ready.values.toArray());
    }

    /** All rows of a query. */
    public <T> List<T> list(DuckSession session, RowReader<T> reader) {
        Ready ready = ready();
        return session.list(ready.sql, reader, ready.values.toArray());
    }

    /** The first row of a query, if there is one. */
    public <T> Optional<T> first(DuckSession session, RowReader<T> reader) {
        return list(session, reader).stream().findFirst();
    }

    /** Whether a query has a row. */
    public boolean any(DuckSession session) {
        return first(session, row -> true).isPresent();
    }

    /** The single number that a query gives. */
    public long number(DuckSession session) {
        Ready ready = ready();
        return session.number(ready.sql, ready.values.toArray());
    }

    /** Hands every row of a query on, one at a time. */
    public void each(DuckSession session, RowHandler handler) {
        Ready ready = ready();
        session.each(ready.sql, handler, ready.values.toArray());
    }

    /** Where it stands, for messages. */
    @Override
    public String toString() {
        return "sql/" + name;
    }
}
