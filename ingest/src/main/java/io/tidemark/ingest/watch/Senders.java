package io.tidemark.ingest.watch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.data.text.YamlFault;
import io.tidemark.ingest.Sender;
import io.tidemark.ingest.delivery.DeliveryScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The senders of a watched folder's sub-folders, and what each may deliver. The operator writes a YAML file where
 * senders cannot write: {@code havlaks: [farmers/F07]}, {@code registry-*: [reference, authority]}.
 */
public record Senders(Map<String, DeliveryScope> scopes) {

    private static final ObjectMapper YAML = YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if the file is invalid; the message names the fault
     */
    public static Senders read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no file " + file);
        }
        try {
            Map<String, DeliveryScope> scopes = new LinkedHashMap<>();
            JsonNode root = YAML.readTree(file.toFile());
            if (!root.isObject()) {
                throw new IllegalArgumentException(file + " must hold lines such as havlaks: [farmers/F07]");
            }
            root.properties().forEach(entry -> scopes.put(name(file, entry.getKey()),
                    scope(file, entry.getKey(), entry.getValue())));
            return new Senders(scopes);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + " is not readable as YAML: " + YamlFault.words(e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String name(Path file, String name) {
        int star = name.indexOf('*');
        if (name.isBlank() || (star >= 0 && star < name.length() - 1)) {
            throw new IllegalArgumentException(file + ": '" + name
                    + "' must be the name of a sub-folder, or its beginning and *");
        }
        return name;
    }

    private static DeliveryScope scope(Path file, String name, JsonNode parts) {
        List<String> all = new ArrayList<>();
        parts.forEach(part -> all.add(part.asText()));
        if (!parts.isArray() || all.isEmpty()) {
            throw new IllegalArgumentException(file + ": " + name
                    + " needs a list of what it may deliver, such as [farmers/F07]");
        }
        try {
            return new DeliveryScope(all);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * The sender of a sub-folder: the entry with its name, else the first one with a matching prefix;
     * empty without a match.
     */
    public Optional<Sender> of(String folder, boolean ignoreUnknown) {
        return Optional.of(folder).filter(scopes::containsKey)
                .or(() -> scopes.keySet().stream().filter(name -> name.endsWith("*")
                        && folder.startsWith(name.substring(0, name.length() - 1))).findFirst())
                .map(name -> new Sender(name, scopes.getOrDefault(name, DeliveryScope.EVERYTHING), ignoreUnknown));
    }
}
