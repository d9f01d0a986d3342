package io.tidemark.data.duckdb;

import io.tidemark.data.table.Measure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The SQL files that ship with the program, under {@code sql/}. */
public final class SqlScript {

    private static final Pattern COMMENT = Pattern.compile("--[^\n]*");
    private static final Pattern CALL = Pattern.compile("(\\w+)\\(");

    private SqlScript() {}

    /**
     * The text of a file, with a line for each measure where it says so.
     *
     * @param name path under {@code sql/}
     * @throws IllegalStateException if the program was built without the file
     */
    public static String text(String name) {
        try (InputStream in = SqlScript.class.getResourceAsStream("/sql/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the program was built without sql/" + name);
            }
            return Measure.inLines(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read sql/" + name, e);
        }
    }

    /** The statements of a text. A statement must not contain a semicolon. */
    public static List<String> statements(String text) {
        return Arrays.stream(COMMENT.matcher(text).replaceAll("").split(";")).map(String::strip)
                .filter(s -> !s.isEmpty()).toList();
    }

    /**
     * The statements that make those functions of the prelude that some SQL calls, also through other functions.
     * DuckDB takes as long for all of them as for several queries.
     */
    public static List<String> functionsOf(List<String> sql) {
        Set<String> called = new HashSet<>();
        sql.forEach(text -> CALL.matcher(text).results().forEach(call -> called.add(call.group(1))));
        List<String> needed = new ArrayList<>();
        // a function calls only those above it
        for (String function : statements(text("prelude.duckdb.sql")).reversed()) {
            List<String> calls = CALL.matcher(function).results().map(call -> call.group(1)).toList();
            if (called.contains(calls.getFirst())) {
                called.addAll(calls);
                needed.addFirst(function);
            }
        }
        return needed;
    }
}
