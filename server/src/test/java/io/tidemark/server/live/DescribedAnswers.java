package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds every answer of a data route against the API's description: its status is among those described, its body fits
 * the schema.
 */
final class DescribedAnswers {

    /** The records of an answer that are looked at; the others are made by the same code. */
    private static final int RECORDS = 20;
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final JsonNode DOCUMENT = OpenApiDocument.of(CATALOG, true).tree();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final Map<String, JsonSchema> KNOWN = new ConcurrentHashMap<>();

    private DescribedAnswers() {}

    /** Checks an answer as it came; those of paths that are not described are left alone. */
    static void check(HttpResponse<?> answer) {
        String method = answer.request().method().toLowerCase(Locale.ROOT);
        Optional<String> described = CATALOG.match(answer.uri().getRawPath()).map(match -> match.route().path())
                .or(() -> byHand(answer.uri().getRawPath()));
        if (described.isEmpty() || !DOCUMENT.at("/paths").path(described.get()).has(method)) {
            return;
        }
        String path = described.get();
        JsonNode response = resolved(DOCUMENT.at("/paths").path(path).path(method).path("responses")
                .path(String.valueOf(answer.statusCode())));
        assertThat(response.isMissingNode()).as("%s %s answers %d, which is described", method, path,
                answer.statusCode()).isFalse();
        JsonNode schema = response.at("/content/application~1json/schema");
        boolean json = answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
        if (json && answer.body() instanceof String body && !schema.isMissingNode()) {
            assertThat(KNOWN.computeIfAbsent(schema.toString(), _ -> schema(schema))
                    .validate(first(LiveServer.json(body))))
                    .as("%s against its description", path).isEmpty();
        }
    }

    /** The path of an operation that is no query and is described by hand. */
    private static Optional<String> byHand(String path) {
        return DOCUMENT.at("/paths").propertyStream().map(Map.Entry::getKey)
                .filter(each -> each.startsWith("/v3/admin") || each.startsWith("/v3/deliveries"))
                .filter(each -> path.matches(each.replaceAll("\\{[a-z]+}", "[^/]+"))).findFirst();
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? DOCUMENT.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static JsonSchema schema(JsonNode schema) {
        ObjectNode root = schema.deepCopy();
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
