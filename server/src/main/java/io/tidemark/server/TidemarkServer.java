package io.tidemark.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.webserver.WebServer;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.admin.AdminService;
import io.tidemark.server.admin.SlowQueries;
import io.tidemark.server.audit.AuditReader;
import io.tidemark.server.audit.DataAccessReader;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.dashboard.DashboardService;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.delivery.OwnDeliveries;
import io.tidemark.server.docs.DocsPage;
import io.tidemark.server.docs.DocsService;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.event.AccessLog;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.http.listen.TlsFollower;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.openapi.OpenApiService;
import io.tidemark.server.query.FairQueue;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.request.CacheWarmer;
import io.tidemark.server.request.CallerLimit;
import io.tidemark.server.request.DataRequestHandler;
import io.tidemark.server.request.HealthDetails;
import io.tidemark.server.route.RouteLabel;
import io.tidemark.server.snapshot.RouteReloader;
import io.tidemark.server.snapshot.SnapshotFollower;
import io.tidemark.server.trino.TrinoEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running server: the lake's current snapshot behind HTTP. Closing it lets running requests finish. */
public final class TidemarkServer implements AutoCloseable {

    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
    private static final Ticker TICKER = Ticker.systemTicker();
    private static final long MEGABYTE = 1 << 20;
    /** Of the engine's memory, for work on the lake itself. */
    private static final int DESK_SHARE = 4;
    private static final int LEAST_DESK_MB = 256;
    private static final int MOST_DESK_MB = 2048;
    private static final Duration LOOK_FOR_SNAPSHOTS = Duration.ofMillis(500);

    private final WebServer web;
    private final LakeWorker desk;
    private final SnapshotFollower snapshots;
    private final QueryResources engines;
    private final Identity identity;
    private final EventHub events;
    private final @Nullable MetricsListener metrics;
    private final @Nullable TlsFollower tls;

    private TidemarkServer(WebServer web, LakeWorker desk, SnapshotFollower snapshots, QueryResources engines, Identity identity, EventHub events,
            @Nullable MetricsListener metrics, @Nullable TlsFollower tls) {
        this.web = web;
        this.desk = desk;
        this.events = events;
        this.metrics = metrics;
        this.tls = tls;
        this.snapshots = snapshots;
        this.engines = engines;
        this.identity = identity;
    }

    /** Starts a server whose documentation has no extra pages. */
    public static TidemarkServer start(ServerConfig config, EventReceiver log) {
        return start(config, log, List::of);
    }

    /**
     * Starts a server, whose events go to {@code log}, to the audit log and, where metrics are on, to the meters.
     *
     * @param pages gives pages that the documentation has too, when they are asked for
     * @throws io.tidemark.server.sql.RouteFileException when an SQL file cannot be served
     * @throws io.tidemark.data.snapshot.LakeException when the published snapshot cannot be opened
     * @throws io.tidemark.server.identity.state.StateException when the state cannot be used
     * @throws io.tidemark.server.config.ConfigException when the certificate and its key cannot be used
     * @throws ListenException when the address, or the port for metrics, cannot be listened on
     */
    public static TidemarkServer start(ServerConfig config, EventReceiver log, Supplier<List<DocsPage>> pages) {
        return start(config, log, pages, Clock.systemUTC());
    }

    /** The same with another clock, by which tokens end and days begin; every wait is measured without it. */
    public static TidemarkServer start(ServerConfig config, EventReceiver log, Supplier<List<DocsPage>> pages, Clock time) {
        GuardConfig guard = config.guard();
        MetricsListener metrics = null;
        EventHub events = null;
        TlsFollower tls = null;
        Identity identity = null;
        SnapshotFollower snapshots = null;
        QueryResources engines = null;
        LakeWorker desk = null;
        // beside the state: reading the routes takes a good part of a start, and so does loading DuckDB
        CompletableFuture<RouteReloader> reading = CompletableFuture.supplyAsync(() -> RouteReloader.load(config.sql()), TidemarkServer::beside);
        beside(DuckSession::load);
        try {
            StateStore.prepare(config.state());
            metrics = MetricsListener.open(config.metrics(), guard.connections());
            // meters first: who sees an event in the log finds it counted
            SlowQueries slow = new SlowQueries();
            events = EventHub.open(metrics == null ? List.of(log, slow) : List.of(metrics.meters(), log, slow), guard, config.state());
            tls = guard.tls() == null ? null : TlsFollower.open(guard.tls(), events);
            SignInThrottle signIns = new SignInThrottle(guard.limits().signInFailures(), guard.limits().longestWait(), TICKER);
            identity = Identity.open(IdentityConfig.of(config.identity().issuer(), config.identity().audience(),
                    config.state()), config.identity().external(), time, events, signIns);
            RouteReloader routes = read(reading);
            ServerConfig.Query query = config.query();
            Path spill = spillFolder(config.state());
            engines = QueryResources.of(new FairQueue.Limits(query.concurrent(), query.queue(), query.callerConcurrent(),
                    query.callerQueue()), query.cacheMb() * MEGABYTE, query.slow(), spill, events);
            LocalDate fixed = config.today();
            Supplier<LocalDate> today = () -> fixed == null ? LocalDate.now(time.withZone(NORWAY)) : fixed;
            EngineSettings each = new EngineSettings(config.engine().mostThreads(), config.engine().memoryMb() / SnapshotFollower.OPEN_AT_ONCE,
                    spill);
            snapshots = SnapshotFollower.open(Lake.at(config.lake()), source(config, each), each, routes, engines, LOOK_FOR_SNAPSHOTS,
                    config.engine().keepSnapshot(), query.warmUp() && query.cacheMb() > 0
                            ? new CacheWarmer(routes, today, query.maxRows(), query.timeout()) : (snapshot, stop) -> { });
            if (metrics != null) {
                metrics.meters().follow(snapshots, engines);
            }
            CallerLimit callers = new CallerLimit(identity.authenticator()::identify, guard.limits().requestsPerSecond(), TICKER);
            DataRequestHandler life = new DataRequestHandler(routes, callers, identity.clientSecrets(), snapshots,
                    new DataRequestHandler.Limits(query.timeout(), query.send(), query.maxRows(), engines.answers()), today, time);
            HealthDetails details = new HealthDetails(callers, snapshots, engines, events::accessLog);
            AccessLog access = new AccessLog(events, new RouteLabel(routes));
            desk = new LakeWorker(Lake.at(config.lake()), new EngineSettings(config.engine().mostThreads(),
                    Math.clamp(config.engine().memoryMb() / DESK_SHARE, LEAST_DESK_MB, MOST_DESK_MB), spill.resolve("desk")), query.send());
            AdminService admin = new AdminService(callers, identity, desk, snapshots,
                    new AuditReader(EventHub.path(guard, config.state()), guard.audit().keep()),
                    new DataAccessReader(EventHub.accesses(config.state()), guard.accesses().keep()), slow, events, time);
            OwnDeliveries deliveries = new OwnDeliveries(callers, identity.clientSecrets(), snapshots, desk);
            DashboardService dashboard = new DashboardService(config.identity().signIn(), config.dashboard().authorityName());
            WebServer web = WebListener.start(config, new WebListener.Services(life, new OpenApiService(routes), new DocsService(routes, pages),
                    details, identity, admin, deliveries, dashboard, access), tls, snapshots);
            if (tls != null) {
                tls.follow(web);
            }
            snapshots.follow();
            return new TidemarkServer(web, desk, snapshots, engines, identity, events, metrics, tls);
        } catch (RuntimeException e) {
            closeAll(tls, desk, snapshots, engines, identity, events, metrics);
            throw e;
        }
    }

    private static SqlEngine.Source source(ServerConfig config, EngineSettings each) {
        if (config.trino() != null) {
            return TrinoEngine.source(config.trino(), Lake.at(config.lake()), each.spillFolder());
        }
        return config.engine().threads() == null ? DuckEngine.sourceBySize(each) : DuckEngine.source(each);
    }

    private static void beside(Runnable work) {
        Thread.ofPlatform().name("start").daemon().start(work);
    }

    private static RouteReloader read(CompletableFuture<RouteReloader> reading) {
        try {
            return reading.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static Path spillFolder(Path state) {
        try {
            return Files.createDirectories(state.resolve("spill"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + state.resolve("spill"), e);
        }
    }

    private static void closeAll(@Nullable AutoCloseable... parts) {
        for (AutoCloseable part : parts) {
            try {
                if (part != null) {
                    part.close();
                }
            } catch (Exception e) {
                throw new IllegalStateException("a part of the server cannot be closed", e);
            }
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

    /** The address of the metrics; empty when they are off. */
    public Optional<String> metrics() {
        return Optional.ofNullable(metrics).map(MetricsListener::address);
    }

    @Override
    public void close() {
        web.stop();
        closeAll(tls, desk, snapshots, engines, identity, events, metrics);
    }
}
