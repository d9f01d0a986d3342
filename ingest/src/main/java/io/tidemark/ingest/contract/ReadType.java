package io.tidemark.ingest.contract;

import io.tidemark.data.table.ColumnType;
import java.util.Map;

/** The types of delivered values: how they are read, and their type in the lake. */
public enum ReadType {
    /** Text in one form: without surrounding spaces, with plain single ones, and letters composed. */
    TEXT("VARCHAR", "text"),
    /** A whole number from 0 to 2147483647. It is read as a fraction, because a cast would silently round one. */
    COUNT("DOUBLE", "a whole number"),
    /** A whole number that may be larger. */
    QUANTITY("DOUBLE", "a whole number"),
    /** An exact number with up to six decimals. */
    AMOUNT("DECIMAL(18,6)", "a number below 1,000,000,000,000"),
    /** Degrees of latitude or longitude. */
    DEGREES("DOUBLE", "a number"),
    /** A calendar day; the macro day_of in sql/ingest has the allowed forms. */
    DAY("DATE", "a date like 2026-03-31 or 31.03.2026"),
    /** An instant, in UTC if it has no zone. */
    INSTANT("VARCHAR", "a date or time like 2026-03-31T12:00:00Z or 31.03.2026 12:00"),
    /** A day, or a time of it, on a Norwegian clock; the macro norwegian_second in sql/ingest has the allowed forms. */
    TIME("VARCHAR", "a date or time like 2026-03-31, 31.03.2026 12:00 or 2026-03-31T12:00:00+02:00"),
    /** Yes or no. */
    FLAG("BOOLEAN", "true or false");

    private final String duckdbType;
    private final String inWords;

    ReadType(String duckdbType, String inWords) {
        this.duckdbType = duckdbType;
        this.inWords = inWords;
    }

    /** The delivered type of a lake type. A list is one text joined with {@code |}. */
    static ReadType of(ColumnType type) {
        return switch (type) {
            case TEXT, TEXT_LIST, INTEGER_LIST -> TEXT;
            case INTEGER -> COUNT;
            case BIGINT -> QUANTITY;
            case WEIGHT, TEMPERATURE, MEAN_TEMPERATURE, RATE, DEPTH, LICE, AMOUNT, PERCENT -> AMOUNT;
            case DOUBLE -> DEGREES;
            case DATE -> DAY;
            case TIMESTAMP -> INSTANT;
            case BOOLEAN -> FLAG;
        };
    }

    /** SQL that normalises a column's value. */
    String normal(String column) {
        String trimmed = "nullif(trim(" + column + "), '')";
        return switch (this) {
            case TEXT -> "one_form(" + column + ")";
            case TIME -> trimmed;
            case INSTANT -> "instant_text(" + trimmed + ")";
            default -> column;
        };
    }

    /** SQL that turns a column's normal value into the lake's. */
    String stored(String column) {
        return switch (this) {
            case COUNT -> "CAST(" + column + " AS INTEGER)";
            case QUANTITY -> "CAST(" + column + " AS BIGINT)";
            case TIME -> "zoned_second(" + column + ")";
            case INSTANT -> "CAST(CAST(" + column + " AS TIMESTAMPTZ) AS TIMESTAMP)";
            default -> column;
        };
    }

    /** The checks of a column's normal value: by the fault, for people, SQL that is true for a bad value. */
    Map<String, String> checks(String column) {
        return switch (this) {
            case COUNT -> Map.of("must be a whole number from 0 to 2147483647",
                    column + " NOT BETWEEN 0 AND 2147483647 OR " + column + " <> trunc(" + column + ")");
            case QUANTITY -> Map.of("must be a whole number below 10^15 in size",
                    column + " NOT BETWEEN -1e15 AND 1e15 OR " + column + " <> trunc(" + column + ")");
            case INSTANT -> Map.of("must be " + inWords, column + " IS NOT NULL AND (contains(" + column
                    + ", '/') OR TRY_CAST(" + column + " AS TIMESTAMPTZ) IS NULL)");
            case TIME -> Map.of("must be " + inWords, column + " IS NOT NULL AND norwegian_second(" + column
                    + ") IS NULL");
            case TEXT -> Map.of("is the error of a formula", "is_formula_error(" + column + ")");
            case DAY -> Map.of("is before 1990-01-01", column + " < DATE '1990-01-01'");
            default -> Map.of();
        };
    }

    /** The DuckDB type that the value is read as. */
    public String duckdbType() {
        return duckdbType;
    }

    /** The allowed form of a value, for people. */
    public String inWords() {
        return inWords;
    }

    /** Whether the value must be a whole number. */
    public boolean isWhole() {
        return this == COUNT || this == QUANTITY;
    }

    /** Whether the value may contain a decimal sign. */
    public boolean isNumber() {
        return this == COUNT || this == QUANTITY || this == AMOUNT || this == DEGREES;
    }
}
