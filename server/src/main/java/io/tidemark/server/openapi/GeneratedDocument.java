package io.tidemark.server.openapi;

import io.helidon.openapi.OpenApiFormat;
import io.helidon.openapi.OpenApiManager;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.route.RouteCatalog;
import java.util.function.Supplier;

/** Gives Helidon's OpenAPI feature the document that is generated from the routes, in both formats. Thread-safe. */
record GeneratedDocument(Supplier<RouteCatalog> catalog, BasePath base) implements OpenApiManager<OpenApiDocument> {

    /** The public description of routes. */
    OpenApiDocument of(RouteCatalog routes) {
        return OpenApiDocument.of(routes, false).below(base);
    }

    @Override
    public String name() {
        return "generated";
    }

    @Override
    public String type() {
        return "tidemark";
    }

    /** Describes the routes that are served now; the content of a file is ignored. */
    @Override
    public OpenApiDocument load(String content) {
        return of(catalog.get());
    }

    @Override
    public String format(OpenApiDocument document, OpenApiFormat format) {
        return switch (format) {
            case JSON -> document.json();
            case YAML -> document.yaml();
            case UNSUPPORTED -> throw new IllegalArgumentException("available: JSON and YAML");
        };
    }
}
