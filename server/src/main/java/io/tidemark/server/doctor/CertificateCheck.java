package io.tidemark.server.doctor;

import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Checks that the certificate and its key belong together, and how long the certificate is valid. */
record CertificateCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "certificate";
    /** How long before its end a certificate is renewed at the latest, as the alert says it: short ones end sooner. */
    private static final Duration SOON = Duration.ofDays(21);
    private static final int SHARE_OF_LIFE = 4;

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        GuardConfig.Tls files = config.certificate();
        GuardConfig.Acme acme = config.guard().acme();
        if (files == null) {
            return List.of(Diagnosis.ok(NAME, config.http().behindProxy() ? "none: a proxy terminates TLS"
                    : "none: plain HTTP on " + config.http().host()));
        }
        String remedy = acme == null ? "put a new certificate there; the server loads it within seconds"
                : "the log of the running server (io.tidemark.tls) says why the authority issued none, and when it is "
                + "asked again; it must reach http://" + acme.domains().getFirst() + "/.well-known/acme-challenge/, "
                + "from port 80 to tls.acme.port " + acme.port();
        if (acme != null && Files.notExists(files.certificate())) {
            return List.of(Diagnosis.warning(NAME, "there is none of " + acme.directory()
                    + " yet, and TLS connections are refused until then",
                    "start the server, which orders it; " + remedy));
        }
        List<Diagnosis> findings = new ArrayList<>();
        for (Path file : new LinkedHashSet<>(List.of(files.certificate(), files.key()))) {
            unreadable(file, config.state()).ifPresent(findings::add);
        }
        if (!findings.isEmpty()) {
            return findings;
        }
        AccessCheck.secret(findings, files.key());
        try {
            X509Certificate certificate = Objects.requireNonNull(TlsFiles.read(files).certificate());
            Instant end = certificate.getNotAfter().toInstant();
            Duration left = Duration.between(clock.instant(), end);
            String words = files.certificate() + " is good until " + end;
            if (left.isNegative()) {
                findings.add(Diagnosis.fault(NAME, words + ", which is over", remedy));
            } else if (left.compareTo(SOON) < 0 && left.compareTo(TlsFiles.life(certificate).dividedBy(SHARE_OF_LIFE))
                    < 0) {
                findings.add(Diagnosis.warning(NAME, words + ", " + left.toDays() + " days",
                        remedy));
            } else {
                findings.add(Diagnosis.ok(NAME, words));
            }
        } catch (ConfigException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()),
                    acme != null ? "the server orders a new one when it starts; " + remedy
                    : "PEM files are needed: the certificate with its chain, and its"
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
