package io.tidemark.server.config;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.http.BasePath;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server. {@link ConfigReader} reads them from flags, environment and file.
 *
 * @param http      the listener
 * @param guard     protection against abuse
 * @param lake      the lake's folder
 * @param state     the state folder, with users, clients and signing keys
 * @param sql       the folder of the operator's own routes; null for none
 * @param today     a fixed current day; null for the real one in Norway
 * @param query     queries
 * @param engine    DuckDB
 * @param trino     the Trino to run queries in; null for DuckDB
 * @param identity  tokens
 * @param log       the server's log
 * @param metrics   metrics for Prometheus
 * @param intake    deliveries by upload; null if they are off
 * @param verify    the nightly verification of the lake's files, and the second place of its ledger
 * @param dashboard the dashboard
 * @param watch     the watch over own pens, and messages
 * @param assistants the routes as tools of assistants
 */
public record ServerConfig(Http http, GuardConfig guard,
        @Setting(key = "lake", byDefault = "lake") Path lake,
        @Setting(key = "state", byDefault = "state") Path state,
        @Setting(key = "sql") @Nullable Path sql,
        @Setting(key = "today", form = Form.DAY) @Nullable LocalDate today,
        Query query, Engine engine,
        @Section(with = "engine", is = TrinoSettings.ENGINE) @Nullable TrinoSettings trino,
        IdentitySettings identity, Log log, Metrics metrics,
        @Section(with = "intake.port") @Nullable Intake intake,
        Verify verify, Dashboard dashboard, WatchConfig watch, Assistants assistants) implements Checked {

    /**
     * The settings of the listener. A proxy with TLS or the server's
     * own TLS is required for an address beyond loopback.
     */
    public record Http(
            @Setting(key = "server.host", byDefault = "127.0.0.1") String host,
            @Setting(key = "server.port", byDefault = "8080", range = {0, 65_535}) int port,
            @Setting(key = "server.behind-proxy", byDefault = "false") boolean behindProxy,
            @Setting(key = "server.base-path", form = Form.BASE_PATH) BasePath basePath) {}

    /** The settings of queries. */
    public record Query(
            @Setting(key = "query.concurrent", byDefault = Setting.PROCESSORS, range = {1, 256}) int concurrent,
            @Setting(key = "query.queue", byDefault = "64", range = {1, 100_000}) int queue,
            @Setting(key = "query.caller-concurrent", byDefault = "2", range = {1, 256}) int callerConcurrent,
            @Setting(key = "query.caller-queue", byDefault = "8", range = {0, 100_000}) int callerQueue,
            @Setting(key = "query.timeout-seconds", byDefault = "30", range = {1, 3600}) Duration timeout,
            @Setting(key = "query.slow-ms", byDefault = "1000", range = {0, 3_600_000}) Duration slow,
            @Setting(key = "query.send-seconds", byDefault = "300", range = {1, 86_400}) Duration send,
            @Setting(key = "query.max-rows", byDefault = "1000000", range = {1, 100_000_000}) int maxRows,
            @Setting(key = "query.cache-mb", byDefault = DEFAULT_CACHE_MB, range = {0, 1 << 20}) ByteSize cache,
            @Setting(key = "query.warm-up", byDefault = "true") boolean warmUp) {

        private static final int CACHE_SHARE = 3;
        private static final String DEFAULT_CACHE_MB = "256";

        /**
         * The memory of the result cache, bytes: the setting, at most a third of Java's memory, because requests need
         * the rest.
         *
         * @param heapBytes the most memory that Java may take for objects
         */
        public long cacheBytes(long heapBytes) {
            return Math.min(cache.bytes(), heapBytes / CACHE_SHARE);
        }

        /**
         * Whether the setting asks for a larger cache than possible. On a small machine the default is reduced too,
         * which is not a mistake.
         */
        public boolean asksForMoreCache(long heapBytes) {
            return cache.megabytes() > Math.max(new ByteSize(cacheBytes(heapBytes)).megabytes(),
                    Integer.parseInt(DEFAULT_CACHE_MB));
        }
    }

    /**
     * The settings of DuckDB.
     *
     * @param threads number of threads; null for as many as a snapshot's size needs
     * @param spill   disk that all open snapshots may spill to; null for a share of what is free
     */
    public record Engine(
            @Setting(key = "query.engine-threads", range = {1, 1024}) @Nullable Integer threads,
            @Setting(key = "query.engine-memory-mb", byDefault = "4096", range = {256, 1 << 24}) ByteSize memory,
            @Setting(key = "query.spill-mb", range = {1, 100_000_000}) @Nullable ByteSize spill,
            @Setting(key = "query.keep-snapshot-seconds", byDefault = "300", range = {0, 86_400}) Duration keepSnapshot,
            @Setting(key = "engine", byDefault = DuckEngine.NAME, form = Form.ENGINE) String name) {

        private static final int SHARE_OF_FREE = 10;

        /** The maximum number of threads of a DuckDB instance. */
        public int mostThreads() {
            return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        }

        /**
         * The disk that all open snapshots may spill to, megabytes.
         *
         * @param freeBytes what is free on the disk of the state folder
         */
        public int mostSpillMb(long freeBytes) {
            return spill == null ? Math.max(1, new ByteSize(freeBytes / SHARE_OF_FREE).megabytes()) : spill.megabytes();
        }
    }

    /** The settings of the server's log: the least level that is written, and whether a line is JSON. */
    public record Log(
            @Setting(key = "log.level", byDefault = "info", form = Form.LOG_LEVEL) System.Logger.Level level,
            @Setting(key = "log.format", byDefault = "text", form = Form.LOG_FORMAT) boolean json) {}

    /** The settings of metrics for Prometheus; off without a port. */
    public record Metrics(
            @Setting(key = "metrics.port", range = {0, 65_535}) @Nullable Integer port) {}

    /** The settings of deliveries by upload. */
    public record Intake(
            @Setting(key = "intake.port", range = {0, 65_535}) int port,
            @Setting(key = "intake.folder", form = Form.WATCHED_FOLDER) Path folder,
            // Helidon's limit of a body is an int
            @Setting(key = "intake.part-mb", byDefault = "16", range = {1, 1024}) ByteSize part,
            @Setting(key = "intake.file-mb", byDefault = "4096", range = {1, 100_000_000}) ByteSize file,
            @Setting(key = "intake.daily-mb", byDefault = "20000", range = {1, 100_000_000}) ByteSize daily,
            @Setting(key = "intake.files", byDefault = "2000", range = {1, 1_000_000}) int files,
            @Setting(key = "intake.unfinished", byDefault = "10", range = {1, 10_000}) int unfinished,
            @Setting(key = "intake.waiting", byDefault = "100", range = {1, 10_000}) int waiting,
            @Setting(key = "intake.free-mb", byDefault = "5000", range = {0, 100_000_000}) ByteSize free,
            @Setting(key = "intake.concurrent", byDefault = "4", range = {1, 1000}) int concurrent,
            @Setting(key = "intake.requests-per-second", byDefault = "20", range = {1, 1_000_000})
            int requestsPerSecond,
            @Setting(key = "intake.request-seconds", byDefault = "120", range = {1, 3600}) Duration requestTime) {}

    /** The settings of the verification of the lake's files in the background. */
    public record Verify(
            @Setting(key = "verify.at", byDefault = "02:30", form = Form.TIME) @Nullable LocalTime at,
            @Setting(key = "verify.megabytes-per-second", byDefault = "20", range = {1, 100_000})
            int megabytesPerSecond,
            @Setting(key = "ledger.copy") @Nullable Path ledgerCopy) {}

    /** The files of the certificate: those that are set, or those of the authority; null for plain HTTP. */
    public GuardConfig.@Nullable Tls certificate() {
        return guard.acme() == null ? guard.tls() : guard.acme().files(state);
    }

    /** The lake, with the second place of its ledger. */
    public Lake opened() {
        return Lake.at(lake, ledgerCopy(verify.ledgerCopy(), state));
    }

    /** The second place of the ledger: as set, else beside the state. */
    public static Path ledgerCopy(@Nullable Path set, Path state) {
        return set != null ? set : state.toAbsolutePath().normalize()
                .resolveSibling(state.getFileName() + "-ledger-copy");
    }

    /** The settings of the Model Context Protocol. */
    public record Assistants(
            @Setting(key = "mcp.enabled", byDefault = "false") boolean enabled,
            @Setting(key = "mcp.max-rows", byDefault = "200", range = {1, 1000}) int maxRows) {}

    /** The settings of the dashboard. */
    public record Dashboard(
            @Setting(key = "dashboard.authority-name") @Nullable String authorityName) {}

    @Override
    public void check(Mistakes mistakes) {
        Map<Integer, String> ports = new HashMap<>(Map.of(http.port, "server.port"));
        differs(mistakes, ports, "metrics.port", metrics.port);
        differs(mistakes, ports, "intake.port", intake == null ? null : intake.port);
        differs(mistakes, ports, "tls.acme.port", guard.acme() == null ? null : guard.acme().port());
        if (guard.acme() != null && guard.tls() != null) {
            mistakes.add("tls.acme.directory", "and tls.certificate cannot both be set");
        }
        try {
            if (!http.behindProxy && certificate() == null && !InetAddress.getByName(http.host).isLoopbackAddress()) {
                mistakes.add("server.host", http.host + " is reachable from other machines and the server speaks plain "
                        + "HTTP: set tls.certificate and tls.key, or tls.acme.directory, or put a proxy with TLS in "
                        + "front and set server.behind-proxy: true");
            }
        } catch (UnknownHostException e) {
            mistakes.add("server.host", http.host + " is not an address of this machine");
        }
    }

    private static void differs(Mistakes mistakes, Map<Integer, String> ports, String key, @Nullable Integer port) {
        String other = port == null || port == 0 ? null : ports.putIfAbsent(port, key);
        if (other != null) {
            mistakes.add(key, "must differ from " + other);
        }
    }
}
