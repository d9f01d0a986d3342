package io.tidemark.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The id of a request in its response, log lines and error body: the client's X-Request-Id if it has 1 to 64 characters
 * of {@code A-Z a-z 0-9 . _ -}, else a new UUID. As a filter, this class sets the header of every response.
 */
public final class RequestId implements Filter {
    /** The header X-Request-Id of requests and responses. */
    public static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** The request's id, created at the first call. */
    public static String of(ServerRequest request) {
        return request.context().get(RequestId.class, String.class).orElseGet(() -> {
            String id = from(request.headers());
            request.context().register(RequestId.class, id);
            return id;
        });
    }

    /** The client's id if it is valid, else a new one; for requests that do not reach the routing. */
    static String from(Headers headers) {
        return headers.first(HEADER).filter(id -> SANE.matcher(id).matches())
                .orElseGet(() -> UUID.randomUUID().toString());
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        response.headers().set(HEADER, of(request));
        chain.proceed();
    }
}
