package io.tidemark.server.doctor;

import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the certificate and its key belong together, and how long the certificate is valid. */
record CertificateCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "certificate";
    private static final Duration SOON = Duration.ofDays(21);

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        GuardConfig.Tls files = config.guard().tls();
        if (files == null) {
            return List.of(Diagnosis.ok(NAME, config.http().behindProxy() ? "none: a proxy terminates TLS"
                    : "none: plain HTTP on " + config.http().host()));
        }
        List<Diagnosis> findings = new ArrayList<>();
        for (Path file : List.of(files.certificate(), files.key())) {
            unreadable(file, config.state()).ifPresent(findings::add);
        }
        if (!findings.isEmpty()) {
            return findings;
        }
        AccessCheck.secret(findings, files.key());
        try {
            Instant end = TlsFiles.read(files).certificate().getNotAfter().toInstant();
            Duration left = Duration.between(clock.instant(), end);
            String words = files.certificate() + " is good until " + end;
            if (left.isNegative()) {
                findings.add(Diagnosis.fault(NAME, words + ", which is over",
                        "put a new certificate there; the server loads it within seconds"));
            } else if (left.compareTo(SOON) < 0) {
                findings.add(Diagnosis.warning(NAME, words + ", " + left.toDays() + " days",
                        "renew it; the server loads the new one within seconds"));
            } else {
                findings.add(Diagnosis.ok(NAME, words));
            }
        } catch (ConfigException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()),
                    "PEM files are needed: the certificate with its chain, and its"
                    + " unencrypted key in PKCS#8, readable by the server's user"));
        }
        return findings;
    }

    // the server runs as the user of the state folder, also if this is root
    private static Optional<Diagnosis> unreadable(Path file, Path state) {
        try {
            UserPrincipal user = Files.isDirectory(state) ? Files.getOwner(state)
                    : file.getFileSystem().getUserPrincipalLookupService()
                    .lookupPrincipalByName(System.getProperty("user.name"));
            return AccessCheck.mayRead(file, user) ? Optional.empty()
                    : Optional.of(Diagnosis.fault(NAME, file + " exists but cannot be read by "
                    + user.getName(), "as root: chown " + user.getName() + " " + file));
        } catch (IOException e) {
            return Optional.of(Diagnosis.fault(NAME, file + " cannot be examined: " + e.getMessage(),
                    "run as the server's user or as root"));
        }
    }
}
