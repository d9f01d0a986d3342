package io.tidemark.server.route;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.data.text.NearestName;
import io.tidemark.data.text.YamlFault;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.Family;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Reads the YAML of headers, of families.yaml and of parameters.yaml: unknown and repeated keys are errors. */
final class HeaderYaml {

    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    private static final List<String> KEYS = YAML.getDeserializationConfig()
            .introspect(YAML.constructType(RouteHeader.class)).findProperties().stream()
            .map(BeanPropertyDefinition::getName).toList();

    private HeaderYaml() {}

    static RouteHeader header(String file, int lineBefore, String yaml) {
        try {
            return YAML.readValue(yaml, RouteHeader.class);
        } catch (JsonProcessingException e) {
            List<Fault> unknown = unknownKeys(file, lineBefore, yaml);
            throw unknown.isEmpty() ? fault(file, lineBefore, e) : new RouteFileException(unknown);
        }
    }

    // report unknown keys first: a misspelt required key is also missing, which would hide the cause
    private static List<Fault> unknownKeys(String file, int lineBefore, String yaml) {
        List<Fault> faults = new ArrayList<>();
        try (JsonParser parser = YAML.createParser(yaml)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    if (!KEYS.contains(parser.currentName())) {
                        faults.add(new Fault(file, line(lineBefore, parser.currentTokenLocation()),
                                "the header cannot be read: there is no key " + parser.currentName()
                                + NearestName.hint(parser.currentName(), KEYS)));
                    }
                    parser.nextToken();
                    parser.skipChildren();
                }
            }
        } catch (JsonProcessingException e) {
            throw fault(file, lineBefore, e);
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory could not be read", e);
        }
        return faults;
    }

    static SequencedMap<String, Family> families(String file, String yaml, Map<String, ParameterContract> declared) {
        SequencedMap<String, Family> families = new LinkedHashMap<>();
        read(file, yaml, new TypeReference<LinkedHashMap<String, FamilyEntry>>() {})
                .forEach((name, entry) -> families.put(name, entry.over(declared)));
        return families;
    }

    static SequencedMap<String, ParameterContract> parameters(String file, String yaml) {
        return ParameterEntry.over(ParameterEntry.of(read(file, yaml,
                new TypeReference<LinkedHashMap<String, ParameterEntry>>() {})), Map.of());
    }

    static Confidentiality figures(String file, String yaml) {
        try {
            return Confidentiality.defaults(
                    read(file, yaml, new TypeReference<LinkedHashMap<String, List<String>>>() {}));
        } catch (IllegalArgumentException e) {
            throw new RouteFileException(file, 1, String.valueOf(e.getMessage()));
        }
    }

    private static <T> T read(String file, String yaml, TypeReference<T> type) {
        try {
            return YAML.readValue(yaml, type);
        } catch (JsonProcessingException e) {
            throw fault(file, 0, e);
        }
    }

    private static RouteFileException fault(String file, int lineBefore, JsonProcessingException e) {
        return new RouteFileException(file, line(lineBefore, e.getLocation()), "the header cannot be read: "
                + YamlFault.words(e));
    }

    private static int line(int lineBefore, @Nullable JsonLocation at) {
        return lineBefore + (at == null ? 1 : Math.max(1, at.getLineNr()));
    }
}
