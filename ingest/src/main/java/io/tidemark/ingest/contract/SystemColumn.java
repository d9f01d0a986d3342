package io.tidemark.ingest.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A column of a farm system's export, as its sources.yaml declares it.
 *
 * @param type       {@code text}, {@code count} (a whole number from 0), {@code whole} (one that may be negative),
 *                   {@code amount}, {@code day} or {@code time}
 * @param mayBeEmpty whether rows may lack a value
 * @param optional   whether files may lack the column
 * @param meaning    its meaning, for people
 */
public record SystemColumn(Type type, @JsonProperty("may_be_empty") boolean mayBeEmpty, boolean optional,
        String meaning) {

    // allows only names that can stand in SQL
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,62}");

    /** The types of a column. */
    public enum Type {
        /** Text. */
        TEXT,
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
                case TEXT -> ReadType.TEXT;
                case COUNT -> ReadType.COUNT;
                case WHOLE -> ReadType.QUANTITY;
                case AMOUNT -> ReadType.AMOUNT;
                case DAY -> ReadType.DAY;
                case TIME -> ReadType.TIME;
            };
        }
    }

    /**
     * The contract of an export's rows.
     *
     * @throws IllegalArgumentException if a name cannot stand in SQL
     */
    public static SourceTable table(String name, Map<String, SystemColumn> columns, List<String> key) {
        Map<String, DeclaredColumn> named = new LinkedHashMap<>();
        columns.forEach((column, of) -> named.put(checked(column).toLowerCase(Locale.ROOT),
                new DeclaredColumn(of.optional, of.mayBeEmpty, of.type.readType(), of.meaning, false, null, null, null,
                        null, null)));
        return SourceTable.of(checked(name), DeliveryPart.FARMERS, null, named, List.of(),
                key.stream().map(c -> checked(c).toLowerCase(Locale.ROOT)).toList(), List.of());
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(name + " is no name of letters, digits and underscores");
        }
        return name;
    }
}
