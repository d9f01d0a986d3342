package io.tidemark.ingest.contract;

import io.tidemark.data.table.ColumnType;

/** How a delivered value is read, and what it becomes in the lake. */
public enum ReadType {
    /** Text; surrounding spaces are removed. */
    TEXT("VARCHAR", "text"),
    /** A whole number from 0 to 2147483647; read as a fraction, since a cast would round one silently. */
    COUNT("DOUBLE", "a whole number"),
    /** A whole number that may be large. */
    QUANTITY("DOUBLE", "a whole number"),
    /** A number with up to six decimals, exact. */
    AMOUNT("DECIMAL(18,6)", "a number below 1,000,000,000,000"),
    /** Degrees of latitude or longitude. */
    DEGREES("DOUBLE", "a number"),
    /** A calendar day; the macro day_of in sql/ingest has the allowed forms. */
    DAY("DATE", "a date like 2026-03-31 or 31.03.2026"),
    /** An instant; without a zone it is UTC. */
    INSTANT("VARCHAR", "a date or time like 2026-03-31T12:00:00Z or 31.03.2026 12:00"),
    /** Yes or no. */
    FLAG("BOOLEAN", "true or false");

    private final String duckdbType;
    private final String inWords;

    ReadType(String duckdbType, String inWords) {
        this.duckdbType = duckdbType;
        this.inWords = inWords;
    }

    /** The delivered type of a lake type; lists are one text joined with {@code |}. */
    static ReadType of(ColumnType type) {
        return switch (type) {
            case TEXT, TEXT_LIST, INTEGER_LIST -> TEXT;
            case INTEGER -> COUNT;
            case BIGINT -> QUANTITY;
            case WEIGHT, TEMPERATURE, MEAN_TEMPERATURE, DEPTH -> AMOUNT;
            case DOUBLE -> DEGREES;
            case DATE -> DAY;
            case TIMESTAMP -> INSTANT;
            case BOOLEAN -> FLAG;
        };
    }

    /** The type that DuckDB reads it as. */
    public String duckdbType() {
        return duckdbType;
    }

    /** What a value must be, for people. */
    public String inWords() {
        return inWords;
    }

    /** Whether it must be a whole number. */
    public boolean isWhole() {
        return this == COUNT || this == QUANTITY;
    }

    /** Whether a decimal sign may stand in it. */
    public boolean isNumber() {
        return this == COUNT || this == QUANTITY || this == AMOUNT || this == DEGREES;
    }
}
