package io.tidemark.server.config;

import io.tidemark.server.http.limit.AddressRange;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Protection against abuse, and its logging.
 * @param connections    what a client may send, and how slowly
 * @param trustedProxies proxies whose X-Forwarded-For is trusted; none when empty
 * @param tls            the server's own TLS; plain HTTP when null
 * @param corsOrigins    web origins whose pages may call the API
 * @param limits         limits on sign-ins and requests
 * @param audit          the audit log
 * @param accesses       the log of data accesses
 * @param alert          what raises a security alert
 */
public record GuardConfig(Connections connections, List<AddressRange> trustedProxies, @Nullable Tls tls,
        List<String> corsOrigins, Limits limits, Audit audit, Accesses accesses, Alert alert) {

    /**
     * What a client may send.
     *
     * @param max         connections at once
     * @param urlBytes    longest request line
     * @param headerBytes largest headers
     * @param requestTime for a whole request to arrive
     */
    public record Connections(int max, int urlBytes, int headerBytes, Duration requestTime) {}

    /**
     * Files of a certificate, PEM.
     *
     * @param certificate the certificate and its chain
     * @param key         its private key
     */
    public record Tls(Path certificate, Path key) {}

    /**
     * Limits.
     * @param signInFailures    failed sign-ins a minute, of an address and of an account
     * @param longestWait       between failing sign-ins of one address to one account
     * @param requestsPerSecond of one caller
     */
    public record Limits(int signInFailures, Duration longestWait, int requestsPerSecond) {}

    /**
     * The audit log.
     *
     * @param file      null for the one in the state folder
     * @param megabytes size at which it is rotated; 0 for never
     * @param keep      number of rotated files to keep
     */
    public record Audit(@Nullable Path file, int megabytes, int keep) {}

    /**
     * The log of data accesses.
     *
     * @param megabytes size at which it is rotated
     * @param keep      number of rotated files to keep
     */
    public record Accesses(int megabytes, int keep) {}

    /**
     * What raises a security alert.
     *
     * @param failures refused sign-ins of an address or an account
     * @param window   in which they are counted
     * @param webhook  where alerts are posted; nowhere when null
     */
    public record Alert(int failures, Duration window, @Nullable URI webhook) {
        /** Without the address, which may hold a token. */
        @Override
        public String toString() {
            return "Alert[failures=" + failures + ", window=" + window + ", webhook=" + (webhook == null ? "none" : "***") + "]";
        }
    }
}
