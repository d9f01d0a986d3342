package io.tidemark.server.route;

import io.helidon.webserver.http.ServerRequest;
import java.util.function.Supplier;

/** Which route a request was for, as a name of which there are few, whatever clients ask for. Thread-safe. */
public final class RouteTemplate {
    /** Of requests to no route. */
    public static final String NONE = "none";

    private final Supplier<RouteCatalog> routes;

    /** Knows the data routes; the others are known to the routing. */
    public RouteTemplate(Supplier<RouteCatalog> routes) {
        this.routes = routes;
    }

    /** Such as {@code /v3/common/site/{site_id}}, also when the request was refused; or {@link #NONE}. */
    public String of(ServerRequest request) {
        return routes.get().match(request.prologue().uriPath().path()).map(match -> match.route().path())
                .or(() -> request.matchingPattern().filter(pattern -> pattern.indexOf('*') < 0)
                        .map(pattern -> pattern.length() > 1 && pattern.endsWith("/") ? pattern.substring(0, pattern.length() - 1) : pattern))
                .orElse(NONE);
    }
}
