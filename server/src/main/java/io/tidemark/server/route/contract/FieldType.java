package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of response fields, with the DuckDB column types that they accept. */
public enum FieldType {
    /** A day, {@code 2026-03-01}. */
    DATE("date", "DATE"),
    /** An instant in UTC, {@code 2027-02-14T00:00:00Z}. */
    DATETIME("datetime", "TIMESTAMP.*"),
    /** Text. */
    STRING("string", "VARCHAR"),
    /** A whole number, written without a decimal point. */
    INTEGER("integer", "TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT"),
    /** A number, rounded to the field's decimals. */
    NUMBER("number", "DOUBLE|DECIMAL.*|INTEGER|BIGINT|HUGEINT"),
    /** Yes or no. */
    BOOLEAN("boolean", "BOOLEAN"),
    /** A list of whole numbers. */
    INTEGER_LIST("integer[]", "(INTEGER|BIGINT)\\[\\]"),
    /** A list of texts. */
    STRING_LIST("string[]", "VARCHAR\\[\\]"),
    /** An object with one column for each key, and without a column itself. */
    OBJECT("object", "(?!)");

    private final String wireName;
    private final Pattern columnTypes;

    FieldType(String wireName, String columnTypes) {
        this.wireName = wireName;
        this.columnTypes = Pattern.compile(columnTypes);
    }

    /** The name in a file's header. */
    public String wireName() {
        return wireName;
    }

    /** Whether a column of this type can fill the field. */
    public boolean accepts(String columnType) {
        return columnTypes.matcher(columnType).matches();
    }

    /** The type with this name. */
    @JsonCreator
    static FieldType named(String name) {
        return Arrays.stream(values()).filter(t -> t.wireName.equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no field type " + name + "; there are "
                        + Arrays.stream(values()).map(FieldType::wireName).collect(Collectors.joining(", "))));
    }
}
