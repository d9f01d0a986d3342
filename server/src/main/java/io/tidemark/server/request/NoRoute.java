package io.tidemark.server.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.http.NotFoundException;
import io.helidon.webserver.http.ErrorHandler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.ErrorWriter;
import io.tidemark.server.docs.DocsService;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.PerCatalog;
import io.tidemark.server.route.RouteCatalog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suggests the nearest route for an unknown path. All callers get the same: paths that the public description has, and no others. Thread-safe.
 */
public final class NoRoute implements ErrorHandler<NotFoundException> {

    /** Longer paths are not typing errors. */
    private static final int LONGEST = 100;

    /** What a catalog's public description has. */
    private record Described(List<String> paths, Set<String> readOnly) {

        static Described of(RouteCatalog catalog) {
            JsonNode paths = OpenApiDocument.of(catalog, false).tree().get("paths");
            return new Described(Stream.concat(paths.propertyStream().map(Map.Entry::getKey), Stream.of(DocsService.PATH + "/")).toList(),
                    paths.propertyStream().filter(path -> path.getValue().size() == 1 && path.getValue().has("get")).map(Map.Entry::getKey)
                            .collect(Collectors.toUnmodifiableSet()));
        }
    }

    private final PerCatalog<Described> described;
    private final ErrorWriter errors = new ErrorWriter();

    /** Knows the paths that are described at the time of a request. */
    public NoRoute(Supplier<RouteCatalog> routes) {
        this.described = new PerCatalog<>(routes, Described::of);
    }

    /** Responds if the web server found no route. */
    @Override
    public void handle(ServerRequest request, ServerResponse response, NotFoundException problem) {
        String path = request.prologue().uriPath().path();
        errors.handle(request, response, described.get().readOnly().contains(path) ? new ApiException.MethodNotAllowed("GET") : at(path));
    }

    /** A 404 that names the nearest route, when one is near. */
    ApiException.NotFound at(String path) {
        if (path.length() > LONGEST) {
            return new ApiException.NotFound("There is no such route");
        }
        return new ApiException.NotFound("There is no route " + path
                + nearest(path).map(route -> "; did you mean " + route + "?").orElse(""));
    }

    private Optional<String> nearest(String path) {
        String[] parts = path.split("/", -1);
        Map<String, String> asWritten = new LinkedHashMap<>();
        described.get().paths().forEach(route -> asWritten.putIfAbsent(withValues(route, parts), route));
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
