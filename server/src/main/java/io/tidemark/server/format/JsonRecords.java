package io.tidemark.server.format;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows as JSON objects by the contract of their fields. */
public record JsonRecords(List<FieldContract> fields) {

    /** The format of a datetime in UTC. */
    public static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'");

    /**
     * Writes one record.
     *
     * @param row the values in the order of the fields, with an object's keys side by side
     */
    public void write(JsonGenerator json, List<@Nullable Object> row) throws IOException {
        json.writeStartObject();
        int column = 0;
        for (FieldContract field : fields) {
            json.writeFieldName(field.name());
            if (field.type() == FieldType.OBJECT) {
                writeObject(json, field, row, column);
            } else {
                writeValue(json, field, row.get(column));
            }
            column += field.columns();
        }
        json.writeEndObject();
    }

    private void writeObject(JsonGenerator json, FieldContract object, List<@Nullable Object> row, int first)
            throws IOException {
        json.writeStartObject();
        int column = first;
        for (FieldContract key : object.keys()) {
            Object value = row.get(column++);
            if (value != null || !object.leaveOutNulls()) {
                json.writeFieldName(key.name());
                writeValue(json, key, value);
            }
        }
        json.writeEndObject();
    }

    private void writeValue(JsonGenerator json, FieldContract field, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Boolean yes -> json.writeBoolean(yes);
            case LocalDate day -> json.writeString(day.toString());
            case LocalDateTime instant -> json.writeString(INSTANT.format(instant));
            case Number number -> NumberText.write(json, number, field.decimals());
            case List<?> items -> {
                json.writeStartArray();
                for (Object item : items) {
                    json.writePOJO(item);
                }
                json.writeEndArray();
            }
            default -> json.writeString(value.toString());
        }
    }
}
