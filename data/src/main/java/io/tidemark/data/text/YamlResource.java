package io.tidemark.data.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads YAML that stands beside a class. Keys are in lower case with underscores; unknown and repeated ones fail. */
public final class YamlResource {

    private static final YAMLMapper YAML = YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

    private YamlResource() {}

    /** Reads the file of this name. */
    public static <T> T read(Class<?> beside, String name, TypeReference<T> type) {
        try (InputStream file = beside.getResourceAsStream(name)) {
            return YAML.readValue(file, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
