package io.tidemark.server.config;

import io.tidemark.server.http.limit.AddressRange;
import io.tidemark.server.http.listen.ConnectionLimits;
import java.net.URI;
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
        @Setting(key = "proxy.trusted", byDefault = "127.0.0.1,::1", form = Form.ADDRESS_RANGE, meaning = "proxies "
                + "whose X-Forwarded-For is trusted, as addresses or ranges such as 10.0.0.0/8; needs "
                + "server.behind-proxy") List<AddressRange> trustedProxies,
        @Section(with = "tls.certificate", together = "tls.key") @Nullable Tls tls,
        @Setting(key = "cors.allowed-origins", form = Form.ORIGIN, meaning = "web origins whose pages may call the "
                + "API, such as https://app.example.org") List<String> corsOrigins,
        Limits limits, Audit audit, Accesses accesses, Alert alert) {

    /** Limits on what clients send. */
    public record Connections(
            @Setting(key = "server.max-connections", byDefault = "1000", range = {1, 1_000_000},
                    meaning = "maximum connections at once; further ones wait") int max,
            @Setting(key = "server.max-url-bytes", byDefault = "8192", range = {256, 1 << 20}, meaning = "maximum "
                    + "length of the request line; longer ones are refused with 414") int urlBytes,
            @Setting(key = "server.max-header-bytes", byDefault = "16384", range = {1024, 1 << 20},
                    meaning = "maximum size of the headers; larger ones are refused with 431") int headerBytes,
            @Setting(key = "server.request-seconds", byDefault = "20", range = {1, 3600}, meaning = "time for a whole "
                    + "request to arrive; an idle connection is closed after it") Duration requestTime) {
        /** The same limits, for a listener. */
        public ConnectionLimits limits() {
            return new ConnectionLimits(max, urlBytes, headerBytes, requestTime);
        }
    }

    /** The PEM files of a certificate and its private key. */
    public record Tls(
            @Setting(key = "tls.certificate", meaning = "PEM file of the certificate and its chain; empty for plain "
                    + "HTTP") Path certificate,
            @Setting(key = "tls.key", meaning = "PEM file of the certificate's private key, PKCS#8; both files are "
                    + "reloaded when they change") Path key) {}

    /** Limits on sign-ins and requests. */
    public record Limits(
            @Setting(key = "limits.sign-in-failures-per-minute", byDefault = "10", range = {1, 1_000_000},
                    meaning = "failed sign-ins per minute, for each address and each account; more are refused with "
                            + "429")
            int signInFailures,
            @Setting(key = "limits.longest-wait-seconds", byDefault = "60", range = {0, 3600}, meaning = "longest wait "
                    + "for one address and account; the wait doubles with each failure above the limit per minute")
            Duration longestWait,
            @Setting(key = "limits.requests-per-second", byDefault = "200", range = {1, 1_000_000},
                    meaning = "requests per second for each caller; more are refused with "
                            + "429") int requestsPerSecond) {}

    /** The settings of the audit log. */
    public record Audit(
            @Setting(key = "audit.file", meaning = "file of the audit log; empty for audit.log in the state folder")
            @Nullable Path file,
            @Setting(key = "audit.max-megabytes", byDefault = "10", range = {0, 100_000}, meaning = "size at which the "
                    + "audit log is rotated; 0 leaves rotation to logrotate") int megabytes,
            @Setting(key = "audit.keep", byDefault = "10", range = {1, 1000}, meaning = "number of rotated audit logs "
                    + "to keep")
            int keep) {}

    /** The settings of the log of data accesses. */
    public record Accesses(
            @Setting(key = "access.keep-days", byDefault = "730", range = {1, 36_500}, meaning = "days to keep the "
                    + "data-access log, which records who requested what") int keepDays,
            @Setting(key = "access.max-megabytes", byDefault = "2000", range = {10, 1_000_000}, meaning = "maximum "
                    + "size of its rotated files, separately for answered and for refused requests; above it the "
                    + "oldest are deleted early") int megabytes) {}

    /** The settings of security alerts. */
    public record Alert(
            @Setting(key = "alert.failures", byDefault = "20", range = {1, 1_000_000}, meaning = "number of refused "
                    + "sign-ins, for one address or account, that raises a security alert") int failures,
            @Setting(key = "alert.window-seconds", byDefault = "300", range = {1, 3600}, meaning = "period in which "
                    + "refused sign-ins are counted; it raises at most one alert") Duration window,
            @Setting(key = "alert.webhook", form = Form.ALERT_RECEIVER, secret = true, meaning = "http or https "
                    + "address that each alert is posted to as JSON; not shown, because it may contain a token")
            @Nullable URI webhook) {
        /** Leaves out the address, which may contain a token. */
        @Override
        public String toString() {
            return "Alert[failures=" + failures + ", window=" + window + ", webhook="
                    + (webhook == null ? "none" : "***") + "]";
        }
    }
}
