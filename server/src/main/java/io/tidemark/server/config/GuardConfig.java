package io.tidemark.server.config;

import io.tidemark.server.http.limit.AddressRange;
import io.tidemark.server.http.listen.ConnectionLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings for protection against abuse, and for its logs.
 *
 * @param connections    limits on what clients send
 * @param trustedProxies proxies whose X-Forwarded-For is trusted; none unless one is there
 * @param tls            the server's own TLS; null for plain HTTP
 * @param corsOrigins    web origins whose pages may call the API
 * @param limits         limits on sign-ins and requests
 * @param audit          the audit log
 * @param accesses       the log of data accesses
 * @param alert          thresholds of security alerts
 */
public record GuardConfig(Connections connections,
        @Section(with = "server.behind-proxy", is = "true")
        @Setting(key = "proxy.trusted", byDefault = "127.0.0.1,::1", form = Form.ADDRESS_RANGE)
        List<AddressRange> trustedProxies,
        @Section(with = "tls.certificate", together = "tls.key") @Nullable Tls tls,
        @Setting(key = "cors.allowed-origins", form = Form.ORIGIN) List<String> corsOrigins,
        Limits limits, Audit audit, Accesses accesses, Alert alert) {

    /** Limits on what clients send. */
    public record Connections(
            @Setting(key = "server.max-connections", byDefault = "1000", range = {1, 1_000_000}) int max,
            @Setting(key = "server.max-url-bytes", byDefault = "8192", range = {256, 1 << 20}) int urlBytes,
            @Setting(key = "server.max-header-bytes", byDefault = "16384", range = {1024, 1 << 20}) int headerBytes,
            @Setting(key = "server.request-seconds", byDefault = "20", range = {1, 3600}) Duration requestTime) {
        /** The same limits, for a listener. */
        public ConnectionLimits limits() {
            return new ConnectionLimits(max, urlBytes, headerBytes, requestTime);
        }
    }

    /** The PEM files of a certificate and its private key. */
    public record Tls(
            @Setting(key = "tls.certificate") Path certificate,
            @Setting(key = "tls.key") Path key) {}

    /** Limits on sign-ins and requests. */
    public record Limits(
            @Setting(key = "limits.sign-in-failures-per-minute", byDefault = "10", range = {1, 1_000_000})
            int signInFailures,
            @Setting(key = "limits.longest-wait-seconds", byDefault = "60", range = {0, 3600}) Duration longestWait,
            @Setting(key = "limits.requests-per-second", byDefault = "200", range = {1, 1_000_000})
            int requestsPerSecond) {}

    /** The settings of the audit log. */
    public record Audit(
            @Setting(key = "audit.file") @Nullable Path file,
            @Setting(key = "audit.max-megabytes", byDefault = "10", range = {0, 100_000}) int megabytes,
            @Setting(key = "audit.keep", byDefault = "10", range = {1, 1000}) int keep) {}

    /** The settings of the log of data accesses. */
    public record Accesses(
            @Setting(key = "access.keep-days", byDefault = "730", range = {1, 36_500}) int keepDays,
            @Setting(key = "access.max-megabytes", byDefault = "2000", range = {10, 1_000_000}) int megabytes) {}

    /** The settings of security alerts. */
    public record Alert(
            @Setting(key = "alert.failures", byDefault = "20", range = {1, 1_000_000}) int failures,
            @Setting(key = "alert.window-seconds", byDefault = "300", range = {1, 3600}) Duration window) {}
}
