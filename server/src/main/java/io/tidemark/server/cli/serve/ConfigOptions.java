package io.tidemark.server.cli.serve;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags for settings that the configuration file has, too. */
final class ConfigOptions {

    @Option(names = "--config", paramLabel = "FILE")
    @Nullable Path config;

    @Option(names = "--lake", paramLabel = "LAKE")
    @Nullable String lake;

    @Option(names = "--state", paramLabel = "DIR")
    @Nullable String state;

    @Option(names = "--sql", paramLabel = "DIR")
    @Nullable String sql;

    @Option(names = "--host", paramLabel = "H")
    @Nullable String host;

    @Option(names = "--port", paramLabel = "P")
    @Nullable String port;

    @Option(names = "--metrics-port", paramLabel = "P")
    @Nullable String metricsPort;

    @Option(names = "--behind-proxy")
    boolean behindProxy;

    @Option(names = "--today", paramLabel = "DATE")
    @Nullable String today;

    /** The given flags, by the keys of the configuration file. */
    Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        put(flags, "lake", lake);
        put(flags, "state", state);
        put(flags, "sql", sql);
        put(flags, "server.host", host);
        put(flags, "server.port", port);
        put(flags, "server.behind-proxy", behindProxy ? "true" : null);
        put(flags, "metrics.port", metricsPort);
        put(flags, "today", today);
        return flags;
    }

    private static void put(Map<String, String> flags, String key, @Nullable String value) {
        if (value != null) {
            flags.put(key, value);
        }
    }
}
