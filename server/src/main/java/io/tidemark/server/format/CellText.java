package io.tidemark.server.format;

import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts a value to one cell of a table: numbers have the same digits as in JSON, and list items are joined with
 * {@code |}.
 */
public final class CellText {

    private CellText() {}

    /** The text of a value; null for a null, and for a double that is not a finite number. */
    public static @Nullable String of(FieldContract field, @Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> NumberText.of(number, field.decimals());
            case LocalDateTime instant -> JsonRecords.INSTANT.format(instant);
            case List<?> items -> items.stream().map(item -> Objects.toString(item, ""))
                    .collect(Collectors.joining("|"));
            // a text, a day or a boolean
            default -> value.toString();
        };
    }

    /** The fields of a table's columns, in which an object's keys are columns side by side. */
    public static List<FieldContract> columns(List<FieldContract> fields) {
        List<FieldContract> columns = new ArrayList<>();
        fields.forEach(field -> columns.addAll(field.type() == FieldType.OBJECT ? field.keys() : List.of(field)));
        return columns;
    }
}
