package io.tidemark.data.duckdb;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Quotes text as an SQL literal, for statements that take no parameters (CREATE VIEW, SET). Use it only for names that
 * Tidemark made itself, such as a snapshot's files; always bind values of users.
 */
public final class SqlLiteral {

    private SqlLiteral() {}

    /** The text as a quoted literal. */
    public static String of(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a text with a NUL character is no SQL literal");
        }
        return "'" + text.replace("'", "''") + "'";
    }

    /** The absolute path as a quoted literal. */
    public static String of(Path path) {
        return of(path.toAbsolutePath().normalize().toString());
    }

    /** The paths as a list literal. */
    public static String of(List<Path> paths) {
        return paths.stream().map(SqlLiteral::of).collect(Collectors.joining(", ", "[", "]"));
    }
}
