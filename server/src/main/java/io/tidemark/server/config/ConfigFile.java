package io.tidemark.server.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.data.text.YamlFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the YAML file of a configuration and flattens it: each value by its dotted key, with its position.
 * For one read only.
 */
final class ConfigFile {

    /**
     * A value.
     *
     * @param text  text as written; the items of a list are separated by commas
     * @param place file, line and column, with a colon at the end, for messages
     */
    record Value(String text, String place) {}

    private static final YAMLFactory YAML = new YAMLFactory();

    private final Path file;
    private final Map<String, Value> values = new TreeMap<>();

    private ConfigFile(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException with the line and column of invalid YAML
     */
    static Map<String, Value> read(Path file) throws IOException {
        ConfigFile read = new ConfigFile(file);
        try (JsonParser parser = YAML.createParser(file.toFile())) {
            parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            if (parser.nextToken() != null) {
                read.value("", parser, parser.currentTokenLocation());
            }
            return read.values;
        } catch (JsonProcessingException e) {
            throw new ConfigException(List.of(read.place(e.getLocation()) + " cannot be read as YAML: "
                    + YamlFault.words(e)));
        }
    }

    // before the call, the parser is at the first token of a value; afterwards at the last
    private void value(String key, JsonParser parser, JsonLocation place) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                JsonLocation at = parser.currentTokenLocation();
                String inner = key.isEmpty() ? parser.currentName() : key + "." + parser.currentName();
                parser.nextToken();
                value(inner, parser, at);
            }
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            StringBuilder items = new StringBuilder();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken().isStructStart()) {
                    parser.skipChildren();
                    continue;
                }
                items.append(items.isEmpty() ? "" : ",").append(parser.getText());
            }
            put(key, items.toString(), place);
        } else {
            put(key, parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText(), place);
        }
    }

    private void put(String key, String text, JsonLocation place) {
        values.put(key, new Value(text, place(place)));
    }

    private String place(@Nullable JsonLocation at) {
        return at == null ? file + ":" : file + ":" + at.getLineNr() + ":" + at.getColumnNr() + ":";
    }
}
