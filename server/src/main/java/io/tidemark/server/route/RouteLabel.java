package io.tidemark.server.route;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.function.Supplier;

/** Maps a request to one of a fixed set of route names, whatever clients send. Thread-safe. */
public record RouteLabel(Supplier<RouteCatalog> routes) {

    /** The name for requests to unknown paths. */
    public static final String NONE = "none";

    /** The name, such as {@code /v3/common/site/{site_id}}, even for a refused request; or {@link #NONE}. */
    public String of(ServerRequest request) {
        return data(request)
                .or(() -> request.matchingPattern().filter(pattern -> pattern.indexOf('*') < 0)
                        .map(pattern -> pattern.length() > 1 && pattern.endsWith("/")
                        ? pattern.substring(0, pattern.length() - 1) : pattern))
                .orElse(NONE);
    }

    /** The data route of a request; empty for other paths. */
    public Optional<String> data(ServerRequest request) {
        return routes.get().match(request.prologue().uriPath().path()).map(match -> match.route().path());
    }
}
