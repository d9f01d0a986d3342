package io.tidemark.server.http.listen;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;

/** Creates Helidon's HTTP/1.1 connections with a time limit for each request's arrival. */
final class TimedConnections implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final Duration requestTime;
    private final Drain drain;

    TimedConnections(Http1Config config, Duration requestTime, Drain drain) {
        this.drain = drain;
        this.http = Http1ConnectionSelector.builder().config(config).build();
        this.requestTime = requestTime;
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        TimedConnection timed = new TimedConnection(context, requestTime, drain);
        drain.opened(timed);
        return new Lingering(http.connection(timed), timed, drain);
    }

    /** Helidon's connection, which closes only after the rest of a body is discarded. */
    private record Lingering(ServerConnection http, TimedConnection timed, Drain drain) implements ServerConnection {

        @Override
        public void handle(Limit limit) throws InterruptedException {
            try {
                ScopedValue.where(ClientPresence.CONNECTION, timed).call(() -> {
                    http.handle(limit);
                    return true;
                });
            } finally {
                drain.closed(timed);
                timed.discardBody();
            }
        }

        @Override
        public Duration idleTime() {
            return http.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            if (interrupt || drain.isQuiet(timed)) {
                http.close(interrupt);
                return;
            }
            // its next request may be on its way, or an answer of before the drain being sent
            Thread.startVirtualThread(() -> {
                drain.awaitQuiet(timed);
                http.close(false);
            });
        }
    }
}
