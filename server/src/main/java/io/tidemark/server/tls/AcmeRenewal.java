package io.tidemark.server.tls;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.shredzone.acme4j.exception.AcmeException;

/**
 * Orders the certificate of an ACME authority when there is none, when it ends soon or is for other names. A failed
 * order is repeated after a growing wait. {@link TlsFollower} serves what is in the file.
 */
public final class AcmeRenewal implements AutoCloseable {
    /** Doubles with each failure: an authority such as Let's Encrypt allows five failures of a name in an hour. */
    public static final Duration FIRST_WAIT = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofHours(1);
    private static final Duration MAX_WAIT = Duration.ofHours(6);
    private static final Duration SOON = Duration.ofDays(30);
    private static final int SHARE_OF_LIFE = 3;
    /** How often a certificate is looked at in its life, if that is short, and an authority asked in what is left. */
    private static final int LOOKS_OF_LIFE = 12;
    private static final int TRIES_OF_REST = 4;
    private static final Duration MAX_ORDER = Duration.ofMinutes(15);
    private static final int MAX_REASON = 500;

    private final GuardConfig.Acme settings;
    private final GuardConfig.Tls files;
    private final AcmeOrder order;
    private final Lake lake;
    private final EventReceiver events;
    private final Clock clock;
    private final Duration firstWait;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("acme").daemon().factory());
    /** A thread of its own for each order: one that hangs holds up nothing. */
    private final ExecutorService ordering =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("acme order").factory());
    /** The wait after the next failure. Only the thread that looks uses it. */
    private Duration wait;

    private AcmeRenewal(GuardConfig.Acme settings, Path state, Lake lake, AcmeChallenges challenges,
            EventReceiver events, Clock clock, Duration firstWait) {
        this.settings = settings;
        this.lake = lake;
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
     * @param lake      keeps when an order last succeeded
     * @param firstWait the wait after a failure, usually {@link #FIRST_WAIT}
     */
    public static AcmeRenewal start(GuardConfig.Acme settings, Path state, Lake lake, AcmeChallenges challenges,
            EventReceiver events, Clock clock, Duration firstWait) {
        AcmeRenewal renewal = new AcmeRenewal(settings, state, lake, challenges, events, clock, firstWait);
        renewal.looking.execute(renewal::look);
        return renewal;
    }

    private void look() {
        Optional<X509Certificate> before = present();
        Duration next = before.map(each -> shorter(LOOK, TlsFiles.life(each).dividedBy(LOOKS_OF_LIFE))).orElse(LOOK);
        try {
            if (before.map(this::isDue).orElse(true)) {
                renew(before);
            }
            wait = firstWait;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (Exception e) {
            if (looking.isShutdown()) {
                return;
            }
            Optional<Instant> end = present().map(AcmeRenewal::end);
            Instant now = clock.instant();
            next = end.map(each -> pause(Duration.between(now, each))).orElse(wait);
            wait = shorter(wait.multipliedBy(2), MAX_WAIT);
            events.publish(new Event.CertificateNotIssued(now, reason(e), end.orElse(null), now.plus(next)));
        }
        var _ = looking.schedule(this::look, next.toMillis(), TimeUnit.MILLISECONDS);
    }

    // some more attempts before the end of a certificate whose life is short
    private Duration pause(Duration left) {
        Duration often = left.dividedBy(TRIES_OF_REST);
        return left.isNegative() || often.compareTo(firstWait) < 0 ? wait : shorter(wait, often);
    }

    // an authority's words may hold anything, such as ends of lines
    private static String reason(Exception failure) {
        Throwable why = failure instanceof ExecutionException e && e.getCause() != null ? e.getCause() : failure;
        String words = why.getMessage() + (why.getCause() == null ? "" : ": " + why.getCause());
        return words.substring(0, Math.min(words.length(), MAX_REASON)).replaceAll("\\p{Cntrl}", " ");
    }

    private Optional<X509Certificate> present() {
        return TlsFiles.issued(files).map(TlsFiles::certificate);
    }

    private boolean isDue(X509Certificate certificate) {
        Duration before = shorter(TlsFiles.life(certificate).dividedBy(SHARE_OF_LIFE), SOON);
        return !TlsFiles.names(certificate).containsAll(settings.domains())
                || clock.instant().isAfter(end(certificate).minus(before));
    }

    // what is served stays until the new certificate is known to be better
    private void renew(Optional<X509Certificate> before) throws AcmeException, IOException, ExecutionException,
            InterruptedException {
        long start = System.nanoTime();
        byte[] pem = ordered().getBytes(StandardCharsets.US_ASCII);
        Path draft = files.certificate().resolveSibling(files.certificate().getFileName() + ".new");
        X509Certificate issued;
        try {
            DurableFiles.replace(draft, pem, FilePermissions.PRIVATE);
            issued = Objects.requireNonNull(TlsFiles.read(new GuardConfig.Tls(draft, draft)).certificate());
        } finally {
            Files.deleteIfExists(draft);
        }
        if (!TlsFiles.names(issued).containsAll(settings.domains())) {
            throw new AcmeException("its certificate is for " + TlsFiles.names(issued) + ", not for "
                    + settings.domains());
        }
        if (before.filter(old -> TlsFiles.names(old).containsAll(settings.domains())
                && !end(issued).isAfter(end(old))).isPresent()) {
            throw new AcmeException("its certificate is good until " + end(issued)
                    + ", no longer than the one before");
        }
        DurableFiles.replace(files.certificate(), pem, FilePermissions.PRIVATE);
        JobRecord.write(lake, "certificate", Duration.ofNanos(System.nanoTime() - start));
        if (isDue(issued)) {
            // by a wrong clock each new one is old, too
            wait = MAX_WAIT;
            throw new AcmeException("the clock of this machine says " + clock.instant()
                    + ", but a new certificate, which is served, is good from " + issued.getNotBefore().toInstant()
                    + " until " + end(issued));
        }
    }

    private String ordered() throws AcmeException, ExecutionException, InterruptedException {
        Future<String> pem = ordering.submit(order::certificate);
        try {
            return pem.get(MAX_ORDER.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AcmeException("no answer within " + MAX_ORDER.toMinutes() + " minutes");
        } finally {
            pem.cancel(true);
        }
    }

    private static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public void close() {
        looking.shutdownNow();
        ordering.shutdownNow();
    }
}
