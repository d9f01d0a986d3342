package io.tidemark.server.cli.serve;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags for settings that the configuration file has, too. */
final class ConfigOptions {

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration file, YAML; see --dump-config.")
    @Nullable Path config;

    @Option(names = "--lake", paramLabel = "LAKE", description = "Folder of the lake (default: lake).")
    @Nullable String lake;

    @Option(names = "--state", paramLabel = "DIR", description = "Folder for users, clients and signing keys (default: "
            + "state).")
    @Nullable String state;

    @Option(names = "--sql", paramLabel = "DIR", description = "Folder with routes of your own, laid out like sql/.")
    @Nullable String sql;

    @Option(names = "--host", paramLabel = "H",
            description = "Address to listen on (default: 127.0.0.1). Other than loopback needs TLS: the server's own "
                    + "(tls.certificate) or a proxy's.")
    @Nullable String host;

    @Option(names = "--port", paramLabel = "P", description = "Port to listen on; 0 picks a free one (default: 8080).")
    @Nullable String port;

    @Option(names = "--metrics-port", paramLabel = "P",
            description = "Port for GET /metrics in Prometheus format, on 127.0.0.1 only; 0 picks a free one (default: "
                    + "none).")
    @Nullable String metricsPort;

    @Option(names = "--behind-proxy", description = "A proxy in front of this server terminates TLS.")
    boolean behindProxy;

    @Option(names = "--today", paramLabel = "DATE", description = "Use this date as the current day (default: today in "
            + "Norway).")
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
