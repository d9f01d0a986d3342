package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.route.contract.ParameterContract;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parameters that are defined once in the description, by name; operations refer to them. */
final class SharedParameters {

    private static final String REFERENCE = "#/components/parameters/";
    private static final String REF = "$ref";

    private final Map<String, JsonNode> parameters = new LinkedHashMap<>();

    SharedParameters() {
        OpenApiDocument.sharedParameters().forEach(each -> parameters.put(each.getKey(), each.getValue().deepCopy()));
    }

    /** All parameters so far, in the order of the description. */
    Map<String, JsonNode> all() {
        return parameters;
    }

    /** Adds references to the parameters of every route: response format and snapshot. */
    void addEveryRoutes(ArrayNode operation) {
        OpenApiDocument.sharedParameters().forEach(each -> operation.addObject().put(REF, REFERENCE + each.getKey()));
    }

    /**
     * Adds a reference to a parameter of a group of routes; if it differs from the group's first of that name, it is
     * written inline.
     */
    void add(ArrayNode operation, String group, String name, ParameterContract contract) {
        ObjectNode described = ParameterSchema.of(name, contract);
        String key = group + "." + name;
        if (parameters.computeIfAbsent(key, k -> described).equals(described)) {
            operation.addObject().put(REF, REFERENCE + key);
        } else {
            operation.add(described);
        }
    }
}
