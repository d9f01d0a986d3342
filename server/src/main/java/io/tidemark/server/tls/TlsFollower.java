package io.tidemark.server.tls;

import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves a certificate and reloads it when its files change. If they are unusable, the previous certificate stays. */
public final class TlsFollower implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final Duration AGAIN = Duration.ofDays(1);

    private final GuardConfig.Tls files;
    private final EventReceiver events;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("certificate").daemon().factory());
    private final Clock clock;
    private volatile TlsFiles served;
    private String seen;
    /** When the expiry of the served certificate was last logged; null if never. */
    private @Nullable Instant reported;
    private @Nullable ScheduledFuture<?> looks;

    private TlsFollower(GuardConfig.Tls files, TlsFiles served, EventReceiver events, Clock clock) {
        this.files = files;
        this.clock = clock;
        this.served = served;
        this.seen = served.digest();
        this.events = events;
    }

    /**
     * Reads the files; throws {@link ConfigException} if they are unusable, unless an authority issues them: then every
     * handshake is refused until it has.
     */
    public static TlsFollower open(GuardConfig.Tls files, boolean issued, EventReceiver events, Clock clock) {
        TlsFiles served = issued ? TlsFiles.issued(files).orElseGet(() -> TlsFiles.none(files)) : TlsFiles.read(files);
        return new TlsFollower(files, served, events, clock);
    }

    /** The time until the served certificate ends; negative after that, zero without one. */
    public Duration left() {
        return of(certificate -> Duration.between(clock.instant(), end(certificate)), Duration.ZERO);
    }

    /** The time from the beginning to the end of the served certificate; zero without one. */
    public Duration life() {
        return of(TlsFiles::life, Duration.ZERO);
    }

    /** The end of the served certificate, for people. */
    public String words() {
        return of(certificate -> (left().isNegative() ? "expired at " : "good until ") + end(certificate), "none yet");
    }

    private <T> T of(Function<X509Certificate, T> value, T without) {
        X509Certificate certificate = served.certificate();
        return certificate == null ? without : value.apply(certificate);
    }

    private static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }

    /** The TLS configuration to start a listener with. */
    public Tls first() {
        return served.tls();
    }

    /** Passes every later TLS configuration to the listeners. */
    public void follow(List<WebServer> webs) {
        published();
        looks = looking.scheduleWithFixedDelay(() -> look(webs), LOOK.toMillis(), LOOK.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void look(List<WebServer> webs) {
        reportIfExpired();
        String now = TlsFiles.digest(files);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            TlsFiles next = TlsFiles.read(files);
            webs.forEach(web -> web.reloadTls(next.tls()));
            served = next;
            seen = next.digest();
            published();
        } catch (RuntimeException e) {
            // the two files are rarely written in one step: a pair that does not match yet is checked again
            events.publish(new Event.CertificateRefused(Instant.now(), String.valueOf(e.getMessage())));
        }
    }

    private void published() {
        X509Certificate now = served.certificate();
        if (now != null) {
            events.publish(new Event.CertificateServed(Instant.now(), subject(now), end(now)));
        }
        reported = null;
        reportIfExpired();
    }

    // once a day: the log of a week ago may be gone
    private void reportIfExpired() {
        Instant now = clock.instant();
        Instant before = reported;
        X509Certificate late = served.certificate();
        if (late != null && left().isNegative() && (before == null || now.isAfter(before.plus(AGAIN)))) {
            reported = now;
            events.publish(new Event.CertificateExpired(now, subject(late), end(late)));
        }
    }

    private static String subject(X509Certificate certificate) {
        String subject = certificate.getSubjectX500Principal().getName();
        return subject.isEmpty() ? String.join(", ", TlsFiles.names(certificate)) : subject;
    }

    @Override
    public void close() {
        if (looks != null) {
            looks.cancel(false);
        }
        looking.shutdownNow();
    }
}
