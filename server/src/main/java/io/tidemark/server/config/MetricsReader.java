package io.tidemark.server.config;

/** Reads the settings of {@link ServerConfig.Metrics}. */
final class MetricsReader {
    private MetricsReader() {}

    /** They need a separate port. */
    static ServerConfig.Metrics read(SettingValues values, ServerConfig.Http http) {
        if (values.text(Setting.METRICS_PORT).isEmpty()) {
            return new ServerConfig.Metrics(null);
        }
        int port = values.number(Setting.METRICS_PORT, 0, 65_535);
        if (port != 0 && port == http.port()) {
            values.mistake(Setting.METRICS_PORT, "must be another than " + Setting.PORT.key());
        }
        return new ServerConfig.Metrics(port);
    }
}
