package io.tidemark.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.part.Parts;
import io.tidemark.server.query.FairQueue;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.request.CacheWarmer;
import io.tidemark.server.request.CallerLimit;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The lake that a server serves: its routes, snapshots, queries, and the worker on the lake itself.
 *
 * @param reading the routes, which are read meanwhile
 */
record ServedLake(CompletableFuture<RouteReloader> reading) {

    private static final System.Logger LOG = System.getLogger("io.tidemark.server");
    private static final long MEGABYTE = 1 << 20;
    /** Work on the lake itself gets this part of the engine's memory: a quarter. */
    private static final int WORKER_SHARE = 4;
    private static final int MIN_WORKER_MB = 256;
    private static final int MAX_WORKER_MB = 2048;
    /** Views that an account has used this recently are precomputed. */
    private static final Duration RECENT = Duration.ofDays(7);
    private static final Duration LOOK_FOR_SNAPSHOTS = Duration.ofMillis(500);

    /** Begins in other threads: reading the routes and loading DuckDB each take a good part of a start. */
    static void begin(Parts parts) {
        ServerConfig config = parts.config();
        parts.add(new ServedLake(CompletableFuture.supplyAsync(
                () -> RouteReloader.load(config.sql(), config.watch().limits().constants()), ServedLake::beside)));
        beside(DuckSession::load);
    }

    /** Opens the published snapshot. */
    static void start(Parts parts) {
        ServerConfig config = parts.config();
        RouteReloader routes = parts.add(parts.get(ServedLake.class).routes());
        Path spill = folder(parts.spill());
        Identity identity = parts.get(Identity.class);
        QueryResources engines = parts.add(engines(config.query(), spill, parts.get(EventHub.class)));
        parts.add(snapshots(config, spill, routes, engines, parts.today(), () -> recent(identity, parts.clock())));
        parts.add(worker(config, spill));
        parts.add(new AccessLog(parts.get(EventHub.class), new RouteLabel(routes)));
        parts.add(new CallerLimit(identity.authenticator()::identify, config.guard().limits().requestsPerSecond(),
                Ticker.systemTicker()));
    }

    /** Begins to follow what is published. */
    static void follow(Parts parts) {
        parts.get(SnapshotFollower.class).follow();
    }

    private RouteReloader routes() {
        try {
            return reading.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static QueryResources engines(ServerConfig.Query query, Path spill, EventReceiver events) {
        long heap = Runtime.getRuntime().maxMemory();
        long cache = query.cacheBytes(heap);
        if (cache < query.cache().bytes()) {
            LOG.log(System.Logger.Level.INFO, "the result cache takes {0,number,#} MB at most, a third of Java''s "
                    + "memory: query.cache-mb is {1,number,#}", cache / MEGABYTE, query.cache().megabytes());
        }
        return QueryResources.of(new FairQueue.Limits(query.concurrent(), query.queue(), query.callerConcurrent(),
                query.callerQueue()), cache, query.slow(), spill, events);
    }

    private static SnapshotFollower snapshots(ServerConfig config, Path spill, RouteReloader routes,
            QueryResources engines, Supplier<LocalDate> today, Supplier<List<Caller>> recent) {
        ServerConfig.Query query = config.query();
        EngineSettings each = new EngineSettings(config.engine().mostThreads(),
                config.engine().memory().megabytes() / SnapshotFollower.OPEN_AT_ONCE, spill)
                .spillingAtMost(Math.max(1, config.engine()
                .mostSpillMb(spill.toFile().getUsableSpace()) / SnapshotFollower.OPEN_AT_ONCE));
        SnapshotFollower.WarmUp warmUp = query.warmUp() && query.cache().bytes() > 0
                ? new CacheWarmer(routes, today, recent, query.maxRows(), query.timeout()) : (snapshot, stop) -> { };
        return SnapshotFollower.open(Lake.at(config.lake()), source(config, each), each, routes, engines,
                LOOK_FOR_SNAPSHOTS, config.engine().keepSnapshot(), warmUp);
    }

    private static List<Caller> recent(Identity identity, Clock time) {
        return identity.accounts().withSessionsUntil(time.instant().plus(IdentityConfig.REFRESH_TOKEN_LIFE)
                .minus(RECENT)).stream()
                .map(account -> new Caller(account.id(), account.name(), null, account.access().role(),
                        account.access().permissions(), account.access().farmerId(), null)).toList();
    }

    private static LakeWorker worker(ServerConfig config, Path spill) {
        int memory = Math.clamp(config.engine().memory().megabytes() / WORKER_SHARE, MIN_WORKER_MB, MAX_WORKER_MB);
        return new LakeWorker(config.opened(),
                new EngineSettings(config.engine().mostThreads(), memory, spill.resolve("lake-worker")),
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

    private static Path folder(Path spill) {
        try {
            return Files.createDirectories(spill);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + spill, e);
        }
    }
}
