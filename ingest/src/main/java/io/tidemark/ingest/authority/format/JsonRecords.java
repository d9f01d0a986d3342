package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists of objects in a JSON text: the text itself, or the members of its outer object. A file has one or two, of which one is the table. */
final class JsonRecords implements Closeable {

    private static final ObjectReader TREES = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build().reader();

    private final JsonParser parser;
    private boolean isBegun;
    private boolean isOuterList;

    JsonRecords(Reader text) throws IOException {
        parser = TREES.getFactory().createParser(text);
    }

    /** The keys of the first object of each list; of a text that breaks off those before its end. */
    static List<List<String>> headers(Reader text) {
        List<List<String>> headers = new ArrayList<>();
        try (JsonRecords records = new JsonRecords(text)) {
            while (records.nextList()) {
                Optional<JsonNode> first = records.next();
                headers.add(first.map(JsonRecords::keys).orElse(List.of()));
                while (records.next().isPresent()) {
                    // on to the next list
                }
            }
        } catch (IOException e) {
            return headers;
        }
        return headers;
    }

    static List<String> keys(JsonNode node) {
        List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** Goes to the next list; false if there is none. */
    boolean nextList() throws IOException {
        if (!isBegun) {
            isBegun = true;
            isOuterList = parser.nextToken() == JsonToken.START_ARRAY;
            if (isOuterList) {
                return true;
            }
        }
        if (isOuterList || parser.currentToken() == null) {
            return false;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                return true;
            }
            parser.skipChildren();
        }
        while (parser.nextToken() != null) {
            parser.skipChildren();
        }
        return false;
    }

    /** The next element of the list, of whichever kind; empty at its end. */
    Optional<JsonNode> next() throws IOException {
        return parser.nextToken() == JsonToken.END_ARRAY ? Optional.empty() : Optional.of(TREES.readTree(parser));
    }

    /** Reads to the end, so that a text that was cut off is detected. */
    void finish() throws IOException {
        while (parser.nextToken() != null) {
            // only whether it goes on
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
