package io.tidemark.server.http.listen;

import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Serves a certificate and reloads it when its files change. If they are unusable, the previous certificate stays. */
public final class TlsFollower implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final GuardConfig.Tls files;
    private final EventReceiver events;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("certificate").daemon().factory());
    private TlsFiles served;
    private String seen;
    private @Nullable ScheduledFuture<?> looks;

    private TlsFollower(GuardConfig.Tls files, TlsFiles served, EventReceiver events) {
        this.files = files;
        this.served = served;
        this.seen = served.digest();
        this.events = events;
    }

    /** Reads the files; throws {@link ConfigException} if they are unusable. */
    public static TlsFollower open(GuardConfig.Tls files, EventReceiver events) {
        return new TlsFollower(files, TlsFiles.read(files), events);
    }

    /** The TLS configuration to start a listener with. */
    public Tls first() {
        return served.tls();
    }

    /** Passes every later TLS configuration to the listener. */
    public void follow(WebServer web) {
        published();
        looks = looking.scheduleWithFixedDelay(() -> look(web), LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look(WebServer web) {
        String now = TlsFiles.digest(files);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            TlsFiles next = TlsFiles.read(files);
            web.reloadTls(next.tls());
            served = next;
            seen = next.digest();
            published();
        } catch (RuntimeException e) {
            // the two files are rarely written in one step: a pair that does not match yet is checked again
            events.publish(new Event.CertificateRefused(Instant.now(), String.valueOf(e.getMessage())));
        }
    }

    private void published() {
        events.publish(new Event.CertificateServed(Instant.now(), served.certificate().getSubjectX500Principal().getName(),
                served.certificate().getNotAfter().toInstant()));
    }

    @Override
    public void close() {
        if (looks != null) {
            looks.cancel(false);
        }
        looking.shutdownNow();
    }
}
