package io.tidemark.server.setup;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The text of a first configuration, with comments.
 *
 * @param folder      folder of lake and state
 * @param host        address to listen on
 * @param port        port to listen on
 * @param behindProxy whether a proxy in front speaks TLS
 * @param certificate PEM file of the certificate; null for plain HTTP
 * @param key         PEM file of its key; null for plain HTTP
 * @param metricsPort port of the metrics; null for none
 * @param engineMb    the engine's memory, megabytes
 * @param auditFile   the audit log that logrotate rotates; null for the server's own in the state folder
 */
public record ConfigText(Path folder, String host, int port, boolean behindProxy, @Nullable Path certificate,
        @Nullable Path key, @Nullable Integer metricsPort, int engineMb, @Nullable Path auditFile) {

    /** The engine's default memory, megabytes. */
    public static final int ENGINE_MB = 4096;

    /** The configuration in the Debian package. */
    public static ConfigText packaged() {
        return new ConfigText(Path.of("/var/lib/tidemark"), "127.0.0.1", 8080, false, null, null, null, ENGINE_MB,
                Path.of("/var/log/tidemark/audit.log"));
    }

    /** The YAML file with comments. */
    public String yaml() {
        return """
                # Tidemark's configuration. All settings, with what is in force: tidemark serve --dump-config
                # After a change: tidemark doctor, then systemctl reload tidemark (or send the server SIGHUP).

                # Data: snapshots that ingest makes, and users, clients and signing keys.
                # Back up both: tidemark backup FILE
                lake: %s
                state: %s

                server:
                  # 127.0.0.1 is for this machine alone; another address needs tls below, or a proxy that speaks TLS
                  host: %s
                  port: %d
                  behind-proxy: %s
                %s
                query:
                  # the engine's memory, megabytes; the whole process needs about 1.5 times as much
                  engine-memory-mb: %d
                %s%s
                # A provider of OpenID Connect whose tokens are accepted too, or one of each company; see docs/oidc.md
                #identity: {external: {issuer: "https://login.example.org/realms/farms", audience: tidemark}}
                """.formatted(quoted(folder.resolve("lake")), quoted(folder.resolve("state")), quoted(host), port,
                behindProxy, tls(), engineMb, metrics(), audit());
    }

    private String tls() {
        return certificate == null || key == null ? """

                # A certificate with its chain, and its key without a password; read anew when they change
                #tls: {certificate: /etc/tidemark/cert.pem, key: /etc/tidemark/key.pem}
                """ : """

                # A certificate with its chain, and its key without a password; read anew when they change
                tls:
                  certificate: %s
                  key: %s
                """.formatted(quoted(certificate), quoted(key));
    }

    private String metrics() {
        return metricsPort == null ? """

                # Metrics for Prometheus, on 127.0.0.1 only
                #metrics: {port: 9464}
                """ : """

                # Metrics for Prometheus, on 127.0.0.1 only
                metrics: {port: %d}
                """.formatted(metricsPort);
    }

    private String audit() {
        return auditFile == null ? "" : """

                # Who signed in, and what was refused; logrotate begins new files
                audit: {file: %s, max-megabytes: 0}
                """.formatted(quoted(auditFile));
    }

    private static String quoted(Object value) {
        return "\"" + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
