package io.tidemark.server.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.server.query.RowData;
import io.tidemark.server.route.FieldContract;
import io.tidemark.server.route.FieldType;
import io.tidemark.server.route.RouteContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a route's answer as JSON: {@code data}, {@code pagination} where there are pages, {@code metadata} ({@code meta} on
 * some routes). Numbers are rounded here, once, half away from zero, so that the same rows give the same bytes.
 */
public final class DataBody {

    /** How a datetime in UTC is written. */
    public static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'");

    private DataBody() {}

    /**
     * A page of an answer.
     *
     * @param offset  rows skipped
     * @param limit   rows asked for
     * @param hasMore whether another page follows
     */
    public record Page(int offset, int limit, boolean hasMore) {}

    /**
     * The answer's bytes, UTF-8.
     *
     * @param page     null on routes without pages
     * @param metadata what stands beside the data
     */
    public static byte[] json(RouteContract route, RowData rows, @Nullable Page page, Map<String, @Nullable Object> metadata) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
        try (JsonGenerator json = Json.MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeFieldName("data");
            if (route.single()) {
                writeRecord(json, route.fields(), rows.rows().getFirst());
            } else {
                json.writeStartArray();
                for (List<@Nullable Object> row : rows.rows()) {
                    writeRecord(json, route.fields(), row);
                }
                json.writeEndArray();
            }
            if (page != null) {
                json.writeObjectFieldStart("pagination");
                json.writeNumberField("offset", page.offset());
                json.writeNumberField("limit", page.limit());
                json.writeBooleanField("has_more", page.hasMore());
                json.writeEndObject();
            }
            json.writePOJOField(route.family().envelope().key(), metadata);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a page in memory could not be written", e);
        }
        return bytes.toByteArray();
    }

    private static void writeRecord(JsonGenerator json, List<FieldContract> fields, List<@Nullable Object> row)
            throws IOException {
        json.writeStartObject();
        int column = 0;
        for (FieldContract field : fields) {
            json.writeFieldName(field.name());
            if (field.type() == FieldType.OBJECT) {
                writeObject(json, field, row.subList(column, column + field.columns()));
            } else {
                writeValue(json, field, row.get(column));
            }
            column += field.columns();
        }
        json.writeEndObject();
    }

    private static void writeObject(JsonGenerator json, FieldContract object, List<@Nullable Object> values) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null || !object.leaveOutNulls()) {
                json.writeFieldName(object.keys().get(i).name());
                writeValue(json, object.keys().get(i), values.get(i));
            }
        }
        json.writeEndObject();
    }

    private static void writeValue(JsonGenerator json, FieldContract field, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Boolean yes -> json.writeBoolean(yes);
            case LocalDate day -> json.writeString(day.toString());
            case LocalDateTime instant -> json.writeString(INSTANT.format(instant));
            case Number number -> writeNumber(json, field, number);
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

    private static void writeNumber(JsonGenerator json, FieldContract field, Number number) throws IOException {
        if (number instanceof Double d && !Double.isFinite(d)) {
            json.writeNull();
            return;
        }
        BigDecimal rounded = new BigDecimal(number.toString()).setScale(field.decimals(), RoundingMode.HALF_UP);
        BigDecimal plain = rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
        json.writeNumber(plain.toPlainString());
    }
}
