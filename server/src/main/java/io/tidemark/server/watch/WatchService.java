package io.tidemark.server.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.part.Parts;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.RouteReloader;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether a newer snapshot is served, and sends its messages. It works in threads of its own, so neither a
 * publish nor a request waits for it. A snapshot counts as told before its messages are sent: after a stop in between,
 * some are never sent, and none is sent twice. So do the summaries of a week, from Monday at seven until Tuesday's end.
 */
public final class WatchService implements AutoCloseable {

    /**
     * What the messages are made from.
     *
     * @param snapshots the served snapshot
     * @param routes    the routes
     * @param lake      the lake
     * @param folder    for answers that are too large for memory
     * @param today     the current day in Norway
     * @param now       the time in Norway
     */
    public record Sources(SnapshotFollower snapshots, Supplier<RouteCatalog> routes, Lake lake, Path folder,
            Supplier<LocalDate> today, Supplier<ZonedDateTime> now) {

        private WatchReports reports(ServedSnapshot snapshot) {
            return new WatchReports(routes.get(), snapshot, lake, folder, today.get());
        }
    }

    private static final System.Logger LOG = System.getLogger("io.tidemark.watch");
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int MORNING = 7;

    private final Sources sources;
    private final WatchMessages messages;
    private final NotifiedSnapshot notified;
    private final Outbox outbox;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("watch").daemon().factory());
    private @Nullable String seen;
    private @Nullable ZonedDateTime weekSeen;

    private WatchService(Sources sources, WatchMessages messages, NotifiedSnapshot notified, Outbox outbox) {
        this.sources = sources;
        this.messages = messages;
        this.notified = notified;
        this.outbox = outbox;
    }

    /** Begins to look, if any message is sent. */
    public static void start(Parts parts) {
        ServerConfig config = parts.config();
        EventReceiver events = parts.get(EventReceiver.class);
        if (config.watch().sends()) {
            Sources sources = new Sources(parts.get(SnapshotFollower.class), parts.get(RouteReloader.class),
                    Lake.at(config.lake()), parts.spill(), parts.today(), parts.now());
            WatchMessages messages = new WatchMessages(config.watch(), parts.get(Identity.class).accounts(), events);
            NotifiedSnapshot notified = new NotifiedSnapshot(StateStore.open(config.state(), parts.clock()));
            parts.add(start(sources, messages, notified, events, Outbox.WAITS));
        }
    }

    static WatchService start(Sources sources, WatchMessages messages, NotifiedSnapshot notified, EventReceiver events,
            List<Duration> waits) {
        WatchService service = new WatchService(sources, messages, notified, new Outbox(waits, events));
        var _ = service.looking.scheduleWithFixedDelay(service::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        return service;
    }

    private void look() {
        String served = sources.snapshots().servedId().orElse(null);
        if (served == null) {
            return;
        }
        try {
            if (!served.equals(seen)) {
                notifyCompanies(served);
                seen = served;
            }
            summarizeWeek(served);
        } catch (ApiException | StateException e) {
            // such as a state that is busy: the next look comes
            LOG.log(System.Logger.Level.WARNING, "messages about pens cannot be made now: {0}", e.getMessage());
        } catch (RuntimeException e) {
            seen = served;
            LOG.log(System.Logger.Level.ERROR, "messages about pens of snapshot " + served + " are not sent", e);
        }
    }

    private void notifyCompanies(String served) {
        String before = notified.id().orElse(null);
        // ids are instants: a rollback serves an older snapshot, of which companies know
        if (before != null && served.compareTo(before) <= 0) {
            return;
        }
        try (ServedSnapshot.Lease lease = sources.snapshots().lease(served)) {
            List<WatchMessage> all = messages.all(sources.reports(lease.snapshot()), before);
            notified.keep(served);
            outbox.send(served, all);
        } catch (LakeException e) {
            LOG.log(System.Logger.Level.ERROR, "messages about pens of snapshot {0} are not sent: {1}", served,
                    e.getMessage());
        }
    }

    // looks once a minute: who asks for the summary on its days gets it soon, and no failure is logged each second
    private void summarizeWeek(String served) {
        ZonedDateTime now = sources.now().get();
        boolean isDue = now.getDayOfWeek() == DayOfWeek.TUESDAY
                || (now.getDayOfWeek() == DayOfWeek.MONDAY && now.getHour() >= MORNING);
        if (!isDue || (weekSeen != null && now.isBefore(weekSeen.plusMinutes(1)))) {
            return;
        }
        weekSeen = now;
        LocalDate monday = now.toLocalDate().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        try (ServedSnapshot.Lease lease = sources.snapshots().lease(served)) {
            if (lease.snapshot().completeThrough() != null) {
                outbox.send(messages.weekly(sources.reports(lease.snapshot()), monday));
            }
        } catch (LakeException e) {
            LOG.log(System.Logger.Level.ERROR, "the summaries of the week are not sent now: {0}", e.getMessage());
        }
    }

    @Override
    public void close() {
        looking.shutdownNow();
        outbox.close();
    }
}
