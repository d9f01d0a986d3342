package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.route.contract.ParameterContract;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parameters that are defined once in the description, by name; operations refer to them. */
final class SharedParameters {

    private static final String REFERENCE = "#/components/parameters/";
    private static final String REF = "$ref";

    private final Map<String, ObjectNode> parameters = everyRoute();

    /** All parameters so far, in the order of the description. */
    Map<String, ObjectNode> all() {
        return parameters;
    }

    /** Adds references to the parameters of every route: response format and snapshot. */
    void addEveryRoutes(ArrayNode operation) {
        everyRoute().keySet().forEach(name -> operation.addObject().put(REF, REFERENCE + name));
    }

    /** Adds a reference to a parameter of a group of routes; if it differs from the group's first of that name, it is written inline. */
    void add(ArrayNode operation, String group, String name, ParameterContract contract) {
        ObjectNode described = ParameterSchema.of(name, contract);
        String key = group + "." + name;
        if (parameters.computeIfAbsent(key, k -> described).equals(described)) {
            operation.addObject().put(REF, REFERENCE + key);
        } else {
            operation.add(described);
        }
    }

    private static Map<String, ObjectNode> everyRoute() {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        ObjectNode format = parameter(CommonParameters.FORMAT, "format of the response; overrides the header Accept");
        ArrayNode formats = format.withObject("/schema").putArray("enum");
        for (AnswerFormat each : AnswerFormat.values()) {
            formats.add(each.wireName());
        }
        all.put(CommonParameters.FORMAT, format);
        ObjectNode decimal = parameter(CommonParameters.DECIMAL, "decimal sign of CSV; comma is for Excel in Norwegian");
        decimal.withObject("/schema").put("default", "point").putArray("enum").add("point").add("comma");
        all.put(CommonParameters.DECIMAL, decimal);
        all.put(CommonParameters.SNAPSHOT, parameter(CommonParameters.SNAPSHOT,
                "an open snapshot, for consistent pages; 410 when it is closed"));
        ObjectNode tag = parameter("If-None-Match", "the ETag of an earlier response; 304 when it is still valid").put("in", "header");
        all.put("ifNoneMatch", tag);
        return all;
    }

    private static ObjectNode parameter(String name, String meaning) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", name).put("in", "query").put("description", meaning);
        node.putObject("schema").put("type", "string");
        return node;
    }
}
