package io.tidemark.data.duckdb;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Text as an SQL literal, for the statements that take no parameters (CREATE VIEW, SET). Only for names that Tidemark
 * made itself, such as the files of a snapshot; values of users are always bound.
 */
public final class SqlLiteral {

    private SqlLiteral() {}

    /** A quoted literal. */
    public static String of(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a text with a NUL character is no SQL literal");
        }
        return "'" + text.replace("'", "''") + "'";
    }

    /** A path as a quoted literal, absolute. */
    public static String of(Path path) {
        return of(path.toAbsolutePath().normalize().toString());
    }

    /** Paths as a list literal. */
    public static String of(List<Path> paths) {
        return paths.stream().map(SqlLiteral::of).collect(Collectors.joining(", ", "[", "]"));
    }
}
