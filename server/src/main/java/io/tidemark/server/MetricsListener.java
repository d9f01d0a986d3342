package io.tidemark.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.SecurityHeaders;
import io.tidemark.server.http.listen.HeadAsGet;
import io.tidemark.server.http.listen.ListenerLimits;
import io.tidemark.server.metrics.Meters;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /metrics} on its own port. It needs no token, since it listens on this machine only. */
final class MetricsListener implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String PATH = "/metrics";
    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final Meters meters;
    private final WebServer web;

    private MetricsListener(Meters meters, WebServer web) {
        this.meters = meters;
        this.web = web;
    }

    /** Starts listening, with all meters at 0; null if metrics are off. Throws {@link ListenException} if the port is taken. */
    static @Nullable MetricsListener open(ServerConfig.Metrics config, GuardConfig.Connections limits) {
        if (config.port() == null) {
            return null;
        }
        Meters meters = new Meters();
        WebServerConfig.Builder listener = WebServer.builder()
                .host(HOST)
                .port(config.port())
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .routing(routing -> routing(routing, meters));
        ListenerLimits.set(listener, limits);
        new ErrorWriter().register(listener);
        try {
            return new MetricsListener(meters, WebListener.started(listener));
        } catch (ListenException e) {
            meters.close();
            throw e;
        }
    }

    private static void routing(HttpRouting.Builder routing, Meters meters) {
        routing.addFilter(new RequestId())
                .addFilter(new SecurityHeaders())
                .addFilter(new HeadAsGet())
                .get(PATH, (_, response) -> send(response, meters))
                .any(PATH, MetricsListener::onlyGet);
        new ErrorWriter().register(routing);
    }

    private static void send(ServerResponse response, Meters meters) {
        response.header(HeaderNames.CONTENT_TYPE, FORMAT);
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.send(meters.text());
    }

    private static void onlyGet(ServerRequest request, ServerResponse response) {
        throw new ApiException.MethodNotAllowed("GET");
    }

    /** The meters, as a receiver of events. */
    Meters meters() {
        return meters;
    }

    /** The URL of the metrics. */
    String address() {
        return "http://" + HOST + ":" + web.port() + PATH;
    }

    @Override
    public void close() {
        web.stop();
        meters.close();
    }
}
