package io.tidemark.server.http.listen;

import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;

/**
 * Handles HEAD as GET, with the same checks and headers (RFC 9110, section 9.3.2). The connection omits the body, see
 * {@link ClientWriter}. Filters before this one see HEAD.
 */
public final class HeadAsGet implements Filter {

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        HttpPrologue sent = request.prologue();
        if (sent.method().equals(Method.HEAD)) {
            request.prologue(HttpPrologue.create(sent.rawProtocol(), sent.protocol(), sent.protocolVersion(),
                    Method.GET, sent.uriPath(), sent.query(), sent.fragment()));
        }
        chain.proceed();
    }
}
