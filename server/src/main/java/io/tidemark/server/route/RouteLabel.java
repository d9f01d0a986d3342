package io.tidemark.server.route;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.function.Supplier;

/** The route of a request as one of a fixed set of names, whatever clients send. Thread-safe. */
public final class RouteLabel {
    /** For requests to unknown paths. */
    public static final String NONE = "none";

    private final Supplier<RouteCatalog> routes;

    /** With the data routes; the routing provides the others. */
    public RouteLabel(Supplier<RouteCatalog> routes) {
        this.routes = routes;
    }

    /** Such as {@code /v3/common/site/{site_id}}, also when the request was refused; or {@link #NONE}. */
    public String of(ServerRequest request) {
        return data(request)
                .or(() -> request.matchingPattern().filter(pattern -> pattern.indexOf('*') < 0)
                        .map(pattern -> pattern.length() > 1 && pattern.endsWith("/") ? pattern.substring(0, pattern.length() - 1) : pattern))
                .orElse(NONE);
    }

    /** The data route of a request; empty for other paths. */
    public Optional<String> data(ServerRequest request) {
        return routes.get().match(request.prologue().uriPath().path()).map(match -> match.route().path());
    }
}
