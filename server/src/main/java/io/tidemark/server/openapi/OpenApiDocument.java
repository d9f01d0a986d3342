package io.tidemark.server.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The description of the whole API in OpenAPI 3.1. {@code openapi/base.yaml} and {@code openapi/admin.yaml} are written
 * by hand; each route adds an operation, made from its header. Immutable.
 */
public final class OpenApiDocument {

    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES).enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS).build());

    private static final ObjectNode SHARED = written("route.yaml");

    private final ObjectNode document;

    private OpenApiDocument(ObjectNode document) {
        this.document = document;
    }

    /**
     * Describes a server's routes.
     *
     * @param internal whether internal routes are described too
     */
    public static OpenApiDocument of(RouteCatalog catalog, boolean internal) {
        ObjectNode document = base();
        document.withObject("/info").put("version", ProgramVersion.TEXT);
        ObjectNode paths = document.withObject("/paths");
        ObjectNode components = document.withObject("/components");
        ObjectNode schemas = components.withObject("/schemas");
        SharedParameters shared = new SharedParameters();
        Set<String> tags = new HashSet<>(document.at("/tags").findValuesAsText("name"));
        for (RouteContract route : catalog.routes()) {
            if (internal || !route.internal()) {
                RouteOperation operation = new RouteOperation(route);
                operation.addSchemas(schemas);
                paths.putObject(route.path()).set("get", operation.describe(shared));
                if (tags.add(operation.tag())) {
                    // own routes of a deployment may have an undescribed family
                    ((ArrayNode) document.at("/tags")).addObject().put("name", operation.tag())
                            .put("description", operation.tag());
                }
            }
        }
        ObjectNode parameters = components.withObject("/parameters");
        shared.all().forEach(parameters::set);
        return new OpenApiDocument(document);
    }

    /** A copy of what the descriptions of all routes share, such as {@code types} and {@code INTEGER}. */
    static ObjectNode shared(String section, String part) {
        return (ObjectNode) SHARED.path(section).required(part).deepCopy();
    }

    /** A sentence that depends on a route, such as {@code access} and {@code FARMER}. */
    public static String words(String section, String part) {
        return SHARED.path(section).required(part).asText();
    }

    /** The parameters of every route, by name. */
    static Set<Map.Entry<String, JsonNode>> sharedParameters() {
        return SHARED.path("parameters").properties();
    }

    private static ObjectNode base() {
        ObjectNode document = written("base.yaml");
        ObjectNode administration = written("admin.yaml");
        document.withArray("/tags").addAll((ArrayNode) administration.get("tags"));
        document.withObject("/paths").setAll((ObjectNode) administration.get("paths"));
        administration.get("components").properties().forEach(part ->
                document.withObject("/components").withObject("/" + part.getKey())
                        .setAll((ObjectNode) part.getValue()));
        return document;
    }

    private static ObjectNode written(String file) {
        try (InputStream in = Objects.requireNonNull(OpenApiDocument.class.getResourceAsStream("/openapi/" + file))) {
            return (ObjectNode) YAML.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("openapi/" + file + " cannot be read", e);
        }
    }

    /** The same, of a server that is below a path. */
    public OpenApiDocument below(BasePath base) {
        if (base.equals(BasePath.NONE)) {
            return this;
        }
        ObjectNode copy = document.deepCopy();
        copy.withObject("/servers/0").put("url", base.path());
        return new OpenApiDocument(copy);
    }

    /** The document as JSON, with line ends. */
    public String json() {
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("the description cannot be written", e);
        }
    }

    /** The document as YAML. */
    public String yaml() {
        try {
            return YAML.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("the description cannot be written", e);
        }
    }

    /** A copy of the document. */
    public JsonNode tree() {
        return document.deepCopy();
    }
}
