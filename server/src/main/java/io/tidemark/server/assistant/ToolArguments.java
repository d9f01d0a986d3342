package io.tidemark.server.assistant;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool's call, checked against what the tool declares. */
record ToolArguments(Map<String, Object> sent) {

    /** A tool, as tools.yaml declares it. */
    record Tool(String name, String title, String description, Map<String, Declared> arguments) {

        /** The JSON schema of its arguments. */
        Map<String, Object> schema() {
            Map<String, Object> properties = new LinkedHashMap<>();
            arguments.forEach((name, argument) -> properties.put(name, argument.schema()));
            return Map.of("type", "object", "properties", properties, "required", arguments.entrySet().stream()
                    .filter(entry -> entry.getValue().required()).map(Map.Entry::getKey).toList(),
                    "additionalProperties", false);
        }
    }

    /** An argument that a tool declares. */
    record Declared(String type, boolean required, String description) {

        Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", type, "description", description));
            if (type.equals("array")) {
                schema.put("items", Map.of("type", "string"));
            }
            return schema;
        }

        boolean fits(Object value) {
            return switch (type) {
                case "string" -> value instanceof String;
                case "integer" -> value instanceof Integer number && number >= 0;
                case "array" -> value instanceof List<?> items && items.stream().allMatch(String.class::isInstance);
                default -> value instanceof Map<?, ?>;
            };
        }
    }

    /**
     * Checks the arguments of a call.
     *
     * @throws ApiException.BadRequest with every fault
     */
    static ToolArguments of(Tool tool, @Nullable Map<String, Object> sent) {
        Map<String, Object> given = sent == null ? Map.of() : sent;
        List<Detail> faults = new ArrayList<>();
        given.forEach((name, value) -> {
            Declared declared = tool.arguments.get(name);
            if (declared == null) {
                faults.add(new Detail(name, null, "no such argument"
                        + NearestName.hint(name, tool.arguments.keySet())));
            } else if (!declared.fits(value)) {
                faults.add(new Detail(name, String.valueOf(value), "must be " + (declared.type.equals("integer")
                        ? "a whole number from 0" : "of type " + declared.type)));
            }
        });
        tool.arguments.forEach((name, declared) -> {
            if (declared.required && !given.containsKey(name)) {
                faults.add(new Detail(name, null, "is needed"));
            }
        });
        ApiException.BadRequest.throwIfAny(faults);
        return new ToolArguments(given);
    }

    /** A text; empty when it is absent. */
    String text(String name) {
        return String.valueOf(sent.getOrDefault(name, ""));
    }

    /** A number; the other one when it is absent. */
    int number(String name, int otherwise) {
        return sent.get(name) instanceof Integer number ? number : otherwise;
    }

    /** A list of texts; empty when it is absent. */
    List<String> texts(String name) {
        return sent.get(name) instanceof List<?> items ? items.stream().map(String::valueOf).toList() : List.of();
    }

    /** The parameters of a route, as a URL would have them: lists are joined by commas. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (sent.get("parameters") instanceof Map<?, ?> given) {
            given.forEach((name, value) -> parameters.put(String.valueOf(name), value instanceof Collection<?> items
                    ? items.stream().map(String::valueOf).collect(Collectors.joining(",")) : String.valueOf(value)));
        }
        return parameters;
    }
}
