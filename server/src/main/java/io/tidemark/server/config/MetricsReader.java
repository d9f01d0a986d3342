package io.tidemark.server.config;

/** Reads the settings of {@link ServerConfig.Metrics}. */
final class MetricsReader {
    private MetricsReader() {}

    /** Reads the settings. Metrics need a separate port. */
    static ServerConfig.Metrics read(SettingValues values, ServerConfig.Http http) {
        Integer port = values.numberOrNone(Setting.METRICS_PORT, 0, 65_535);
        if (port != null && port != 0 && port == http.port()) {
            values.mistake(Setting.METRICS_PORT, "must be another than " + Setting.PORT.key());
        }
        return new ServerConfig.Metrics(port);
    }
}
