package io.tidemark.server.http.limit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.time.Duration;

/**
 * Limits 401 responses per address and second; above the limit it answers 429. It counts by address, since the callers
 * are unknown.
 */
public final class RefusedTokenLimit implements Filter {
    private final TokenBuckets addresses;

    /** Allows this number of refusals per second for each address. */
    public RefusedTokenLimit(int perSecond, Ticker ticker) {
        addresses = new TokenBuckets(perSecond, Duration.ofSeconds(1), ticker);
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String address = AddressRange.countingKey(ClientAddress.of(request));
        addresses.require(address);
        response.whenSent(() -> {
            if (response.status().equals(Status.UNAUTHORIZED_401)) {
                addresses.drain(address);
            }
        });
        chain.proceed();
    }
}
