package io.tidemark.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;

/**
 * Sets the security headers of every response: no scripts, no content sniffing, no framing, no referrer; over TLS also
 * HSTS. A route may override them.
 */
public final class SecurityHeaders implements Filter {

    private static final HeaderName CONTENT_TYPE_OPTIONS = HeaderNames.create("X-Content-Type-Options");
    private static final HeaderName CONTENT_SECURITY_POLICY = HeaderNames.create("Content-Security-Policy");
    private static final HeaderName REFERRER_POLICY = HeaderNames.create("Referrer-Policy");
    private static final HeaderName TRANSPORT_SECURITY = HeaderNames.create("Strict-Transport-Security");

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        set(response.headers());
        if (request.isSecure()) {
            response.headers().set(TRANSPORT_SECURITY, "max-age=31536000");
        }
        chain.proceed();
    }

    /** Sets the headers that do not depend on the connection, for errors before the routing. */
    public static void set(WritableHeaders<?> headers) {
        headers.set(CONTENT_TYPE_OPTIONS, "nosniff");
        headers.set(CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'");
        headers.set(REFERRER_POLICY, "no-referrer");
    }
}
