package io.tidemark.ingest.system;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.data.text.NearestName;
import io.tidemark.data.text.YamlFault;
import io.tidemark.ingest.system.SystemFileException.Place;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** Reads the YAML of a mapping. Messages use the names in the file, with line and column. */
final class SystemYaml {

    private static final ObjectMapper YAML = JsonMapper.builder(new YAMLFactory())
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();

    private SystemYaml() {}

    /**
     * Reads a text.
     *
     * @param keys the allowed keys, by the path of their parent keys; * matches any
     * @throws SystemFileException if it breaks its contract
     */
    static <T> T read(String file, String text, Class<T> type, Map<List<String>, List<String>> keys) {
        try {
            eachKey(text, (path, place) -> checkKey(path, keys,
                    new Place(file, place.getLineNr(), place.getColumnNr())));
            T read = YAML.readValue(text, type);
            if (read == null) {
                throw new SystemFileException(new Place(file, 1, 1), "is empty");
            }
            return read;
        } catch (JsonProcessingException e) {
            throw new SystemFileException(place(file, text, e), e instanceof JsonParseException
                    ? "is not readable as YAML: " + YamlFault.words(e) : YamlFault.words(e), e);
        } catch (IOException e) {
            throw new SystemFileException(Place.of(file), "cannot be read: " + e.getMessage(), e);
        }
    }

    private static void checkKey(List<String> path, Map<List<String>, List<String>> keys, Place place) {
        List<String> parents = path.subList(0, path.size() - 1);
        String key = path.getLast();
        keys.forEach((pattern, known) -> {
            boolean here = pattern.size() == parents.size() && IntStream.range(0, pattern.size())
                    .allMatch(i -> pattern.get(i).equals("*") || pattern.get(i).equals(parents.get(i)));
            if (here && !known.contains(key)) {
                throw new SystemFileException(place, "there is no key " + key + NearestName.hint(key, known)
                        + "; there are " + String.join(", ", known));
            }
        });
    }

    // a missing key is reported at the end of its parent
    private static Place place(String file, String text, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        if (e instanceof MismatchedInputException mismatch && !(e instanceof InvalidFormatException)) {
            List<String> path = mismatch.getPath().stream().map(YamlFault::name).toList();
            return path.size() < 2 ? new Place(file, 1, 1) : placeOf(file, text, path.subList(0, path.size() - 1));
        }
        return at == null ? Place.of(file) : new Place(file, at.getLineNr(), at.getColumnNr());
    }

    /** The position of a key, by its path. */
    static Place placeOf(String file, String text, List<String> path) {
        List<Place> places = new ArrayList<>();
        try {
            eachKey(text, (key, at) -> {
                if (key.equals(path)) {
                    places.add(new Place(file, at.getLineNr(), at.getColumnNr()));
                }
            });
        } catch (IOException e) {
            return Place.of(file);
        }
        return places.isEmpty() ? Place.of(file) : places.getFirst();
    }

    private static void eachKey(String text, BiConsumer<List<String>, JsonLocation> taker) throws IOException {
        Deque<String> at = new ArrayDeque<>();
        try (JsonParser yaml = YAML.createParser(text)) {
            for (JsonToken token = yaml.nextToken(); token != null; token = yaml.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    at.removeLast();
                    at.addLast(yaml.currentName());
                    taker.accept(List.copyOf(at), yaml.currentTokenLocation());
                } else if (token.isStructStart()) {
                    at.addLast("");
                } else if (token.isStructEnd()) {
                    at.removeLast();
                }
            }
        }
    }
}
