package io.tidemark.server.cli.query;

import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a query's result as fields that every format can write. Other types become text.
 * @param fields one for each column; a repeated name gets a number
 */
record ResultColumns(List<FieldContract> fields) {

    /** Decimals, as many as a double has. */
    private static final int DECIMALS = 15;
    private static final String WITH_ZONE = "WITH TIME ZONE";

    /** Types whose values no format can show. */
    private static final Pattern NESTED = Pattern.compile("(BLOB|STRUCT|MAP|UNION)\\b.*", Pattern.DOTALL);

    /**
     * Reads a result's columns.
     * @throws SQLException also if no format can show a column
     */
    static ResultColumns of(ResultSetMetaData columns) throws SQLException {
        List<FieldContract> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = columns.getColumnName(i);
            if (NESTED.matcher(columns.getColumnTypeName(i)).matches()) {
                throw new SQLException("the column " + name + " is a " + columns.getColumnTypeName(i)
                        + ", which cannot be written here; convert it to text, such as with "
                                + "hex(" + name + ") or to_json(" + name + ")");
            }
            for (int again = 1; !names.add(name); again++) {
                name = columns.getColumnName(i) + "_" + again;
            }
            fields.add(new FieldContract(name, type(columns.getColumnTypeName(i)), DECIMALS, "", "", List.of(), false));
        }
        return new ResultColumns(List.copyOf(fields));
    }

    private static FieldType type(String column) {
        if (column.matches("U(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)")) {
            return FieldType.INTEGER;
        }
        if (column.equals("FLOAT")) {
            return FieldType.NUMBER;
        }
        return column.endsWith(WITH_ZONE) ? FieldType.STRING : Stream.of(FieldType.values())
                .filter(type -> type.accepts(column)).findFirst().orElse(FieldType.STRING);
    }

    /** Reads the current row. */
    List<@Nullable Object> read(ResultSet row) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            values.add(value(fields.get(i).type(), row, i + 1));
        }
        return values;
    }

    private static @Nullable Object value(FieldType type, ResultSet row, int index) throws SQLException {
        if (type == FieldType.DATETIME) {
            return row.getObject(index, LocalDateTime.class);
        }
        Object value = row.getObject(index);
        if (type == FieldType.STRING) {
            return value == null ? null : value.toString();
        }
        return value instanceof Array list ? Arrays.asList((Object[]) list.getArray()) : value;
    }
}
