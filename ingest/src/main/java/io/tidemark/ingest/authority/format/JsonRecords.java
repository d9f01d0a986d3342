package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ingest.file.TextLines;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists of objects in a JSON text: the text itself, or the members of its outer object. A file has one or two, of which
 * one is the table.
 */
final class JsonRecords implements Closeable {

    private final BoundedText text;
    private final JsonParser parser;
    private final Map<String, String> around = new LinkedHashMap<>();
    private boolean isBegun;
    private boolean isOuterList;

    JsonRecords(Reader text) throws IOException {
        this.text = new BoundedText(text, TextLines.MAX_LINE_CHARACTERS);
        parser = JsonTrees.READER.getFactory().createParser(this.text)
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    }

    /**
     * Adds the keys of the first object of each list; if the text breaks off those before its end. Returns the single
     * values of the outer object.
     */
    static Map<String, String> addHeaders(Reader text, List<List<String>> headers) throws IOException {
        try (JsonRecords records = new JsonRecords(text)) {
            while (records.nextList()) {
                Optional<JsonNode> element = records.next();
                headers.add(element.map(JsonRecords::keys).orElse(List.of()));
                while (element.isPresent()) { // on to the next list
                    element = records.next();
                }
            }
            return records.around;
        }
    }

    static List<String> keys(JsonNode node) {
        List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** Goes to the next list; false if there is none. */
    boolean nextList() throws IOException {
        text.nextPart();
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
            if (parser.currentToken().isScalarValue()) {
                around.put(parser.currentName(), parser.getText());
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
        text.nextPart();
        return parser.nextToken() == JsonToken.END_ARRAY ? Optional.empty()
                : Optional.of(JsonTrees.READER.readTree(parser));
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
