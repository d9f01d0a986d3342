package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.util.List;

/**
 * The schema of a route's record. Every field may be null: a hidden figure is null, and so is one that nobody has
 * delivered. Units and decimals are also in {@code x-unit} and {@code x-decimals}, for programs.
 */
final class RecordSchema {

    private RecordSchema() {}

    /** The schema of an object with these fields. */
    static ObjectNode of(List<FieldContract> fields) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        for (FieldContract field : fields) {
            required.add(field.name());
            properties.set(field.name(), field(field));
        }
        schema.set("required", required);
        schema.set("properties", properties);
        return schema;
    }

    private static ObjectNode field(FieldContract field) {
        ObjectNode schema = field.type() == FieldType.OBJECT ? object(field)
                : OpenApiDocument.shared("fields", field.type().name());
        schema.put("description", field.unit().isEmpty() ? field.meaning() : field.meaning() + " (" + field.unit()
                + ")");
        if (!field.unit().isEmpty()) {
            schema.put("x-unit", field.unit());
        }
        if (field.type() == FieldType.NUMBER) {
            schema.put("x-decimals", field.decimals());
        }
        return schema;
    }

    private static ObjectNode object(FieldContract field) {
        ObjectNode schema = of(field.keys());
        if (field.leaveOutNulls()) {
            schema.remove("required");
        }
        schema.putArray("type").add("object").add("null");
        return schema;
    }
}
