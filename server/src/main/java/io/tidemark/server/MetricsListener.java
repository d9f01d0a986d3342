package io.tidemark.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.delivery.DeliveryMonitor;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.metrics.Meters;
import io.tidemark.server.part.Parts;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.snapshot.BackgroundVerification;
import io.tidemark.server.snapshot.SnapshotFollower;
import io.tidemark.server.tls.TlsFollower;

/** Serves {@code GET /metrics} on its own port. It needs no token, since it listens on this machine only. */
record MetricsListener(String address) {
    private static final String HOST = "127.0.0.1";
    private static final String PATH = "/metrics";
    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    /**
     * Starts listening, with all meters at 0, if metrics are on. Throws {@link ListenException} if the port is taken.
     */
    static void start(Parts parts) {
        Integer port = parts.config().metrics().port();
        if (port == null) {
            return;
        }
        Meters meters = parts.add(new Meters());
        WebServer web = WebListener.plain(HOST, port, parts, routing -> routing
                .get(PATH, (_, response) -> send(response, meters)).any(PATH, MetricsListener::onlyGet));
        parts.add(new MetricsListener("http://" + HOST + ":" + web.port() + PATH));
    }

    /** Lets the meters follow all parts. */
    static void follow(Parts parts) {
        parts.find(Meters.class).ifPresent(meters -> {
            meters.followProviders(parts.get(Identity.class).external());
            meters.follow(parts.get(SnapshotFollower.class), parts.get(QueryResources.class));
            meters.watchDisks(parts.config().lake(), parts.config().state());
            meters.followAccesses(() -> parts.get(EventHub.class).accessLog());
            meters.followJobs(parts.config().opened());
            parts.find(TlsFollower.class).ifPresent(tls ->
                    meters.followCertificate(tls::left, tls::life));
            parts.find(BackgroundVerification.class).ifPresent(meters::followVerification);
            meters.followDeliveries(parts.get(DeliveryMonitor.class));
        });
    }

    private static void send(ServerResponse response, Meters meters) {
        response.header(HeaderNames.CONTENT_TYPE, FORMAT);
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.send(meters.text());
    }

    private static void onlyGet(ServerRequest request, ServerResponse response) {
        throw new ApiException.MethodNotAllowed("GET");
    }
}
