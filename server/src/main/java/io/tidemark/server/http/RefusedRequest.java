package io.tidemark.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;

/**
 * A request refused before it reaches a route. Helidon passes only the request and the message to the {@link
 * ErrorWriter}, so the request carries the error.
 * @param prologue the first line of the request
 * @param headers  the headers known so far
 * @param problem  the error to send
 */
public record RefusedRequest(HttpPrologue prologue, ServerRequestHeaders headers, ApiException problem)
        implements DirectHandler.TransportRequest {

    /** The exception that makes a connection send an error and close. */
    public static RequestException exception(HttpPrologue prologue, Headers headers, ApiException problem) {
        return RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .status(Status.create(problem.status()))
                .request(new RefusedRequest(prologue, ServerRequestHeaders.create(headers), problem))
                .message(problem.publicMessage())
                .cause(problem)
                .setKeepAlive(false)
                .build();
    }

    @Override
    public String protocolVersion() {
        return prologue.protocolVersion();
    }

    @Override
    public String method() {
        return prologue.method().text();
    }

    @Override
    public String path() {
        return prologue.uriPath().rawPath();
    }
}
