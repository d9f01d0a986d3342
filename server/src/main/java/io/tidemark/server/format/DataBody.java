package io.tidemark.server.format;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.EnvelopeKind;
import io.tidemark.server.route.contract.RouteContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a route's answer as JSON: {@code data}, {@code pagination} on routes with pages, {@code metadata} ({@code
 * meta} on some routes). It has two parts: the head is shared by all requests for the same rows, the tail is specific
 * to a request.
 */
public final class DataBody {

    private static final int RECORDS_AT = "{\"data\":[".length();

    private DataBody() {}

    /**
     * A page of an answer.
     *
     * @param offset number of skipped rows
     * @param limit number of requested rows
     * @param hasMore whether another page follows
     */
    public record Page(int offset, int limit, boolean hasMore) {}

    /**
     * The answer's bytes, UTF-8: the head and the tail.
     *
     * @param rows     the rows shown; one on routes whose data is one object
     * @param page     null on routes without pages
     * @param metadata the metadata
     */
    public static byte[] json(RouteContract route, List<List<@Nullable Object>> rows, @Nullable Page page,
            Map<String, @Nullable Object> metadata) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
        bytes.writeBytes(head(route, rows, page));
        bytes.writeBytes(tail(route.family().envelope(), metadata));
        return bytes.toByteArray();
    }

    /** The head: the data, and the page on routes with pages. The document's object stays open. */
    public static byte[] head(RouteContract route, List<List<@Nullable Object>> rows, @Nullable Page page) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
        try (JsonGenerator json = Json.MAPPER.createGenerator(bytes)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT)) {
            JsonRecords records = new JsonRecords(route.fields());
            json.writeStartObject();
            json.writeFieldName("data");
            if (route.single()) {
                records.write(json, rows.getFirst());
            } else {
                json.writeStartArray();
                for (List<@Nullable Object> row : rows) {
                    records.write(json, row);
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
        } catch (IOException e) {
            throw new UncheckedIOException("a page in memory could not be written", e);
        }
        return bytes.toByteArray();
    }

    /**
     * The head over records that are encoded already.
     *
     * @param lines  JSON objects with a line end after each
     * @param length bytes of them in the array
     */
    public static byte[] head(RouteContract route, byte[] lines, int length, @Nullable Page page) {
        byte[] empty = head(route, List.of(), page);
        byte[] head = new byte[empty.length + Math.max(0, length - 1)];
        System.arraycopy(empty, 0, head, 0, RECORDS_AT);
        for (int i = 0; i < length - 1; i++) {
            // no other byte of JSON text is a line end
            head[RECORDS_AT + i] = lines[i] == '\n' ? (byte) ',' : lines[i];
        }
        int written = RECORDS_AT + Math.max(0, length - 1);
        System.arraycopy(empty, RECORDS_AT, head, written, empty.length - RECORDS_AT);
        return head;
    }

    /** The tail: a comma, the metadata under the envelope's key, and the closing brace of the document. */
    public static byte[] tail(EnvelopeKind envelope, Map<String, @Nullable Object> metadata) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        bytes.writeBytes((",\"" + envelope.key() + "\":").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(Json.bytes(metadata));
        bytes.write('}');
        return bytes.toByteArray();
    }
}
