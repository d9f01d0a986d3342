package io.tidemark.server.doctor;

import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.http.listen.TlsFiles;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks that the certificate and its key belong together, and how long the certificate is valid. */
record CertificateCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "certificate";
    private static final Duration SOON = Duration.ofDays(21);

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        GuardConfig.Tls files = config.guard().tls();
        if (files == null) {
            return List.of(Diagnosis.ok(NAME, config.http().behindProxy() ? "none: a proxy speaks TLS"
                    : "none: plain HTTP on " + config.http().host()));
        }
        List<Diagnosis> findings = new ArrayList<>();
        AccessCheck.secret(findings, files.key());
        try {
            Instant end = TlsFiles.read(files).certificate().getNotAfter().toInstant();
            Duration left = Duration.between(clock.instant(), end);
            String words = files.certificate() + " is good until " + end;
            if (left.isNegative()) {
                findings.add(Diagnosis.fault(NAME, words + ", which is over", "put a new certificate there; the server takes it up within seconds"));
            } else if (left.compareTo(SOON) < 0) {
                findings.add(Diagnosis.warning(NAME, words + ", " + left.toDays() + " days",
                        "renew it; the server takes a new one up within seconds"));
            } else {
                findings.add(Diagnosis.ok(NAME, words));
            }
        } catch (ConfigException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()), "PEM files are needed: the certificate with its chain, and its"
                    + " unencrypted key in PKCS#8, readable by the server's user"));
        }
        return findings;
    }
}
