package io.tidemark.server;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.tidemark.server.event.Actor;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.route.RouteLabel;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Publishes an event for every request after its response, including errors; a 403 or 429 also as a refusal. A 401 has
 * its own event with the reason, published when the credentials are checked.
 */
record AccessLog(EventReceiver events, RouteLabel routes) implements Filter {

    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        long start = System.nanoTime();
        // the method as sent: a HEAD is handled as a GET
        String method = request.prologue().method().text();
        AtomicBoolean sent = new AtomicBoolean();
        response.whenSent(() -> {
            sent.set(true);
            publish(request, method, response.status().code(), Duration.ofNanos(System.nanoTime() - start));
        });
        try {
            chain.proceed();
        } catch (RuntimeException e) {
            if (!sent.get()) {
                // the client disconnected before the end; it may have received most of the answer
                accessed(request, method, response.status().code(), Instant.now());
            }
            throw e;
        }
    }

    private void publish(RoutingRequest request, String method, int status, Duration took) {
        Instant now = Instant.now();
        Origin origin = new Origin(RequestId.of(request), ClientAddress.of(request));
        // the path as sent: decoded, it could contain a line end
        String path = request.prologue().uriPath().rawPath();
        events.publish(new Event.RequestAnswered(now, origin, method, routes.of(request), path, status, took));
        accessed(request, method, status, now);
        if (status == FORBIDDEN || status == TOO_MANY) {
            events.publish(new Event.Refused(now, origin, status, method, path, ErrorWriter.messageOf(request),
                    Actor.of(request).map(Actor::accountId).orElse(null)));
        }
    }

    private void accessed(RoutingRequest request, String method, int status, Instant now) {
        Origin origin = new Origin(RequestId.of(request), ClientAddress.of(request));
        access(request).ifPresent(access -> events.publish(new Event.DataAccessed(now, origin, method, access,
                status)));
    }

    /**
     * The data access of a known caller. If the caller was refused before the request was read, it has only the route.
     */
    private Optional<DataAccess> access(RoutingRequest request) {
        return DataAccess.of(request).or(() -> Actor.of(request).flatMap(actor ->
                routes.data(request).map(route -> DataAccess.of(actor, route))));
    }
}
