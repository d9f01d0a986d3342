package io.tidemark.data.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads YAML that ships with the program. Keys are in lower case with underscores; unknown and repeated ones fail. */
public final class YamlResource {

    private static final YAMLMapper YAML = YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

    private YamlResource() {}

    /**
     * Reads a file.
     *
     * @param name its name beside the class, or its path from the root of what ships, with a slash before it
     * @throws IllegalStateException if the program was built without the file
     * @throws UncheckedIOException  if it is no such YAML; the message names the file
     */
    public static <T> T read(Class<?> beside, String name, TypeReference<T> type) {
        try (InputStream file = beside.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the program was built without " + place(beside, name));
            }
            return YAML.readValue(file, type);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + place(beside, name) + ": " + e.getMessage(), e);
        }
    }

    private static String place(Class<?> beside, String name) {
        return name.startsWith("/") ? name.substring(1) : beside.getPackageName().replace('.', '/') + "/" + name;
    }
}
