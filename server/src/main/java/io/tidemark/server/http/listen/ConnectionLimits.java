package io.tidemark.server.http.listen;

import java.time.Duration;

/**
 * Limits on what clients send.
 *
 * @param max         connections at once; more wait
 * @param urlBytes    bytes of a request's first line
 * @param headerBytes bytes of its headers
 * @param requestTime time for a whole request to arrive, and for a quiet connection
 */
public record ConnectionLimits(int max, int urlBytes, int headerBytes, Duration requestTime) {}
