package io.tidemark.server;

import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.observe.ObserveFeature;
import io.helidon.webserver.observe.health.HealthObserver;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.answer.ErrorWriter;
import io.tidemark.server.answer.RequestId;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.AccessLog;
import io.tidemark.server.event.Events;
import io.tidemark.server.identity.AuthRoutes;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.IdentityConfig;
import io.tidemark.server.identity.WellKnownRoutes;
import io.tidemark.server.query.QueryRunner;
import io.tidemark.server.query.SnapshotFollower;
import io.tidemark.server.request.RequestLife;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.function.Supplier;

/** A running server: the lake's current snapshot behind HTTP. Closing it lets requests under way finish. */
public final class TidemarkServer implements AutoCloseable {

    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
    private static final Duration LOOK_FOR_SNAPSHOTS = Duration.ofMillis(500);
    private static final int LARGEST_BODY = 64 * 1024;

    private final WebServer web;
    private final SnapshotFollower snapshots;
    private final QueryRunner queries;
    private final Identity identity;

    private TidemarkServer(WebServer web, SnapshotFollower snapshots, QueryRunner queries, Identity identity) {
        this.web = web;
        this.snapshots = snapshots;
        this.queries = queries;
        this.identity = identity;
    }

    /**
     * Starts a server.
     *
     * @throws io.tidemark.server.route.RouteFileException when an SQL file cannot be served
     * @throws io.tidemark.data.snapshot.LakeException when the published snapshot cannot be opened
     * @throws io.tidemark.server.identity.StateException when the state cannot be used
     * @throws ListenException when the address cannot be listened on
     */
    public static TidemarkServer start(ServerConfig config, Events events) {
        Clock time = Clock.systemUTC();
        Identity identity = Identity.open(IdentityConfig.of(config.identity().issuer(), config.identity().audience(),
                config.state()), time, events);
        try {
            return start(config, events, time, identity);
        } catch (RuntimeException e) {
            identity.close();
            throw e;
        }
    }

    private static TidemarkServer start(ServerConfig config, Events events, Clock time, Identity identity) {
        RouteCatalog catalog = RouteCatalog.load(config.sql());
        EngineSettings engine = new EngineSettings(config.query().engineThreads(), config.query().engineMemoryMb(),
                spillFolder(config.state()));
        SnapshotFollower snapshots = SnapshotFollower.start(Lake.at(config.lake()), engine, catalog, events, LOOK_FOR_SNAPSHOTS);
        QueryRunner queries = new QueryRunner(config.query().concurrent(), config.query().queue(), config.query().timeout());
        LocalDate fixed = config.today();
        Supplier<LocalDate> today = () -> fixed == null ? LocalDate.now(NORWAY) : fixed;
        RequestLife life = new RequestLife(catalog, identity.authenticator()::identify, identity.clientSecrets(),
                snapshots, queries, today, config.privacy().minFarmers(), time);
        ErrorWriter errors = new ErrorWriter();
        try {
            WebServerConfig.Builder listener = WebServer.builder()
                    .host(config.http().host())
                    .port(config.http().port())
                    .shutdownHook(false)
                    .maxPayloadSize(LARGEST_BODY)
                    .addFeature(health(snapshots))
                    .routing(routing -> routing(routing, life, identity, events, errors));
            errors.register(listener);
            WebServer web = listener.build().start();
            if (!web.isRunning()) {
                throw new ListenException(config.http().host(), config.http().port());
            }
            return new TidemarkServer(web, snapshots, queries, identity);
        } catch (RuntimeException e) {
            snapshots.close();
            queries.close();
            throw e;
        }
    }

    /** Every path that there is. */
    static void routing(HttpRouting.Builder routing, RequestLife life, Identity identity, Events events, ErrorWriter errors) {
        routing.addFilter(new RequestId())
                .addFilter(new AccessLog(events))
                .register(AuthRoutes.PATH, identity.routes())
                .register(WellKnownRoutes.PATH, identity.wellKnown())
                .any("/v2/*", life)
                .any("/v3/*", life);
        errors.register(routing);
    }

    /** {@code /health/live}, {@code /health/ready}: ready means that a snapshot is served. */
    private static ObserveFeature health(SnapshotFollower snapshots) {
        return ObserveFeature.builder()
                .endpoint("/")
                .addObserver(HealthObserver.builder()
                        .endpoint("health")
                        .details(true)
                        .useSystemServices(false)
                        .addCheck(() -> HealthCheckResponse.builder().status(true).build(), HealthCheckType.LIVENESS, "process")
                        .addCheck(() -> HealthCheckResponse.builder()
                                .status(snapshots.isReady())
                                .detail("snapshot", snapshots.servedId().orElse("none"))
                                .detail("failure", snapshots.failure().orElse("none"))
                                .build(), HealthCheckType.READINESS, "snapshot")
                        .build())
                .build();
    }

    private static Path spillFolder(Path state) {
        try {
            return Files.createDirectories(state.resolve("spill"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + state.resolve("spill"), e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return web.port();
    }

    /** Users, clients and tokens. */
    public Identity identity() {
        return identity;
    }

    /** The served snapshot, and whether there is one. */
    public SnapshotFollower snapshots() {
        return snapshots;
    }

    @Override
    public void close() {
        web.stop();
        queries.close();
        snapshots.close();
        identity.close();
    }
}
