package io.tidemark.ingest.authority.area;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ingest.authority.format.BoundedText;
import io.tidemark.ingest.authority.format.JsonTrees;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/** Reads the features of a GeoJSON FeatureCollection one at a time. Broken JSON throws Jackson's IOException. */
final class FeatureStream implements Closeable {

    // a detailed coast is some million characters; the tree of a text takes many times its memory
    private static final int MAX_CHARACTERS = 10_000_000;

    private final BoundedText text;
    private final JsonParser parser;
    private boolean inFeatures;
    private long line;

    private FeatureStream(BoundedText text, JsonParser parser) {
        this.text = text;
        this.parser = parser;
    }

    /** Opens a text, which the stream then owns. */
    static FeatureStream of(Reader text) throws IOException {
        BoundedText bounded = new BoundedText(text, MAX_CHARACTERS);
        return new FeatureStream(bounded, JsonTrees.READER.getFactory().createParser(bounded));
    }

    /** The next feature; empty at the end, or if the text is not an object with an array "features". */
    Optional<JsonNode> next() throws IOException {
        text.nextPart();
        if (!inFeatures) {
            inFeatures = findFeatures();
            if (!inFeatures) {
                return Optional.empty();
            }
        }
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            finish();
            return Optional.empty();
        }
        line = parser.currentTokenLocation().getLineNr();
        return Optional.of(JsonTrees.READER.readTree(parser));
    }

    /** The physical line on which the last feature begins. */
    long line() {
        return line;
    }

    private boolean findFeatures() throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean features = parser.currentName().equals("features");
            JsonToken value = parser.nextToken();
            if (features) {
                return value == JsonToken.START_ARRAY;
            }
            parser.skipChildren();
        }
        return false;
    }

    /** Reads to the end, to detect a file that was cut off after its features. */
    private void finish() throws IOException {
        inFeatures = false;
        while (parser.nextToken() != null) {
            parser.skipChildren();
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
