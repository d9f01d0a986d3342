package io.tidemark.server.http.listen;

import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import java.time.Duration;

/** Sets the limits of a listener: protocol (HTTP/1.1, and 1.0 for one request), sizes and times. */
public final class ListenerLimits {
    /** Limit of a body in bytes; some routes allow less. */
    private static final int LARGEST_BODY = 64 * 1024;

    /** Time for running requests when the server stops, after the drain. */
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(6);

    private ListenerLimits() {}

    /** Sets the limits on a listener that is stopped without a drain. */
    public static void set(WebServerConfig.Builder listener, ConnectionLimits limits) {
        set(listener, limits, new Drain());
    }

    /** Sets the limits on a listener; {@code drain} knows its connections. */
    // Helidon 4.3.0 announces the end of this setting, and has no other for requests without a host
    @SuppressWarnings("removal")
    public static void set(WebServerConfig.Builder listener, ConnectionLimits limits, Drain drain) {
        Http1Config http = Http1Config.builder()
                .maxPrologueLength(limits.urlBytes())
                .maxHeadersSize(limits.headerBytes())
                // RequestHead does these, more strictly and with better messages
                .validatePath(false).validatePrologue(false).validateRequestHostHeader(false)
                // otherwise a body sent despite a refusal would be read as the next request
                .continueImmediately(true)
                .addReceiveListener(TimedConnection.ARRIVING)
                .addSendListener(TimedConnection.ANSWERING)
                .build();
        listener.maxPayloadSize(LARGEST_BODY).shutdownGracePeriod(LAST_REQUESTS)
                // ends a connection if a read takes this long, even a read that waits for the next request
                .connectionOptions(new TimedSockets(SocketOptions.builder().build(),
                        new OpenConnections(limits.max()), limits.requestTime()))
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new TimedConnections(http, limits.requestTime(), drain));
    }
}
