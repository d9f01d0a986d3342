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
import io.tidemark.server.delivery.DeliveryMonitor;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.delivery.OwnDeliveries;
import io.tidemark.server.docs.DocsPage;
import io.tidemark.server.docs.DocsService;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.event.AccessLog;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.http.listen.Drain;
import io.tidemark.server.http.listen.TlsFollower;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.provider.CompanySignIns;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.openapi.OpenApiService;
import io.tidemark.server.query.FairQueue;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.request.CacheWarmer;
import io.tidemark.server.request.CallerLimit;
import io.tidemark.server.request.DataRequestHandler;
import io.tidemark.server.request.HealthDetails;
import io.tidemark.server.route.RouteLabel;
import io.tidemark.server.snapshot.BackgroundVerification;
import io.tidemark.server.snapshot.RouteReloader;
import io.tidemark.server.snapshot.SnapshotFollower;
import io.tidemark.server.trino.TrinoEngine;
import io.tidemark.server.watch.ToldSnapshot;
import io.tidemark.server.watch.WatchMessages;
import io.tidemark.server.watch.WatchService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running server: the lake's current snapshot behind HTTP. Closing it lets running requests finish. */
public final class TidemarkServer implements AutoCloseable {

    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
    private static final Ticker TICKER = Ticker.systemTicker();
    private static final System.Logger LOG = System.getLogger("io.tidemark.server");
    private static final long MEGABYTE = 1 << 20;
    /** Work on the lake itself gets this part of the engine's memory: a quarter. */
    private static final int WORKER_SHARE = 4;
    private static final int LEAST_WORKER_MB = 256;
    private static final int MOST_WORKER_MB = 2048;
    /** A view that somebody used within this time is made fast beforehand. */
    private static final Duration RECENT = Duration.ofDays(7);
    private static final Duration LOOK_FOR_SNAPSHOTS = Duration.ofMillis(500);

    private final WebServer web;
    private final @Nullable WebServer intake;
    private final SnapshotFollower snapshots;
    private final Identity identity;
    private final @Nullable MetricsListener metrics;
    private final PartStack parts;

    private TidemarkServer(WebServer web, @Nullable WebServer intake, SnapshotFollower snapshots, Identity identity,
            @Nullable MetricsListener metrics, PartStack parts) {
        this.web = web;
        this.intake = intake;
        this.snapshots = snapshots;
        this.identity = identity;
        this.metrics = metrics;
        this.parts = parts;
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

    /** Starts a server with another clock, by which tokens expire and days begin; waiting times do not depend on it. */
    public static TidemarkServer start(ServerConfig config, EventReceiver log, Supplier<List<DocsPage>> pages, Clock time) {
        GuardConfig guard = config.guard();
        ServerConfig.Query query = config.query();
        // in other threads meanwhile: reading the routes and loading DuckDB each take a good part of a start
        CompletableFuture<RouteReloader> reading = CompletableFuture.supplyAsync(() -> RouteReloader.load(config.sql(),
                config.watch().limits().constants()), TidemarkServer::beside);
        beside(DuckSession::load);
        try (PartStack parts = new PartStack()) {
            StateStore.prepare(config.state());
            MetricsListener metrics = MetricsListener.open(config.metrics(), guard.connections());
            parts.addIfAny(metrics);
            // the meters come first: an event that is in the log is counted already
            SlowQueries slow = new SlowQueries();
            EventHub events = parts.add(EventHub.open(metrics == null ? List.of(log, slow) : List.of(metrics.meters(), log, slow), guard,
                    config.state(), time));
            TlsFollower tls = guard.tls() == null ? null : TlsFollower.open(guard.tls(), events, time);
            parts.addIfAny(tls);
            SignInThrottle signIns = new SignInThrottle(guard.limits().signInFailures(), guard.limits().longestWait(), TICKER);
            Identity identity = parts.add(Identity.open(IdentityConfig.of(config.identity().issuer(), config.identity().audience(),
                    config.state()).withClientSecretAtRefresh(config.identity().refreshNeedsClientSecret()), config.identity().providers(),
                    time, events, signIns));
            if (metrics != null) {
                metrics.meters().followProviders(identity.external());
            }
            RouteReloader routes = read(reading);
            Path spill = spillFolder(config.state());
            Supplier<LocalDate> today = today(config, time);
            QueryResources engines = parts.add(engines(query, spill, events));
            SnapshotFollower snapshots = parts.add(snapshots(config, spill, routes, engines, today, () -> recent(identity, time)));
            if (metrics != null) {
                metrics.meters().follow(snapshots, engines);
                metrics.meters().watchDisks(config.lake(), config.state());
                metrics.meters().followAccesses(() -> events.accessLog().share());
                if (tls != null) {
                    metrics.meters().followCertificate(tls::left);
                }
            }
            BackgroundVerification verification = verification(config, events, time);
            parts.addIfAny(verification);
            if (metrics != null && verification != null) {
                metrics.meters().followVerification(verification);
            }
            LakeWorker lake = parts.add(worker(config, spill));
            if (metrics != null) {
                metrics.meters().followDeliveries(parts.add(DeliveryMonitor.start(lake, time)));
            }
            if (config.watch().sends()) {
                parts.add(WatchService.start(new WatchService.Sources(snapshots, routes, Lake.at(config.lake()), spill, today),
                        new WatchMessages(config.watch(), identity.accounts(), events),
                        new ToldSnapshot(StateStore.open(config.state(), time)), events));
            }
            CallerLimit callers = new CallerLimit(identity.authenticator()::identify, guard.limits().requestsPerSecond(), TICKER);
            DataRequestHandler data = new DataRequestHandler(routes, callers, identity.clientSecrets(), snapshots,
                    new DataRequestHandler.Limits(query.timeout(), query.send(), query.maxRows(), engines.answers()), today, time);
            AdminService admin = new AdminService(callers, identity, lake, snapshots,
                    new AuditReader(EventHub.path(guard, config.state()), guard.audit().keep()),
                    new DataAccessReader(config.state()), slow, events, time);
            BasePath base = config.http().basePath();
            Drain drain = new Drain();
            AccessLog access = new AccessLog(events, new RouteLabel(routes));
            WebServer web = WebListener.start(config, new WebListener.Services(data, new OpenApiService(routes, base),
                    new DocsService(routes, pages, base),
                    new HealthDetails(callers, snapshots, engines, events::accessLog), identity, admin,
                    new OwnDeliveries(callers, identity.clientSecrets(), snapshots, lake),
                    new DashboardService(config.identity().signIn(),
                            new CompanySignIns(config.identity().companies(), config.identity().by()), signIns,
                            config.dashboard().authorityName(), base),
                    access),
                    new ReadinessChecks(snapshots, tls, verification), tls, drain);
            parts.add(web::stop);
            parts.add(drain::run);
            List<WebServer> listeners = new ArrayList<>(List.of(web));
            WebServer intake = IntakeListener.start(config, new IntakeListener.Services(identity, lake, events, access), tls, parts);
            if (intake != null) {
                listeners.add(intake);
            }
            if (tls != null) {
                tls.follow(listeners);
            }
            snapshots.follow();
            return new TidemarkServer(web, intake, snapshots, identity, metrics, parts.release());
        }
    }

    private static Supplier<LocalDate> today(ServerConfig config, Clock time) {
        LocalDate fixed = config.today();
        return () -> fixed == null ? LocalDate.now(time.withZone(NORWAY)) : fixed;
    }

    private static QueryResources engines(ServerConfig.Query query, Path spill, EventReceiver events) {
        long heap = Runtime.getRuntime().maxMemory();
        long cache = query.cacheBytes(heap);
        if (cache < query.cache().bytes()) {
            LOG.log(System.Logger.Level.INFO, "the result cache takes {0,number,#} MB at most, a third of Java''s memory:"
                    + " query.cache-mb is {1,number,#}", cache / MEGABYTE, query.cache().megabytes());
        }
        return QueryResources.of(new FairQueue.Limits(query.concurrent(), query.queue(), query.callerConcurrent(), query.callerQueue()),
                cache, query.slow(), spill, events);
    }

    private static SnapshotFollower snapshots(ServerConfig config, Path spill, RouteReloader routes, QueryResources engines,
            Supplier<LocalDate> today, Supplier<List<Caller>> recent) {
        ServerConfig.Query query = config.query();
        EngineSettings each = new EngineSettings(config.engine().mostThreads(), config.engine().memory().megabytes() / SnapshotFollower.OPEN_AT_ONCE, spill)
                .spillingAtMost(Math.max(1, config.engine().mostSpillMb(spill.toFile().getUsableSpace()) / SnapshotFollower.OPEN_AT_ONCE));
        SnapshotFollower.WarmUp warmUp = query.warmUp() && query.cache().bytes() > 0
                ? new CacheWarmer(routes, today, recent, query.maxRows(), query.timeout()) : (snapshot, stop) -> { };
        return SnapshotFollower.open(Lake.at(config.lake()), source(config, each), each, routes, engines, LOOK_FOR_SNAPSHOTS,
                config.engine().keepSnapshot(), warmUp);
    }

    private static List<Caller> recent(Identity identity, Clock time) {
        return identity.accounts().withSessionsUntil(time.instant().plus(IdentityConfig.REFRESH_TOKEN_LIFE).minus(RECENT)).stream()
                .map(account -> new Caller(account.id(), account.name(), null, account.access().role(), account.access().permissions(),
                        account.access().farmerId(), null)).toList();
    }

    private static @Nullable BackgroundVerification verification(ServerConfig config, EventReceiver events, Clock time) {
        LocalTime at = config.verify().at();
        return at == null ? null : BackgroundVerification.start(Lake.at(config.lake()), at, config.verify().megabytesPerSecond(), events, time);
    }

    private static LakeWorker worker(ServerConfig config, Path spill) {
        int memory = Math.clamp(config.engine().memory().megabytes() / WORKER_SHARE, LEAST_WORKER_MB, MOST_WORKER_MB);
        return new LakeWorker(Lake.at(config.lake()), new EngineSettings(config.engine().mostThreads(), memory, spill.resolve("desk")),
                config.query().send());
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

    /** The port that it listens on. */
    public int port() {
        return web.port();
    }

    /** The port for deliveries by upload; empty when they are off. */
    public OptionalInt intakePort() {
        return intake == null ? OptionalInt.empty() : OptionalInt.of(intake.port());
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
        parts.close();
    }
}
