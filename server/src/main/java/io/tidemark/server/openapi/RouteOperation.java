package io.tidemark.server.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.route.contract.EnvelopeKind;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import java.util.Locale;
import java.util.regex.Pattern;

/** A route as OpenAPI describes it. */
final class RouteOperation {

    private static final String SCHEMA_REFERENCE = "#/components/schemas/";
    private static final String REF = "$ref";
    private static final Pattern NO_WORD = Pattern.compile("[^A-Za-z0-9]+");

    private final RouteContract route;
    private final String name;

    RouteOperation(RouteContract route) {
        this.route = route;
        this.name = name(route.path());
    }

    /** {@code /v3/mortality/areas/week} is MortalityAreasWeek, {@code /v2/mortality/...} V2Mortality.... */
    private static String name(String path) {
        StringBuilder name = new StringBuilder();
        for (String word : NO_WORD.split(path.replaceFirst("^/v3/", ""), -1)) {
            if (!word.isEmpty()) {
                name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
            }
        }
        return name.toString();
    }

    /** The group that the route is shown in: its family's name, with the version of legacy routes. */
    String tag() {
        String[] parts = route.path().split("/", -1);
        String family = parts[2].substring(0, 1).toUpperCase(Locale.ROOT) + parts[2].substring(1);
        return parts[1].equals("v3") ? family : family + " (" + parts[1] + ")";
    }

    /** Adds the schema of its records and that of its answer. */
    void addSchemas(ObjectNode schemas) {
        schemas.set(name + "Record", RecordSchema.of(route.fields()));
        schemas.set(name + "Answer", answer());
    }

    private ObjectNode answer() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ArrayNode required = schema.putArray("required").add("data");
        ObjectNode properties = schema.putObject("properties");
        ObjectNode data = properties.putObject("data");
        if (route.single()) {
            data.put(REF, SCHEMA_REFERENCE + name + "Record");
        } else {
            data.put("type", "array").putObject("items").put(REF, SCHEMA_REFERENCE + name + "Record");
        }
        if (route.paging() != Paging.NONE) {
            required.add("pagination");
            properties.putObject("pagination").put(REF, SCHEMA_REFERENCE + "Pagination");
        }
        EnvelopeKind envelope = route.family().envelope();
        required.add(envelope.key());
        ObjectNode metadata = OpenApiDocument.shared("envelopes", envelope.name());
        if (route.confidentiality().benchmarks()) {
            metadata.withObject("/properties").putObject("hidden").put(REF, SCHEMA_REFERENCE + "HiddenBenchmark");
        }
        properties.set(envelope.key(), metadata);
        return schema;
    }

    /**
     * Describes the operation.
     *
     * @param shared collects the parameters that operations share
     */
    ObjectNode describe(SharedParameters shared) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("operationId", "get" + name);
        node.putArray("tags").add(tag());
        node.put("summary", route.summary());
        node.put("description", description());
        if (route.internal()) {
            node.put("x-internal", true);
        }
        node.put("x-permission", route.family().permission());
        ArrayNode parameters = node.putArray("parameters");
        String group = NO_WORD.matcher(tag()).replaceAll("");
        route.parameters().forEach((each, contract) -> shared.add(parameters, group, each, contract));
        shared.addEveryRoutes(parameters);
        node.set("responses", responses());
        return node;
    }

    private String description() {
        String access = OpenApiDocument.words("access", route.access().name());
        String confidential = switch (route.confidentiality().kind()) {
            case BENCHMARK -> " Benchmark values are sums over enough farmer groups, so that the difference of two "
                    + "values reveals no group; other values are null.";
            case RULE -> " Confidentiality: " + route.confidentiality().rule() + ".";
            default -> "";
        };
        String isNot = route.isNot() == null ? "" : "What it is and is not: " + route.isNot() + " ";
        return isNot + "Needs the permission `" + route.family().permission() + "`." + access + confidential;
    }

    private ObjectNode responses() {
        ObjectNode responses = OpenApiDocument.shared("operation", "responses");
        ObjectNode good = responses.withObject("/200");
        good.withObject("/content").withObject("/application~1json/schema")
                .put(REF, SCHEMA_REFERENCE + name + "Answer");
        if (route.paging() != Paging.PAGES) {
            good.withObject("/headers").remove("Link");
        }
        if (route.family().empty() != 204) {
            responses.remove("204");
        }
        if (route.single()) {
            good.put("description", "The record");
        } else {
            responses.remove("404");
        }
        return responses;
    }
}
