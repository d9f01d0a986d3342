package io.tidemark.server.event;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.tidemark.server.answer.ErrorWriter;
import io.tidemark.server.answer.RequestId;
import io.tidemark.server.guard.ClientAddress;
import io.tidemark.server.route.RouteTemplate;
import java.time.Duration;
import java.time.Instant;

/**
 * Publishes every request after its response, errors too; a 403 or 429 also as a refusal. A 401 has its own event where
 * the credentials are checked, with the reason.
 */
public final class AccessLog implements Filter {

    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;

    private final Events events;
    private final RouteTemplate routes;

    /** Publishes to these, with the names of these routes. */
    public AccessLog(Events events, RouteTemplate routes) {
        this.events = events;
        this.routes = routes;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        long start = System.nanoTime();
        // as it was sent: a HEAD is handled as a GET
        String method = request.prologue().method().text();
        response.whenSent(() -> publish(request, method, response.status().code(), Duration.ofNanos(System.nanoTime() - start)));
        chain.proceed();
    }

    private void publish(RoutingRequest request, String method, int status, Duration took) {
        Instant now = Instant.now();
        Origin origin = new Origin(RequestId.of(request), ClientAddress.of(request));
        // as sent: decoded, it could contain a line end
        String path = request.prologue().uriPath().rawPath();
        events.publish(new Event.RequestAnswered(now, origin, method, routes.of(request), path, status, took));
        if (status == FORBIDDEN || status == TOO_MANY) {
            events.publish(new Event.Refused(now, origin, status, method, path, ErrorWriter.messageOf(request),
                    Actor.of(request)));
        }
    }
}
