package io.tidemark.server.audit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.identity.AuthRoutes;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.part.Parts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/**
 * Distributes a server's events to the meters, the program's log, the audit log, the log of data accesses, and the
 * alerts. It also publishes the alerts themselves.
 */
public final class EventHub implements EventReceiver, AutoCloseable {
    /** The audit log's name in the state folder. */
    public static final String FILE = "audit.log";

    private static final long MEGABYTE = 1_000_000;

    private final AuditLog audit;
    private final DataAccessLog accesses;
    private final List<EventReceiver> all;

    private EventHub(List<EventReceiver> first, AuditFile file, DataAccessLog accesses, GuardConfig.Alert alert) {
        audit = new AuditLog(file);
        this.accesses = accesses;
        EventReceiver alerts = new SecurityAlerts(alert.failures(), alert.window(), AuthRoutes.PATH,
                Ticker.systemTicker(), this);
        all = Stream.concat(first.stream(), Stream.of(audit, accesses, alerts)).toList();
    }

    /**
     * Opens the audit log and the log of data accesses. Receivers that started before get each event first: the meters
     * before the program's log, so that an event that is in the log is counted already.
     *
     * @throws StateException if one of the logs cannot be written
     */
    public static void start(Parts parts) {
        parts.add(open(parts.all(EventReceiver.class), parts.config().guard(), parts.config().state(), parts.clock()));
    }

    private static EventHub open(List<EventReceiver> first, GuardConfig config, Path state, Clock clock) {
        Path path = path(config, state);
        AuditFile file = new AuditFile(path, config.audit().megabytes() * MEGABYTE, config.audit().keep());
        try {
            file.prepare();
        } catch (IOException e) {
            throw new StateException("the audit log " + path + " cannot be written: " + e, e);
        }
        try {
            return new EventHub(first, file, DataAccessLog.open(state, config.accesses(), clock), config.alert());
        } catch (IOException e) {
            throw new StateException("the log of data accesses in " + state + " cannot be written: " + e, e);
        }
    }

    /** The path of the audit log. */
    public static Path path(GuardConfig config, Path state) {
        Path set = config.audit().file();
        return set == null ? state.resolve(FILE) : set;
    }

    /** The state of the log of data accesses. */
    public DataAccessLog.State accessLog() {
        return accesses.state();
    }

    @Override
    public void publish(Event event) {
        for (EventReceiver one : all) {
            one.publish(event);
        }
    }

    /** Writes all pending events. */
    @Override
    public void close() {
        audit.close();
        accesses.close();
    }
}
