package io.tidemark.ingest.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.ingest.contract.SourceTable.HeaderPlace;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.file.HeaderName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column of a farm system's export, as its sources.yaml declares it.
 *
 * @param type       {@code text}, {@code id}, {@code count} (a whole number from 0), {@code whole} (one that may be
 *                   negative), {@code amount}, {@code day} or {@code time}
 * @param mayBeEmpty whether rows may lack a value
 * @param optional   whether files may lack the column
 * @param meaning    its meaning, for people
 * @param kept       a regular expression: rows with another value are left out; empty if all are kept
 * @param in         the source and column that has its values, with a dot between; empty if none need have
 * @param codes      by the words of the farm, in any case, what is stored in their place; other values stay
 */
public record SystemColumn(Type type, @JsonProperty("may_be_empty") boolean mayBeEmpty, boolean optional,
        String meaning, @JsonSetter(nulls = Nulls.AS_EMPTY) String kept,
        @JsonSetter(nulls = Nulls.AS_EMPTY) String in,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> codes) {

    private static final String GUID = "[{(]?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}[})]?";
    // allows only names that can stand in SQL
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,62}");

    /** The types of a column. */
    public enum Type {
        /** Text. */
        TEXT,
        /** An id: the same GUID is the same text, with or without braces and in either case. */
        ID,
        /** A whole number from 0. */
        COUNT,
        /** A whole number that may be negative. */
        WHOLE,
        /** A number with up to six decimals. */
        AMOUNT,
        /** A calendar day. */
        DAY,
        /** A day, or a time of it, on a Norwegian clock. */
        TIME;

        private ReadType readType() {
            return switch (this) {
                case TEXT, ID -> ReadType.TEXT;
                case COUNT -> ReadType.COUNT;
                case WHOLE -> ReadType.QUANTITY;
                case AMOUNT -> ReadType.AMOUNT;
                case DAY -> ReadType.DAY;
                case TIME -> ReadType.TIME;
            };
        }
    }

    /** A column that may be missing, with values that may be. */
    public static SystemColumn optional(Type type, String meaning) {
        return new SystemColumn(type, true, true, meaning, "", "", Map.of());
    }

    /**
     * The contract of an export's rows.
     *
     * @throws IllegalArgumentException if a name cannot stand in SQL, or two columns have the same heading
     */
    public static SourceTable table(String name, Map<String, SystemColumn> columns, List<String> key,
            HeaderPlace place) {
        Map<String, DeclaredColumn> named = new LinkedHashMap<>();
        Map<String, String> headings = new LinkedHashMap<>();
        columns.forEach((heading, of) -> {
            if (headings.values().stream().anyMatch(one -> HeaderName.of(one).equals(HeaderName.of(heading)))) {
                throw new IllegalArgumentException(heading + " is the heading of two columns");
            }
            String column = name(heading, columns);
            headings.put(column, heading);
            named.put(column, new DeclaredColumn(of.optional, of.mayBeEmpty, of.type.readType(), of.meaning, false,
                    null, null, of.normal(column), null, missing(of)));
        });
        return SourceTable.of(checked(name), DeliveryPart.FARMERS, null, named, List.of(),
                key.stream().map(c -> name(c, columns)).toList(), List.of()).headed(headings, place);
    }

    // names of the staging tables: a heading that cannot stand in SQL is numbered
    private static String name(String heading, Map<String, SystemColumn> columns) {
        return isPlain(heading) ? heading.toLowerCase(Locale.ROOT) : "column_" + (columns.keySet().stream()
                .map(HeaderName::of).toList().indexOf(HeaderName.of(heading)) + 1);
    }

    /** Whether a heading can stand in SQL without quotes. */
    public static boolean isPlain(String heading) {
        return NAME.matcher(heading).matches();
    }

    private @Nullable String normal(String column) {
        String normal = type == Type.ID ? idOf(column) : codes.isEmpty() ? null : type.readType().normal(column);
        return codes.isEmpty() ? normal : codes.entrySet().stream().map(code -> " WHEN lower(one_form("
                + SqlLiteral.of(code.getKey()) + ")) THEN " + SqlLiteral.of(code.getValue()))
                .collect(Collectors.joining("", "CASE lower(" + normal + ")", " ELSE " + normal + " END"));
    }

    private static String idOf(String column) {
        return "CASE WHEN regexp_full_match(trim(" + column + "), '" + GUID + "') THEN lower(trim(" + column
                + ", ' {}()')) ELSE nullif(trim(" + column + "), '') END";
    }

    // no row fails it by itself: rows of other files decide
    private static @Nullable Map<String, String> missing(SystemColumn column) {
        return column.in.isEmpty() ? null : Map.of(unknown(column.in), "false");
    }

    /** The fault of a value that the source which has to know it does not have. */
    public static String unknown(String in) {
        return "is not in the " + in.substring(0, in.indexOf('.')).replace('_', ' ');
    }

    /** The columns of which only some values are kept, with these. */
    public static Map<String, String> kept(Map<String, SystemColumn> columns) {
        return those(columns, SystemColumn::kept);
    }

    /** The columns whose values another source has, with it and its column. */
    public static Map<String, String> references(Map<String, SystemColumn> columns) {
        return those(columns, SystemColumn::in);
    }

    private static Map<String, String> those(Map<String, SystemColumn> columns, Function<SystemColumn, String> what) {
        Map<String, String> those = new LinkedHashMap<>();
        columns.forEach((name, column) -> {
            if (!what.apply(column).isEmpty()) {
                those.put(name(name, columns), what.apply(column));
            }
        });
        return those;
    }

    /**
     * A name that can stand in SQL.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public static String checked(String name) {
        if (!isPlain(name)) {
            throw new IllegalArgumentException(name + " is no name of letters, digits and underscores");
        }
        return name;
    }
}
