package io.tidemark.server.event;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.tidemark.server.answer.RequestId;
import java.time.Duration;
import java.time.Instant;

/** Publishes every request when its answer has been sent, errors too. */
public final class AccessLog implements Filter {

    private final Events events;

    /** Publishes to these. */
    public AccessLog(Events events) {
        this.events = events;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        long start = System.nanoTime();
        response.whenSent(() -> events.publish(new Event.RequestAnswered(Instant.now(),
                new Origin(RequestId.of(request), request.remotePeer().host()), request.prologue().method().text(),
                request.path().path(), response.status().code(), Duration.ofNanos(System.nanoTime() - start))));
        chain.proceed();
    }
}
