package io.tidemark.server.event;

/**
 * The origin of an event.
 *
 * @param requestId id of the request, as in its X-Request-Id
 * @param address the peer's address, without port
 */
public record Origin(String requestId, String address) {}
