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
 * @param tls            the files of the server's own certificate; null without
 * @param acme           the authority that issues its certificate; null for none
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
        @Section(with = "tls.acme.directory", together = "tls.acme.domains") @Nullable Acme acme,
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

    /** The settings of certificates that an authority issues by ACME (RFC 8555). */
    public record Acme(
            @Setting(key = "tls.acme.directory", form = Form.ACME_DIRECTORY) URI directory,
            @Setting(key = "tls.acme.domains", form = Form.DOMAIN) List<String> domains,
            @Setting(key = "tls.acme.contact", form = Form.MAIL_ADDRESS) @Nullable String contact,
            @Setting(key = "tls.acme.agree-terms", byDefault = "false") boolean agreeTerms,
            @Setting(key = "tls.acme.port", byDefault = "80", range = {0, 65_535}) int port,
            @Setting(key = "tls.acme.trust", form = Form.READABLE_FILE) @Nullable Path trust,
            @Setting(key = "tls.acme.eab-key-id") @Nullable String bindingId,
            @Setting(key = "tls.acme.eab-key-file", form = Form.READABLE_FILE) @Nullable Path bindingKey)
            implements Checked {

        @Override
        public void check(Mistakes mistakes) {
            if (!agreeTerms) {
                mistakes.add("tls.acme.agree-terms", "must be true: the authority issues nothing to those who have not "
                        + "agreed to its terms, whose address is in " + directory);
            }
            if ((bindingId == null) != (bindingKey == null)) {
                mistakes.add("tls.acme.eab-key-id", "and tls.acme.eab-key-file must both be set; one of them is empty");
            }
        }

        /** The certificate in the state folder, with its key in the same file, so that both change in one step. */
        public Tls files(Path state) {
            Path file = inside(state, ".pem");
            return new Tls(file, file);
        }

        /** The key of the account at the authority. */
        public Path account(Path state) {
            return inside(state, "-account.json");
        }

        // each authority has files of its own, so that another one is asked at once
        private Path inside(Path state, String suffix) {
            return state.resolve("acme-" + directory.toString().replaceFirst("^\\w+://", "")
                    .replaceAll("[^A-Za-z0-9.-]+", "-") + suffix);
        }
    }

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
