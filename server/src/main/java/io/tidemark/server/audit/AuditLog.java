package io.tidemark.server.audit;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Writes identity and access events to the audit log; frequent ones are throttled to once a minute. Thread-safe. */
public final class AuditLog implements EventReceiver, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final AuditFile file;
    private final EventThrottle repeats;

    /** Creates an audit log that writes to a file. */
    public AuditLog(AuditFile file) {
        this(file, WINDOW);
    }

    AuditLog(AuditFile file, Duration window) {
        this.file = file;
        this.repeats = new EventThrottle(window, this::write);
    }

    @Override
    public void publish(Event event) {
        switch (event) {
            case Event.ApiKeyUsed e -> repeats.take(List.of("key", e.keyId(), e.origin().address()), e);
            case Event.TokenRefused e -> repeats.take(List.of("token", e.reason(), e.origin().address()), e);
            case Event.Refused e -> repeats.take(
                    List.of("refused", e.status(), e.origin().address(), String.valueOf(e.accountId())), e);
            case Event.Audited other -> write(other, 0);
            case Event _ -> { }
        }
    }

    /** Writes one event to a log, for a command that ends with it. */
    public static void write(AuditFile file, Event.Audited event) throws IOException {
        file.append(AuditLine.of(event, 0));
    }

    private void write(Event.Audited event, int times) {
        try {
            file.append(AuditLine.of(event, times));
        } catch (IOException e) {
            // the request continues: a full disk must not stop the service,
            // and the program's log records the lost event
            LOG.log(System.Logger.Level.ERROR, "the audit log cannot be written: " + e);
        }
    }

    /** Writes pending repeats. */
    @Override
    public void close() {
        repeats.close();
    }
}
