package io.tidemark.server.config;

import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import io.tidemark.server.trino.TrinoSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server. {@link ConfigReader} makes it from flags, environment and file.
 *
 * @param http      where it listens
 * @param lake      the lake's folder
 * @param state     folder of users, clients and signing keys
 * @param sql       a deployment's own routes; none when null
 * @param today     a fixed current day; the real one in Norway when null
 * @param query     queries
 * @param engine    DuckDB
 * @param trino     what queries run in instead; DuckDB when null
 * @param identity  tokens
 * @param guard     protection against abuse
 * @param metrics   for Prometheus
 * @param dashboard what it shows
 */
public record ServerConfig(Http http, Path lake, Path state, @Nullable Path sql, @Nullable LocalDate today, Query query,
        Engine engine, @Nullable TrinoSettings trino, Identity identity, GuardConfig guard, Metrics metrics, Dashboard dashboard) {

    /**
     * Where the server listens.
     *
     * @param host        address or name
     * @param port        port; 0 for any free one
     * @param behindProxy whether a proxy in front of it speaks TLS; required for an address beyond loopback without our own TLS
     */
    public record Http(String host, int port, boolean behindProxy) {}

    /**
     * Queries.
     *
     * @param concurrent       at once
     * @param queue            waiting at most
     * @param callerConcurrent at once of one caller
     * @param callerQueue      waiting at most of one caller
     * @param timeout          time for one, waiting included
     * @param slow             one that takes longer is logged
     * @param send             time for a client to read a large response
     * @param maxRows          rows of a response without its own limit
     * @param cacheMb          memory of the result cache, megabytes
     * @param warmUp           whether default windows are computed when a snapshot is opened
     */
    public record Query(int concurrent, int queue, int callerConcurrent, int callerQueue, Duration timeout, Duration slow,
            Duration send, int maxRows, int cacheMb, boolean warmUp) {}

    /**
     * DuckDB.
     *
     * @param threads      its threads; when null, as many as a snapshot's size needs
     * @param memoryMb     its memory for all open snapshots, megabytes
     * @param keepSnapshot time that a snapshot stays open after the next is served
     */
    public record Engine(@Nullable Integer threads, int memoryMb, Duration keepSnapshot) {

        /** The most threads that an instance of it may have. */
        public int mostThreads() {
            return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        }
    }

    /**
     * Tokens.
     *
     * @param issuer   their {@code iss}
     * @param audience their {@code aud}
     * @param external a provider whose tokens are accepted too; none when null
     * @param signIn   how the dashboard's readers sign in there; not when null
     */
    public record Identity(String issuer, String audience, @Nullable ExternalIssuer external, @Nullable ProviderSignIn signIn) {}

    /**
     * Metrics for Prometheus.
     * @param port port on 127.0.0.1; 0 for any free one, off when null
     */
    public record Metrics(@Nullable Integer port) {}

    /**
     * The dashboard.
     * @param authorityName what it calls the authority; its own words when null
     */
    public record Dashboard(@Nullable String authorityName) {}
}
