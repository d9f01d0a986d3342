package io.tidemark.server.delivery;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.history.Lateness;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeClock;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.ingest.watch.WatchOutcomes;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.part.Parts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks every few minutes whether companies and sites are late, and which deliveries did not get in or wait, for the
 * metrics. Tells of a delivery that waits too long, and of a wrong clock. It has numbers only: who is late is for
 * {@code tidemark lake freshness}. Thread-safe.
 */
public final class DeliveryMonitor implements AutoCloseable {

    /**
     * What it saw last.
     *
     * @param lateCompanies companies that are late, by their habit
     * @param lateSites     sites whose stock ended before their company's
     * @param rejected      deliveries in watched folders that were rejected
     * @param failed        deliveries in watched folders that could not be processed
     * @param waiting       deliveries in watched folders and uploads that no watch has taken in
     */
    public record State(long lateCompanies, long lateSites, long rejected, long failed, long waiting) {}

    private static final System.Logger LOG = System.getLogger("io.tidemark.snapshot");
    private static final Duration LOOK = Duration.ofMinutes(5);

    private final LakeWorker worker;
    private final @Nullable Path uploads;
    private final EventReceiver events;
    private final Clock clock;
    /** The deliveries that an event has told of. */
    private final Set<Path> told = new HashSet<>();
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("deliveries").daemon().factory());
    private boolean isClockWrong;
    private volatile @Nullable State state;
    private @Nullable Known known;

    // kept snapshots do not change: only how long ago a delivery was does
    private record Known(SnapshotId snapshot, List<Lateness> late) {}

    private DeliveryMonitor(LakeWorker worker, @Nullable Path uploads, EventReceiver events, Clock clock) {
        this.worker = worker;
        this.uploads = uploads;
        this.events = events;
        this.clock = clock;
    }

    /** Begins to look, for the metrics and the log. */
    public static void start(Parts parts) {
        ServerConfig.Intake intake = parts.config().intake();
        parts.add(start(parts.get(LakeWorker.class), intake == null ? null : intake.folder(),
                parts.get(EventReceiver.class), parts.clock(), LOOK));
    }

    static DeliveryMonitor start(LakeWorker worker, @Nullable Path uploads, EventReceiver events, Clock clock,
            Duration every) {
        DeliveryMonitor monitor = new DeliveryMonitor(worker, uploads, events, clock);
        var _ = monitor.looking.scheduleWithFixedDelay(monitor::look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
        return monitor;
    }

    /** A number from the last refresh; NaN before the first one, because 0 would mean that nothing is late. */
    public double last(ToLongFunction<State> number) {
        State seen = state;
        return seen == null ? Double.NaN : number.applyAsLong(seen);
    }

    private void look() {
        try {
            state = worker.run(this::read);
        } catch (ApiException | LakeException e) {
            // such as a mount that is away: the next look comes
            LOG.log(System.Logger.Level.WARNING, "cannot check whether deliveries are late: {0}", e.getMessage());
        } catch (RuntimeException e) {
            // one that is thrown would end all looks
            LOG.log(System.Logger.Level.ERROR, "cannot check whether deliveries are late", e);
        }
    }

    private State read(Lake lake) {
        WatchOutcomes.Unpublished unpublished = WatchOutcomes.unpublished(lake);
        List<Lateness> late = late(lake);
        Instant now = clock.instant();
        checkClock(lake, now);
        return new State(late.stream().filter(each -> each.isLate(now)).count(), late.stream()
                .mapToLong(each -> each.sites().size()).sum(), unpublished.rejected(), unpublished.failed(),
                waiting(WatchOutcomes.waiting(lake, uploads), now));
    }

    private void checkClock(Lake lake, Instant now) {
        Optional<LakeClock> wrong = LakeClock.problem(lake, now);
        if (wrong.isPresent() && !isClockWrong) {
            events.publish(new Event.ClockWrong(Instant.now(), wrong.get().words()));
        }
        isClockWrong = wrong.isPresent();
    }

    private long waiting(List<WatchOutcomes.Waiting> all, Instant now) {
        told.retainAll(all.stream().map(WatchOutcomes.Waiting::folder).toList());
        all.stream().filter(one -> one.since().plus(one.rhythm()).isBefore(now) && told.add(one.folder()))
                .forEach(one -> events.publish(new Event.DeliveryWaits(Instant.now(), one.folder().toString(),
                        one.since())));
        return all.size();
    }

    private List<Lateness> late(Lake lake) {
        Optional<Snapshot> current = lake.current();
        if (current.isEmpty()) {
            return List.of();
        }
        SnapshotId snapshot = current.get().id();
        Known before = known;
        if (before != null && before.snapshot().equals(snapshot)) {
            return before.late();
        }
        try (SnapshotLease _ = lake.leases().tryTake(snapshot);
                DuckSession session = DuckSession.open(worker.engine())) {
            List<Lateness> late = Lateness.of(lake, session, current.get());
            known = new Known(snapshot, late);
            return late;
        }
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
