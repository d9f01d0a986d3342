package io.tidemark.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Every setting there is: its key in the YAML file, its default, what it means. */
enum Setting {
    HOST("server.host", "127.0.0.1", "address to listen on"),
    PORT("server.port", "8080", "port to listen on; 0 for any free one"),
    BEHIND_PROXY("server.behind-proxy", "false", "a proxy in front speaks TLS; needed to listen beyond loopback"),
    LAKE("lake", "lake", "folder of the lake"),
    STATE("state", "state", "folder of users, clients and signing keys"),
    SQL("sql", "", "folder with routes of your own, laid out like sql/"),
    TODAY("today", "", "a fixed current day, such as 2026-03-01; empty for the real one in Norway"),
    MIN_FARMERS("privacy.min-farmers", "3", "farmer groups other than the caller's that a benchmark value must rest on"),
    CONCURRENT("query.concurrent", Integer.toString(Math.max(2, Runtime.getRuntime().availableProcessors())),
            "queries at once"),
    QUEUE("query.queue", "64", "queries that may wait; more are refused with 503"),
    TIMEOUT("query.timeout-seconds", "30", "time for a query, waiting included"),
    ENGINE_THREADS("query.engine-threads", Integer.toString(Runtime.getRuntime().availableProcessors()), "DuckDB's threads"),
    ENGINE_MEMORY("query.engine-memory-mb", "2048", "DuckDB's memory, megabytes"),
    ISSUER("identity.issuer", "tidemark", "issuer of the access tokens"),
    AUDIENCE("identity.audience", "tidemark", "audience of the access tokens");

    private final String key;
    private final String defaultTo;
    private final String meaning;

    Setting(String key, String defaultTo, String meaning) {
        this.key = key;
        this.defaultTo = defaultTo;
        this.meaning = meaning;
    }

    /** The key in the YAML file, with dots. */
    String key() {
        return key;
    }

    /** The value when nothing else is said. */
    String defaultTo() {
        return defaultTo;
    }

    /** What it means. */
    String meaning() {
        return meaning;
    }

    /** The environment variable that sets it. */
    String environment() {
        return "TIDEMARK_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** All keys. */
    static List<String> keys() {
        return Arrays.stream(values()).map(Setting::key).toList();
    }
}
