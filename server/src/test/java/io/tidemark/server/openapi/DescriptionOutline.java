package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.file.Sha256;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a reviewer reads of the API's description: each operation with its permission, parameters and answers, and the
 * fields of each schema. A digest holds the rest.
 *
 * @param tree the description
 */
record DescriptionOutline(JsonNode tree) {

    String of(String whole) {
        StringBuilder text = new StringBuilder("digest of the whole: " + Sha256.hex(whole) + "\n\n");
        tree.path("paths").properties().forEach(path -> path.getValue().properties().forEach(each ->
                text.append(operation(each.getKey(), path.getKey(), each.getValue()))));
        text.append('\n');
        tree.at("/components/schemas").properties().forEach(each ->
                text.append(each.getKey()).append(": ").append(type(each.getValue(), true)).append('\n'));
        return text.toString();
    }

    private String operation(String method, String path, JsonNode operation) {
        String parameters = operation.path("parameters").valueStream().map(this::parameter)
                .collect(Collectors.joining(", "));
        String body = type(operation.at("/requestBody/content").path("application/json").path("schema"), false);
        String answers = operation.path("responses").properties().stream()
                .map(each -> each.getKey() + answer(each.getValue())).collect(Collectors.joining(", "));
        boolean open = operation.path("security").valueStream().anyMatch(JsonNode::isEmpty);
        return method + " " + path + " (" + operation.path("x-permission").asText(open ? "open" : "signed in") + ")"
                + (parameters.isEmpty() ? "" : "\n  ? " + parameters) + (body.isEmpty() ? "" : "\n  < " + body)
                + "\n  > " + answers + "\n";
    }

    private String parameter(JsonNode node) {
        JsonNode parameter = node.has("$ref") ? tree.at(node.get("$ref").asText().substring(1)) : node;
        JsonNode schema = parameter.path("schema");
        return parameter.path("name").asText() + (parameter.path("required").asBoolean() ? "! " : " ")
                + type(schema, false) + (schema.has("default") ? "=" + schema.get("default").asText() : "");
    }

    private String answer(JsonNode answer) {
        String type = type(answer.at("/content/application~1json/schema"), false);
        return type.isEmpty() ? "" : " " + type;
    }

    /**
     * A type in a line; of an object all fields where it is {@code whole}, with a question mark where one may be
     * missing.
     */
    private String type(JsonNode schema, boolean whole) {
        if (schema.has("$ref")) {
            return schema.get("$ref").asText().replaceFirst(".*/", "");
        }
        if (schema.has("enum")) {
            return schema.get("enum").valueStream().map(JsonNode::asText).collect(Collectors.joining("|"));
        }
        for (String several : List.of("oneOf", "anyOf", "allOf")) {
            if (schema.has(several)) {
                return schema.get(several).valueStream().map(each -> type(each, whole))
                        .collect(Collectors.joining(" or "));
            }
        }
        if (schema.has("items")) {
            return type(schema.get("items"), whole) + "[]";
        }
        if (schema.has("properties") && whole) {
            return "{" + schema.get("properties").properties().stream().map(field -> field.getKey()
                    + (isRequired(schema, field.getKey()) ? " " : "? ") + type(field.getValue(), true))
                    .collect(Collectors.joining(", ")) + "}";
        }
        JsonNode type = schema.path("type");
        String name = !type.isArray() ? type.asText()
                : type.valueStream().map(JsonNode::asText).collect(Collectors.joining("|"));
        return schema.has("x-unit") ? name + " (" + schema.get("x-unit").asText() + ")" : name;
    }

    private static boolean isRequired(JsonNode schema, String field) {
        return schema.path("required").valueStream().anyMatch(each -> each.asText().equals(field));
    }
}
