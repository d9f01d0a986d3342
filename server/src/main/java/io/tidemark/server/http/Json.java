package io.tidemark.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The shared JSON mapper. It checks input strictly: no duplicate keys, and nothing after the document. Thread-safe. */
public final class Json {
    /** Reads and writes JSON; never reconfigured. */
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private Json() {
    }

    /**
     * An object's fields in this order; a value may be null, and more may be added.
     *
     * @param namesAndValues a name, its value, the next name and so on
     */
    public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) Objects.requireNonNull(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return fields;
    }

    /** The text of a value; null stays null. */
    public static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** Sends an answer that no cache may keep. */
    public static void send(ServerResponse response, Object answer) {
        response.header(HeaderNames.CACHE_CONTROL, "no-store").header(HeaderValues.CONTENT_TYPE_JSON);
        response.send(bytes(answer));
    }

    /** Sends such an answer in the envelope of the API, without metadata. */
    public static void sendData(ServerResponse response, Object data) {
        send(response, object("data", data, "metadata", Map.of()));
    }

    /** The UTF-8 JSON of one of the program's records or maps, which can always be written. */
    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getName() + " as JSON", e);
        }
    }
}
