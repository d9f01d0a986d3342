package io.tidemark.server.sql;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A column that tells the rows of an answer apart: {@code week}, or {@code {weight_group: weight_group(weight_class, 500)}}.
 *
 * @param name       its name
 * @param expression what it is of a cell's columns; the same as the name for one of them
 */
public record RowColumn(String name, String expression) {

    /** Reads what a header says. */
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

    /** As it stands in a SELECT list. */
    String selected() {
        return name.equals(expression) ? name : expression + " AS " + name;
    }
}
