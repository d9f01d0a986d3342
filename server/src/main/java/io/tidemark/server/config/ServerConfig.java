package io.tidemark.server.config;

import io.tidemark.server.http.BasePath;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import io.tidemark.server.trino.TrinoSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server. {@link ConfigReader} reads them from flags, environment and file.
 *
 * @param http      the listener
 * @param lake      the lake's folder
 * @param state     the state folder, with users, clients and signing keys
 * @param sql       the folder of the operator's own routes; null for none
 * @param today     a fixed current day; null for the real one in Norway
 * @param query     queries
 * @param engine    DuckDB
 * @param trino     the Trino to run queries in; null for DuckDB
 * @param identity  tokens
 * @param guard     protection against abuse
 * @param log       the server's log
 * @param metrics   metrics for Prometheus
 * @param verify    the nightly verification of the lake's files
 * @param intake    deliveries by upload; null if they are off
 * @param dashboard the dashboard
 * @param watch     the watch over own pens, and messages
 */
public record ServerConfig(Http http, Path lake, Path state, @Nullable Path sql, @Nullable LocalDate today, Query query,
        Engine engine, @Nullable TrinoSettings trino, Identity identity, GuardConfig guard, Log log, Metrics metrics, Verify verify,
        @Nullable Intake intake, Dashboard dashboard, WatchConfig watch) {

    /**
     * The settings of the listener.
     *
     * @param host        address or name
     * @param port        port; 0 for any free one
     * @param behindProxy whether a proxy in front of it speaks TLS; required for an address beyond loopback without the server's own TLS
     * @param basePath    the path below which everything is served
     */
    public record Http(String host, int port, boolean behindProxy, BasePath basePath) {}

    /**
     * The settings of queries.
     *
     * @param concurrent maximum number of running queries
     * @param queue maximum number of waiting queries
     * @param callerConcurrent maximum number of running queries of one caller
     * @param callerQueue maximum number of waiting queries of one caller
     * @param timeout          time limit of a query, including its wait
     * @param slow             time above which a query is logged
     * @param send             time limit for a client to read a large response
     * @param maxRows          maximum number of rows of a response without a limit of its own
     * @param cacheMb          memory of the result cache, megabytes; see {@link #cacheBytes}
     * @param warmUp           whether default windows are computed when a snapshot is opened
     */
    public record Query(int concurrent, int queue, int callerConcurrent, int callerQueue, Duration timeout, Duration slow,
            Duration send, int maxRows, int cacheMb, boolean warmUp) {

        private static final int CACHE_SHARE = 3;
        private static final long MEGABYTE = 1 << 20;

        /**
         * The memory of the result cache, bytes: what is set, at most a third of Java's, since the rest is needed to answer.
         *
         * @param heapBytes the most memory that Java may take for objects
         */
        public long cacheBytes(long heapBytes) {
            return Math.min(cacheMb * MEGABYTE, heapBytes / CACHE_SHARE);
        }

        /** Whether somebody has set a larger cache than it can be; on a small machine the default is cut as well, which is no mistake. */
        public boolean asksForMoreCache(long heapBytes) {
            return cacheMb > Math.max(cacheBytes(heapBytes) / MEGABYTE, Integer.parseInt(Setting.CACHE.defaultTo()));
        }
    }

    /**
     * The settings of DuckDB.
     *
     * @param threads      number of threads; null for as many as a snapshot's size needs
     * @param memoryMb     memory for all open snapshots, megabytes
     * @param spillMb      disk that all open snapshots may spill to, megabytes; null for a share of what is free
     * @param keepSnapshot time for which a snapshot stays open after the next one is served
     */
    public record Engine(@Nullable Integer threads, int memoryMb, @Nullable Integer spillMb, Duration keepSnapshot) {

        private static final int SHARE_OF_FREE = 10;
        private static final long MEGABYTE = 1 << 20;

        /** The maximum number of threads of a DuckDB instance. */
        public int mostThreads() {
            return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        }

        /**
         * The disk that all open snapshots may spill to, megabytes.
         *
         * @param freeBytes what is free on the disk of the state folder
         */
        public long mostSpillMb(long freeBytes) {
            return spillMb == null ? Math.max(1, freeBytes / SHARE_OF_FREE / MEGABYTE) : spillMb;
        }
    }

    /**
     * The settings of tokens.
     *
     * @param issuer   their {@code iss}
     * @param audience their {@code aud}
     * @param refreshNeedsClientSecret whether a client's refresh token is accepted only with its secret
     * @param external another provider whose tokens are accepted; null for none
     * @param signIn   how dashboard users sign in there; null if they do not
     * @param companies the companies' own providers, whose names differ, and their issuers
     * @param by       how dashboard users find the provider of their company
     */
    public record Identity(String issuer, String audience, boolean refreshNeedsClientSecret, @Nullable ExternalIssuer external,
            @Nullable ProviderSignIn signIn, List<CompanyProvider> companies, CompanyProvider.Found by) {

        /** Keeps the list unmodifiable. */
        public Identity {
            companies = List.copyOf(companies);
        }

        /** All providers whose tokens are accepted. */
        public List<ExternalIssuer> providers() {
            return Stream.concat(Stream.ofNullable(external), companies.stream().map(CompanyProvider::issuer)).toList();
        }
    }

    /**
     * The settings of the server's log.
     *
     * @param level the least level that is written: ERROR, WARNING, INFO or DEBUG
     * @param json  whether a line is JSON
     */
    public record Log(System.Logger.Level level, boolean json) {}

    /**
     * The settings of metrics for Prometheus.
     * @param port port on 127.0.0.1; 0 for any free one, null for off
     */
    public record Metrics(@Nullable Integer port) {}

    /**
     * The settings of the verification of the lake's files in the background.
     *
     * @param at                 time of the day in Norway; null for never
     * @param megabytesPerSecond how fast it reads at most
     */
    public record Verify(@Nullable LocalTime at, int megabytesPerSecond) {}

    /**
     * The settings of deliveries by upload.
     *
     * @param port              port; 0 for any free one
     * @param folder            the watched folder that they go to
     * @param partBytes         largest body of a request
     * @param fileBytes         largest file
     * @param dailyBytes        the announced lengths of a company's files that arrive within a day
     * @param files             files of a delivery
     * @param unfinished        deliveries of a company that are not complete
     * @param waiting           complete deliveries of a company without an outcome
     * @param freeBytes         what must stay free on the folder's disk
     * @param concurrent        requests of a company that upload at once
     * @param requestsPerSecond requests per second of one caller
     * @param requestTime       time in which a request must arrive
     */
    public record Intake(int port, Path folder, int partBytes, long fileBytes, long dailyBytes, int files, int unfinished, int waiting,
            long freeBytes, int concurrent, int requestsPerSecond, Duration requestTime) {}

    /**
     * The settings of the dashboard.
     * @param authorityName the name that it shows for the authority; null for its default
     */
    public record Dashboard(@Nullable String authorityName) {}
}
