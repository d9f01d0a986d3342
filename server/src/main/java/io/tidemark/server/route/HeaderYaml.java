package io.tidemark.server.route;

import io.tidemark.server.sql.RouteFileException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Reads the YAML of headers and of families.yaml: unknown and repeated keys are errors. */
final class HeaderYaml {

    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private HeaderYaml() {}

    static RouteHeader header(String file, int lineBefore, String yaml) {
        try {
            return YAML.readValue(yaml, RouteHeader.class);
        } catch (JsonProcessingException e) {
            throw fault(file, lineBefore, e);
        }
    }

    static SequencedMap<String, Family> families(String file, String yaml) {
        try {
            return YAML.readValue(yaml, new TypeReference<LinkedHashMap<String, Family>>() {});
        } catch (JsonProcessingException e) {
            throw fault(file, 0, e);
        }
    }

    private static RouteFileException fault(String file, int lineBefore, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        int line = lineBefore + (at == null ? 1 : Math.max(1, at.getLineNr()));
        return new RouteFileException(file, line, "the header cannot be read: "
                + e.getOriginalMessage().lines().findFirst().orElse("not YAML"));
    }
}
