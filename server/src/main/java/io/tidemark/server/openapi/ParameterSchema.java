package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.parameter.FlexibleDate;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.ParameterType;
import java.util.List;

/** A request parameter as OpenAPI describes it. */
final class ParameterSchema {

    private static final String DESCRIPTION = "description";
    private static final String EXAMPLES = "examples";

    private ParameterSchema() {}

    /** The parameter: its place, its meaning and the schema of its values. */
    static ObjectNode of(String name, ParameterContract parameter) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", name).put("in", parameter.inPath() ? "path" : "query");
        if (parameter.inPath()) {
            node.put("required", true);
        }
        node.put(DESCRIPTION, sentence(parameter));
        if (isList(parameter.type())) {
            // one value, comma separated
            node.put("style", "form").put("explode", false);
        }
        node.set("schema", schema(parameter));
        return node;
    }

    private static String sentence(ParameterContract parameter) {
        StringBuilder text = new StringBuilder(parameter.meaning());
        switch (parameter.type()) {
            case DATE_FROM, DATE_TO -> {
                text.append(". Forms: ").append(FlexibleDate.FORMS);
                if (parameter.quarters()) {
                    text.append(FlexibleDate.QUARTER_FORMS);
                }
            }
            default -> { }
        }
        if (parameter.defaultBack() != null) {
            text.append(". When absent: ").append(parameter.defaultBack()).append(" back from today");
        }
        return text.toString();
    }

    private static boolean isList(ParameterType type) {
        return switch (type) {
            case AREAS, PRODUCTION_AREAS, GENERATIONS, CHOICES, TEXTS, SPECIES -> true;
            case DATE_FROM, DATE_TO, ISO_DATE_FROM, ISO_DATE_TO, INTEGER, NUMBER, BOOLEAN, CHOICE, TEXT -> false;
        };
    }

    private static ObjectNode schema(ParameterContract parameter) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        switch (parameter.type()) {
            case DATE_FROM, DATE_TO -> examples(schema.put("type", "string"), List.of("2026-03-07", "2026-03", "week 9 2026"));
            case ISO_DATE_FROM, ISO_DATE_TO -> examples(schema.put("type", "string").put("format", "date"), List.of("2026-03-07"));
            case AREAS -> list(schema, List.of("vest", "3"));
            case PRODUCTION_AREAS -> list(schema, List.of("3", "4"));
            case GENERATIONS -> list(schema, List.of("V2025", "H2025"));
            case SPECIES -> list(schema, List.of("SAL"));
            case TEXTS -> list(schema, List.of());
            case CHOICES -> {
                ObjectNode items = schema.put("type", "array").putObject("items").put("type", "string");
                words(items, parameter);
            }
            case INTEGER -> range(schema.put("type", "integer"), parameter);
            case NUMBER -> range(schema.put("type", "number"), parameter);
            case BOOLEAN -> schema.put("type", "boolean");
            case CHOICE -> words(schema.put("type", "string"), parameter);
            case TEXT -> schema.put("type", "string");
        }
        defaultTo(schema, parameter);
        return schema;
    }

    private static void list(ObjectNode schema, List<String> examples) {
        ObjectNode items = schema.put("type", "array").putObject("items").put("type", "string");
        if (!examples.isEmpty()) {
            examples(items, examples);
        }
    }

    private static void examples(ObjectNode schema, List<String> examples) {
        ArrayNode list = schema.putArray(EXAMPLES);
        examples.forEach(list::add);
    }

    private static void words(ObjectNode schema, ParameterContract parameter) {
        ArrayNode words = schema.putArray("enum");
        if (parameter.values() != null) {
            parameter.values().forEach(words::add);
        }
    }

    private static void range(ObjectNode schema, ParameterContract parameter) {
        schema.put("minimum", parameter.min()).put("maximum", parameter.max());
    }

    private static void defaultTo(ObjectNode schema, ParameterContract parameter) {
        String value = parameter.defaultTo();
        if (value == null) {
            return;
        }
        switch (parameter.type()) {
            case INTEGER -> schema.put("default", Integer.parseInt(value));
            case NUMBER -> schema.put("default", Double.parseDouble(value));
            case BOOLEAN -> schema.put("default", Boolean.parseBoolean(value));
            case CHOICE, TEXT -> schema.put("default", value);
            case AREAS, PRODUCTION_AREAS, GENERATIONS, CHOICES, TEXTS, SPECIES -> {
                ArrayNode values = schema.putArray("default");
                for (String word : value.split(",", -1)) {
                    values.add(word.strip());
                }
            }
            // described in words: it depends on the day
            case DATE_FROM, DATE_TO, ISO_DATE_FROM, ISO_DATE_TO -> { }
        }
    }
}
