package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.parameter.FlexibleDate;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.ParameterType;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** A request parameter as OpenAPI describes it. */
final class ParameterSchema {

    private static final Set<ParameterType> FREE_DATES = EnumSet.of(ParameterType.DATE_FROM, ParameterType.DATE_TO);
    private static final Set<ParameterType> DATES = EnumSet.of(ParameterType.DATE_FROM, ParameterType.DATE_TO,
            ParameterType.ISO_DATE_FROM, ParameterType.ISO_DATE_TO);

    private ParameterSchema() {}

    /** The parameter: its place, its meaning and the schema of its values. */
    static ObjectNode of(String name, ParameterContract parameter) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", name).put("in", parameter.inPath() ? "path" : "query");
        if (parameter.inPath()) {
            node.put("required", true);
        }
        node.put("description", sentence(parameter));
        ObjectNode schema = schema(parameter);
        if (schema.has("items")) {
            // one value, comma separated
            node.put("style", "form").put("explode", false);
        }
        node.set("schema", schema);
        return node;
    }

    private static String sentence(ParameterContract parameter) {
        String forms = !FREE_DATES.contains(parameter.type()) ? ""
                : ". Forms: " + FlexibleDate.FORMS + (parameter.quarters() ? FlexibleDate.QUARTER_FORMS : "");
        return parameter.meaning() + forms
                + (parameter.defaultBack() == null ? "" : ". When absent: " + parameter.defaultBack()
                + " back from today");
    }

    private static ObjectNode schema(ParameterContract parameter) {
        ObjectNode schema = OpenApiDocument.shared("types", parameter.type().name());
        switch (parameter.type()) {
            case CHOICE -> words(schema, parameter);
            case CHOICES -> words(schema.withObject("/items"), parameter);
            case INTEGER, NUMBER -> schema.put("minimum", parameter.min()).put("maximum", parameter.max());
            default -> { }
        }
        String value = parameter.defaultTo();
        // that of a date is described in words: it depends on the day
        if (value != null && !DATES.contains(parameter.type())) {
            schema.set("default", value(schema.path("type").asText(), value));
        }
        return schema;
    }

    private static void words(ObjectNode schema, ParameterContract parameter) {
        ArrayNode words = schema.putArray("enum");
        if (parameter.values() != null) {
            parameter.values().forEach(words::add);
        }
    }

    private static JsonNode value(String type, String text) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (type) {
            case "integer" -> nodes.numberNode(Integer.parseInt(text));
            case "number" -> nodes.numberNode(Double.parseDouble(text));
            case "boolean" -> nodes.booleanNode(Boolean.parseBoolean(text));
            case "array" -> nodes.arrayNode().addAll(Stream.of(text.split(",", -1))
                    .map(word -> nodes.textNode(word.strip())).toList());
            default -> nodes.textNode(text);
        };
    }
}
