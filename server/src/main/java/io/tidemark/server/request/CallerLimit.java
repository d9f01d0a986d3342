package io.tidemark.server.request;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.event.Actor;
import io.tidemark.server.http.limit.TokenBuckets;
import io.tidemark.server.identity.account.Caller;
import java.time.Duration;
import java.util.function.Function;

/** Limits the requests per second of one caller, across all its tokens; further ones get 429. Thread-safe. */
public final class CallerLimit implements Function<ServerRequest, Caller> {
    private final Function<ServerRequest, Caller> identify;
    private final TokenBuckets callers;

    /** Counts requests by the caller from {@code identify}. */
    public CallerLimit(Function<ServerRequest, Caller> identify, int perSecond, Ticker ticker) {
        this.identify = identify;
        this.callers = new TokenBuckets(perSecond, Duration.ofSeconds(1), ticker);
    }

    /** The request's caller; throws what {@code identify} throws, and 429. */
    @Override
    public Caller apply(ServerRequest request) {
        Caller caller = identify.apply(request);
        Actor.register(request, caller.subject(), caller.farmerId(), caller.looks());
        callers.take(caller.subject());
        return caller;
    }
}
