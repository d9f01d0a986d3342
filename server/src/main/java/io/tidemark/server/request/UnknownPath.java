package io.tidemark.server.request;

import io.helidon.http.NotFoundException;
import io.helidon.webserver.http.ErrorHandler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.docs.DocsService;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.CatalogCache;
import io.tidemark.server.route.RouteCatalog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Suggests the nearest route for an unknown path. All callers get the same: paths that the public description has, and
 * no others. Thread-safe.
 */
public final class UnknownPath implements ErrorHandler<NotFoundException> {

    /** Longer paths are not typing errors. */
    private static final int MAX = 100;

    private final CatalogCache<List<String>> described;
    private final ErrorWriter errors = new ErrorWriter();

    /** Knows the paths that are described at the time of a request. */
    public UnknownPath(Supplier<RouteCatalog> routes) {
        this.described = new CatalogCache<>(routes, UnknownPath::described);
    }

    private static List<String> described(RouteCatalog catalog) {
        return Stream.concat(OpenApiDocument.of(catalog, false).tree().get("paths").propertyStream()
                .map(Map.Entry::getKey), Stream.of(DocsService.PATH + "/")).toList();
    }

    /** Responds if the web server found no route. */
    @Override
    public void handle(ServerRequest request, ServerResponse response, NotFoundException problem) {
        errors.handle(request, response, at(request.prologue().uriPath().path()));
    }

    /** A 404 that names the nearest route, when one is near. */
    ApiException.NotFound at(String path) {
        if (path.length() > MAX) {
            return new ApiException.NotFound("There is no such route");
        }
        return new ApiException.NotFound("There is no route " + path
                + nearest(path).map(route -> "; did you mean " + route + "?").orElse(""));
    }

    private Optional<String> nearest(String path) {
        String[] parts = path.split("/", -1);
        Map<String, String> asWritten = new LinkedHashMap<>();
        described.get().forEach(route -> asWritten.putIfAbsent(withValues(route, parts), route));
        return NearestName.of(path, asWritten.keySet(), Math.max(3, path.length() / 4)).map(asWritten::get);
    }

    /** A route's path with the request's values in its variable parts. */
    private static String withValues(String route, String[] parts) {
        String[] pattern = route.split("/", -1);
        if (pattern.length != parts.length) {
            return route;
        }
        for (int i = 0; i < parts.length; i++) {
            if (pattern[i].startsWith("{") && !parts[i].isEmpty()) {
                pattern[i] = parts[i];
            }
        }
        return String.join("/", pattern);
    }
}
