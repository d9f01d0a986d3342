package io.tidemark.server.http.listen;

import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import io.tidemark.server.config.GuardConfig;
import java.time.Duration;

/** What a connection may send, how much of it and how slowly; HTTP/1.1 only. */
public final class ListenerLimits {
    /** Largest body in bytes; single routes allow less. */
    private static final int LARGEST_BODY = 64 * 1024;

    /** For requests under way when the server stops. */
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(8);

    private ListenerLimits() {}

    /** Sets them. */
    public static void set(WebServerConfig.Builder listener, GuardConfig.Connections limits) {
        Http1Config http = Http1Config.builder()
                .maxPrologueLength(limits.urlBytes())
                .maxHeadersSize(limits.headerBytes())
                // RequestHead does both, more strictly and with better messages
                .validatePath(false)
                .validatePrologue(false)
                // otherwise a body that is sent despite a refusal would be read as the next request
                .continueImmediately(true)
                .addReceiveListener(TimedConnection.ARRIVING)
                .addSendListener(TimedConnection.ANSWERING)
                .build();
        listener.maxPayloadSize(LARGEST_BODY)
                .shutdownGracePeriod(LAST_REQUESTS)
                // a read that takes as long ends the connection, also one that waits for the next request
                .connectionOptions(new TimedSockets(SocketOptions.builder().build(),
                        new OpenConnections(limits.max()), limits.requestTime()))
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new TimedConnections(http, limits.requestTime()));
    }
}
