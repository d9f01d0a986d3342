package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The API's description as types of TypeScript, against which the dashboard's scripts are checked. A generator of the
 * trade would need npm in every build, and writes seven times as much: also every parameter and error of every route,
 * and every description.
 */
final class ScriptTypes {

    private static final String HEAD = """
            // Made from the API's description, internal routes included, by ScriptTypesTest.
            // It is no source: bin/test types makes it, and so does each run of the tests.
            declare namespace Api {
            """;
    private static final String REFERENCE = "#/components/schemas/";
    /** Ends the names of schemas that wrap records; the scripts read these alone. */
    private static final String ANSWER = "Answer";

    private final JsonNode api;

    /** The types of a description. */
    ScriptTypes(JsonNode api) {
        this.api = api;
    }

    /** The file's text. */
    String text() {
        String records = api.at("/components/schemas").properties().stream()
                .filter(schema -> !schema.getKey().endsWith(ANSWER))
                .map(this::declaration).collect(Collectors.joining("\n"));
        String routes = api.at("/paths").properties().stream().flatMap(path -> record(path.getValue()).map(type ->
                "    '" + path.getKey() + "': " + type + ";\n").stream()).collect(Collectors.joining());
        return HEAD + records + "\n  /** The record of each route that is read. */\n  interface Records {\n" + routes
                + "  }\n}\n";
    }

    private String declaration(Map.Entry<String, JsonNode> schema) {
        return schema.getValue().has("properties") ? "  interface " + schema.getKey() + " "
                + object(schema.getValue(), "  ") + "\n"
                : "  type " + schema.getKey() + " = " + type(schema.getValue(), "  ") + ";\n";
    }

    /** The type of a route's records; empty for a route without such an answer. */
    private Optional<String> record(JsonNode path) {
        JsonNode answer = path.at("/get/responses/200/content/application~1json/schema");
        JsonNode data = resolved(answer).at("/properties/data");
        if (data.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(type(data.has("items") ? data.get("items") : data, "    "));
    }

    private JsonNode resolved(JsonNode schema) {
        return schema.has("$ref") ? api.at(schema.get("$ref").asText().substring(1)) : schema;
    }

    private static String type(JsonNode schema, String indent) {
        if (schema.has("$ref")) {
            return schema.get("$ref").asText().substring(REFERENCE.length());
        }
        if (schema.has("const")) {
            return literal(schema.get("const"));
        }
        if (schema.has("enum")) {
            return schema.get("enum").valueStream().map(ScriptTypes::literal).collect(Collectors.joining(" | "));
        }
        JsonNode types = schema.path("type");
        return types.isArray() ? types.valueStream().map(each -> named(each.asText(), schema, indent))
                .collect(Collectors.joining(" | ")) : named(types.asText(), schema, indent);
    }

    private static String named(String type, JsonNode schema, String indent) {
        return switch (type) {
            case "string", "boolean", "null" -> type;
            case "integer", "number" -> "number";
            case "array" -> array(schema.get("items"), indent);
            case "object" -> schema.has("properties") ? object(schema, indent)
                    : "{[key: string]: " + rest(schema.path("additionalProperties"), indent) + "}";
            default -> throw new IllegalArgumentException("no type of TypeScript for " + schema);
        };
    }

    private static String array(JsonNode items, String indent) {
        String of = type(items, indent);
        return (items.has("enum") || items.path("type").isArray() ? "(" + of + ")" : of) + "[]";
    }

    private static String rest(JsonNode schema, String indent) {
        return schema.isObject() ? type(schema, indent) : "unknown";
    }

    private static String object(JsonNode schema, String indent) {
        var required = schema.path("required").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
        String inner = indent + "  ";
        String fields = schema.get("properties").properties().stream().map(field -> inner + name(field.getKey())
                + (required.contains(field.getKey()) ? "" : "?") + ": " + type(field.getValue(), inner) + ";\n")
                .collect(Collectors.joining());
        JsonNode more = schema.path("additionalProperties");
        return "{\n" + fields + (more.isMissingNode() ? "" : inner + "[key: string]: " + rest(more, inner) + ";\n")
                + indent + "}";
    }

    /** A name that begins with a digit or has a sign in it is quoted. */
    private static String name(String key) {
        return key.matches("[A-Za-z_]\\w*") ? key : "'" + key + "'";
    }

    private static String literal(JsonNode value) {
        return value.isTextual() ? "'" + value.asText() + "'" : value.asText();
    }
}
