package io.tidemark.server.config;

import io.tidemark.server.http.limit.AddressRange;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings for protection against abuse, and for its logs.
 * @param connections    limits on what clients send
 * @param trustedProxies proxies whose X-Forwarded-For is trusted
 * @param tls            the server's own TLS; null for plain HTTP
 * @param corsOrigins    web origins whose pages may call the API
 * @param limits         limits on sign-ins and requests
 * @param audit          the audit log
 * @param accesses       the log of data accesses
 * @param alert          thresholds of security alerts
 */
public record GuardConfig(Connections connections, List<AddressRange> trustedProxies, @Nullable Tls tls,
        List<String> corsOrigins, Limits limits, Audit audit, Accesses accesses, Alert alert) {

    /**
     * Limits on what clients send.
     *
     * @param max         maximum number of open connections
     * @param urlBytes    maximum length of the request line
     * @param headerBytes maximum size of the headers
     * @param requestTime time in which a whole request must arrive
     */
    public record Connections(int max, int urlBytes, int headerBytes, Duration requestTime) {}

    /**
     * The PEM files of a certificate.
     *
     * @param certificate the certificate and its chain
     * @param key         its private key
     */
    public record Tls(Path certificate, Path key) {}

    /**
     * Limits on sign-ins and requests.
     * @param signInFailures    failed sign-ins per minute, for an address and for an account
     * @param longestWait       longest wait between failing sign-ins of one address to one account
     * @param requestsPerSecond requests per second of one caller
     */
    public record Limits(int signInFailures, Duration longestWait, int requestsPerSecond) {}

    /**
     * The settings of the audit log.
     *
     * @param file      its file; null for the one in the state folder
     * @param megabytes size at which it is rotated; 0 for never
     * @param keep      number of rotated files to keep
     */
    public record Audit(@Nullable Path file, int megabytes, int keep) {}

    /**
     * The settings of the log of data accesses.
     *
     * @param keepDays  days after which rotated files are deleted
     * @param megabytes maximum size of all rotated files, compressed
     */
    public record Accesses(int keepDays, int megabytes) {}

    /**
     * The settings of security alerts.
     *
     * @param failures number of refused sign-ins of an address or an account
     * @param window   time in which they are counted
     * @param webhook  address to which alerts are posted; null for none
     */
    public record Alert(int failures, Duration window, @Nullable URI webhook) {
        /** Leaves out the address, which may contain a token. */
        @Override
        public String toString() {
            return "Alert[failures=" + failures + ", window=" + window + ", webhook=" + (webhook == null ? "none" : "***") + "]";
        }
    }
}
