package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Holds every answer of a data route against the API's description: its status is among those described, its body fits the schema. */
final class DescribedAnswers {

    /** The records of an answer that are looked at; the others are made by the same code. */
    private static final int RECORDS = 20;
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final JsonNode DOCUMENT = OpenApiDocument.of(CATALOG, true).tree();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final Map<String, JsonSchema> KNOWN = new ConcurrentHashMap<>();

    private DescribedAnswers() {}

    /** Checks an answer as it came; those of paths that are no routes are left alone. */
    static void check(HttpResponse<?> answer) {
        Optional<RouteCatalog.Match> match = CATALOG.match(answer.uri().getRawPath());
        if (match.isEmpty() || !answer.request().method().equals("GET")) {
            return;
        }
        String path = match.get().route().path();
        JsonNode response = resolved(DOCUMENT.at("/paths").path(path).at("/get/responses").path(String.valueOf(answer.statusCode())));
        assertThat(response.isMissingNode()).as("%s answers %d, which is described", path, answer.statusCode()).isFalse();
        JsonNode schema = response.at("/content/application~1json/schema");
        boolean json = answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
        if (json && answer.body() instanceof String body && !schema.isMissingNode()) {
            assertThat(KNOWN.computeIfAbsent(schema.path("$ref").asText(), DescribedAnswers::schema).validate(first(LiveServer.json(body))))
                    .as("%s against its description", path).isEmpty();
        }
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? DOCUMENT.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static JsonSchema schema(String reference) {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("$ref", reference);
        root.set("components", DOCUMENT.get("components"));
        return SCHEMAS.getSchema(root);
    }

    private static JsonNode first(JsonNode answer) {
        if (answer.path("data") instanceof ArrayNode data) {
            while (data.size() > RECORDS) {
                data.remove(data.size() - 1);
            }
        }
        return answer;
    }
}
