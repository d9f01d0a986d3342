package io.tidemark.data.table;

/** The types of lake columns. The text is DuckDB's own name, as {@code DESCRIBE} prints it. */
public enum ColumnType {
    /** A calendar day. */
    DATE("DATE"),
    /** An instant in UTC, without zone. */
    TIMESTAMP("TIMESTAMP"),
    /** Text, UTF-8. */
    TEXT("VARCHAR"),
    /** Several texts. */
    TEXT_LIST("VARCHAR[]"),
    /** A count or a small id. */
    INTEGER("INTEGER"),
    /** Several small ids. */
    INTEGER_LIST("INTEGER[]"),
    /** Grams, kilograms, sums of counts. */
    BIGINT("BIGINT"),
    /** Degrees of latitude and longitude. */
    DOUBLE("DOUBLE"),
    /** Grams with two decimals. */
    WEIGHT("DECIMAL(9,2)"),
    /** Degrees Celsius with two decimals. */
    TEMPERATURE("DECIMAL(5,2)"),
    /** A mean of temperatures, degrees Celsius with twelve decimals. */
    MEAN_TEMPERATURE("DECIMAL(18,12)"),
    /** A rate, a fraction with twelve decimals. */
    RATE("DECIMAL(18,12)"),
    /** Metres below the surface with one decimal. */
    DEPTH("DECIMAL(5,1)"),
    /** Lice per fish with two decimals. */
    LICE("DECIMAL(6,2)"),
    /** An exact number with six decimals. */
    AMOUNT("DECIMAL(18,6)"),
    /** Percent with two decimals. */
    PERCENT("DECIMAL(6,2)"),
    /** Yes or no. */
    BOOLEAN("BOOLEAN");

    private final String sql;

    ColumnType(String sql) {
        this.sql = sql;
    }

    /** The SQL type's name. */
    public String sql() {
        return sql;
    }
}
