package io.tidemark.server.tls;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.shredzone.acme4j.exception.AcmeException;

/**
 * Orders the certificate of an ACME authority when there is none, when it ends soon or is for other names. A failed
 * order is repeated after a growing wait. {@link TlsFollower} serves what is in the file.
 */
public final class AcmeRenewal implements AutoCloseable {
    /** Doubles with each failure: an authority such as Let's Encrypt allows five failures of a name in an hour. */
    public static final Duration FIRST_WAIT = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofHours(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(6);
    private static final Duration SOON = Duration.ofDays(30);
    private static final int SHARE_OF_LIFE = 3;

    private final GuardConfig.Acme settings;
    private final GuardConfig.Tls files;
    private final AcmeOrder order;
    private final EventReceiver events;
    private final Clock clock;
    private final Duration firstWait;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("acme").daemon().factory());
    /** The wait after the next failure. Only the thread that looks uses it. */
    private Duration wait;

    private AcmeRenewal(GuardConfig.Acme settings, Path state, AcmeChallenges challenges, EventReceiver events,
            Clock clock, Duration firstWait) {
        this.settings = settings;
        this.files = settings.files(state);
        this.order = new AcmeOrder(settings, settings.account(state), challenges);
        this.events = events;
        this.clock = clock;
        this.firstWait = firstWait;
        this.wait = firstWait;
    }

    /**
     * Looks at the certificate now, and from then on every hour, in a thread of its own.
     *
     * @param firstWait the wait after a failure, usually {@link #FIRST_WAIT}
     */
    public static AcmeRenewal start(GuardConfig.Acme settings, Path state, AcmeChallenges challenges,
            EventReceiver events, Clock clock, Duration firstWait) {
        AcmeRenewal renewal = new AcmeRenewal(settings, state, challenges, events, clock, firstWait);
        renewal.looking.execute(renewal::look);
        return renewal;
    }

    private void look() {
        Duration next = LOOK;
        try {
            if (present().map(this::isDue).orElse(true)) {
                renew();
            }
            wait = firstWait;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (AcmeException | IOException | GeneralSecurityException | RuntimeException e) {
            if (looking.isShutdown()) {
                return;
            }
            next = wait;
            wait = shorter(wait.multipliedBy(2), LONGEST_WAIT);
            Instant now = clock.instant();
            events.publish(new Event.CertificateNotIssued(now,
                    e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause()),
                    present().map(certificate -> certificate.getNotAfter().toInstant()).orElse(null), now.plus(next)));
        }
        var _ = looking.schedule(this::look, next.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Optional<X509Certificate> present() {
        return TlsFiles.issued(files).map(TlsFiles::certificate);
    }

    private boolean isDue(X509Certificate certificate) {
        Duration before = shorter(TlsFiles.life(certificate).dividedBy(SHARE_OF_LIFE), SOON);
        return !TlsFiles.names(certificate).containsAll(settings.domains())
                || clock.instant().isAfter(certificate.getNotAfter().toInstant().minus(before));
    }

    private void renew() throws AcmeException, IOException, GeneralSecurityException, InterruptedException {
        String pem = order.certificate();
        X509Certificate issued = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(
                new ByteArrayInputStream(pem.substring(pem.indexOf("-----BEGIN CERTIFICATE"))
                        .getBytes(StandardCharsets.US_ASCII)));
        if (!TlsFiles.names(issued).containsAll(settings.domains())) {
            throw new AcmeException("its certificate is for " + TlsFiles.names(issued) + ", not for "
                    + settings.domains());
        }
        DurableFiles.replace(files.certificate(), pem.getBytes(StandardCharsets.US_ASCII), FilePermissions.PRIVATE);
        if (isDue(issued)) {
            // by a wrong clock each new one is old, too
            wait = LONGEST_WAIT;
            throw new AcmeException("the clock of this machine says " + clock.instant()
                    + ", but a new certificate, which is served, is good from " + issued.getNotBefore().toInstant()
                    + " until " + issued.getNotAfter().toInstant());
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
