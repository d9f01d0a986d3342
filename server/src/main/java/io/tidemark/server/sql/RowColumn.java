package io.tidemark.server.sql;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A column that identifies a row of the response: {@code week}, or {@code {weight_group: weight_group(weight_class,
 * 500)}}.
 *
 * @param name       its name
 * @param expression its expression over a cell's columns; equal to the name for a plain column
 */
public record RowColumn(String name, String expression) {

    /** Parses a header's value. */
    @JsonCreator
    static RowColumn written(JsonNode node) {
        if (node.isTextual()) {
            return new RowColumn(node.asText(), node.asText());
        }
        if (node.isObject() && node.size() == 1) {
            Map.Entry<String, JsonNode> only = node.properties().iterator().next();
            return new RowColumn(only.getKey(), only.getValue().asText());
        }
        throw new IllegalArgumentException("a row column is a name, or {name: expression}");
    }

    /** The column in a SELECT list. */
    String selected() {
        return name.equals(expression) ? name : expression + " AS " + name;
    }
}
