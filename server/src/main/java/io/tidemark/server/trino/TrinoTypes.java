package io.tidemark.server.trino;

import io.tidemark.data.table.ColumnType;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates between Trino's and DuckDB's names of types. */
final class TrinoTypes {

    /** The precision of the Hive connector's timestamps; the lake's days and times are exact to the second. */
    static final String TIMESTAMP_PRECISION = "MILLISECONDS";

    private static final Pattern LIST = Pattern.compile("array\\((.*)\\)");
    private static final Pattern LENGTH = Pattern.compile("(varchar|timestamp)\\(\\d+\\)");

    private TrinoTypes() {}

    /** Trino's name of a lake column's type. */
    static String of(ColumnType type) {
        return switch (type) {
            case TEXT_LIST -> "array(varchar)";
            case INTEGER_LIST -> "array(integer)";
            case TIMESTAMP -> "timestamp(3)";
            default -> type.sql().toLowerCase(Locale.ROOT);
        };
    }

    /** DuckDB's name of a type, given Trino's name. */
    static String duckName(String trino) {
        Matcher list = LIST.matcher(trino);
        return list.matches() ? duckName(list.group(1)) + "[]" : LENGTH.matcher(trino).replaceAll("$1")
                .toUpperCase(Locale.ROOT);
    }
}
