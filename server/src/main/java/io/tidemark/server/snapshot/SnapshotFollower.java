package io.tidemark.server.snapshot;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.EngineUnavailableException;
import io.tidemark.server.engine.SpillFolder;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves the snapshot that CURRENT names. A new snapshot is opened beside the old one and every route is tested on it;
 * then requests switch to it in one step. If that fails, the old one stays and the new one is tried again later. If
 * several snapshots are published at once, only the last is opened. Changed routes are tested and loaded between two
 * checks. At most two snapshots are open, each with half of the engine's memory. Thread-safe.
 */
public final class SnapshotFollower implements AutoCloseable {

    /** Background work on a snapshot when its held views are ready. */
    @FunctionalInterface
    public interface WarmUp {
        /** Works until it is done or told to stop. */
        void work(ServedSnapshot snapshot, BooleanSupplier stop);

        /** Makes slices: for half a minute at most before a next snapshot is served, then in the background. */
        default void workLater(ServedSnapshot snapshot, BooleanSupplier stop) {}
    }

    /**
     * The state of a query engine.
     *
     * @param name    its name
     * @param answers whether it answered when it was last asked
     */
    public record EngineHealth(String name, boolean answers) {}

    /** The most snapshots that may be open at once: they share the engine's memory. */
    public static final int OPEN_AT_ONCE = 2;

    private final Lake lake;
    private final EngineSettings trial;
    private final SqlEngine.Source engines;
    private final RouteReloader routes;
    private final QueryResources shared;
    private final Duration interval;
    private final EventReceiver events;
    private final OpenSnapshots snapshots;
    private final ServingMarks marks;
    private final SnapshotWarmer warmer;
    private final Thread watcher;
    private volatile FollowerState state = new FollowerState.Following();
    private volatile Reach reach = Reach.HERE;
    private volatile boolean stopped;

    private SnapshotFollower(Lake lake, EngineSettings trial, SqlEngine.Source engines, RouteReloader routes,
            QueryResources shared, Duration interval, Duration keep, WarmUp warmUp) {
        this.snapshots = new OpenSnapshots(keep);
        this.lake = lake;
        this.trial = trial;
        this.engines = engines;
        this.routes = routes;
        this.shared = shared;
        this.interval = interval;
        this.events = shared.events();
        this.marks = new ServingMarks(lake, events);
        this.warmer = new SnapshotWarmer(warmUp, events);
        this.watcher = Thread.ofPlatform().name("snapshot-follower").daemon().unstarted(this::watch);
    }

    /**
     * Opens the published snapshot, if there is one; {@link #follow} begins the background work.
     *
     * @param engines  opens a snapshot
     * @param trial    the settings of the DuckDB instance that tests routes on empty tables while nothing is published
     * @param shared   the resources of all engines
     * @param interval the time between two checks
     * @param keep     the time that a snapshot stays open after the next is served, unless a third is to be opened
     * @param warmUp   background work on a snapshot when its held views are ready
     * @throws io.tidemark.server.sql.RouteFileException if a route's file does not fit any snapshot
     * @throws LakeException when the published snapshot cannot be opened
     */
    public static SnapshotFollower open(Lake lake, SqlEngine.Source engines, EngineSettings trial,
            RouteReloader routes, QueryResources shared, Duration interval, Duration keep, WarmUp warmUp) {
        SpillFolder.clearDead(trial.spillFolder());
        SnapshotFollower follower = new SnapshotFollower(lake, trial, engines, routes, shared, interval, keep, warmUp);
        lake.checkCurrent();
        lake.currentId().ifPresentOrElse(follower::openFirst, () -> tryRoutes(trial, routes.get(), shared));
        return follower;
    }

    /**
     * Begins the background work: holds the views of the first snapshot, and watches the lake. Call it last: it slows
     * down a start.
     */
    public void follow() {
        warmer.begin(snapshots.served());
        watcher.start();
    }

    // a broken SQL file stops the server even without a published snapshot: it is tested on empty tables
    private static void tryRoutes(EngineSettings trial, RouteCatalog catalog, QueryResources shared) {
        ServedSnapshot.open(Snapshot.empty(trial.spillFolder()), DuckEngine.source(trial), catalog, shared).retire();
    }

    // routes are tested before requests use them: on the served snapshot, or on empty tables
    private void tryRoutes(RouteCatalog catalog, List<RouteContract> changed) {
        ServedSnapshot current = snapshots.served();
        Optional<ServedSnapshot.Lease> lease = current == null ? Optional.empty() : current.lease();
        if (lease.isEmpty()) {
            tryRoutes(trial, catalog, shared);
            return;
        }
        try (ServedSnapshot.Lease held = lease.get()) {
            held.snapshot().tryRoutes(changed);
        }
    }

    /**
     * Holds a snapshot for a request.
     *
     * @param id the snapshot that is asked for; null for the served one
     * @throws ApiException.Unavailable before the first one is published
     * @throws ApiException.Gone        if that snapshot is no longer open, or never was
     */
    public ServedSnapshot.Lease lease(@Nullable String id) {
        return snapshots.lease(id);
    }

    /** The memory that the served snapshot's tables use, bytes; 0 before the first. */
    public long tableMemory() {
        ServedSnapshot current = snapshots.served();
        Optional<ServedSnapshot.Lease> lease = current == null ? Optional.empty() : current.lease();
        if (lease.isEmpty()) {
            return 0;
        }
        try (ServedSnapshot.Lease held = lease.get()) {
            return held.snapshot().tableMemory();
        }
    }

    /** The share of the served snapshot's fish-days that waits to be released, 0 to 1; 0 before the first. */
    public double waitingShare() {
        ServedSnapshot current = snapshots.served();
        LedgerMark ledger = current == null ? null : current.ledger();
        Double share = ledger == null ? null : ledger.waitingShare();
        return share == null ? 0 : share;
    }

    /** A day of the served snapshot, as the instant at which it begins; empty without one. */
    public Optional<Instant> lastDay(Function<ServedSnapshot, @Nullable LocalDate> day) {
        return Optional.ofNullable(snapshots.served()).map(day).map(date -> date.atStartOfDay(ZoneOffset.UTC)
                .toInstant());
    }

    /** Whether requests can be answered. */
    public boolean isReady() {
        return snapshots.served() != null && reach == Reach.HERE;
    }

    /** The served snapshot's id; empty before the first. */
    public Optional<String> servedId() {
        return Optional.ofNullable(snapshots.served()).map(ServedSnapshot::id);
    }

    /** The engine of the served snapshot; empty before the first snapshot. */
    public Optional<EngineHealth> engine() {
        return Optional.ofNullable(snapshots.served())
                .map(served -> new EngineHealth(served.engineName(), reach != Reach.ENGINE_SILENT));
    }

    /** A message that the newest snapshot is not served, without paths or SQL; empty if it is served. */
    public Optional<String> failure() {
        String unreached = reach.problem();
        return Optional.ofNullable(unreached == null ? state.problem() : unreached);
    }

    /**
     * The number of open snapshots: the served one, and one that is being opened or still answers its last requests.
     */
    public int open() {
        return snapshots.count();
    }

    private void watch() {
        while (!stopped) {
            try {
                Thread.sleep(interval);
                routes.look(this::tryRoutes, events);
                look();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | Error e) {
                unreadable(e);
            }
        }
    }

    // a problem is reported once, not at every check; health is open to all, so the message has no paths
    private void unreadable(Throwable e) {
        String problem = e instanceof OutOfMemoryError ? "not enough memory to look for a new snapshot"
                : e instanceof LakeException ? "the lake's CURRENT cannot be read; see the log"
                : "looking for a new snapshot failed; see the log";
        boolean reported = problem.equals(state.problem());
        state = state.unreadable(problem);
        if (!reported) {
            events.publish(new Event.SnapshotRefused(Instant.now(), "CURRENT", String.valueOf(e.getMessage())));
        }
    }

    private void look() {
        // such as an erasure, which removes it
        snapshots.retirePrevious(snapshots.hasPrevious() && lake.leases().isAsked());
        ServedSnapshot served = snapshots.served();
        if (served != null) {
            reached(served);
            if (reach != Reach.HERE && !isReplaced(served)) {
                return;
            }
        }
        SnapshotId published = lake.currentId().orElse(null);
        if (published == null && served != null) {
            throw new LakeException("there is no CURRENT in " + lake.root());
        }
        state = state.after(new FollowerState.Look(published, served == null ? null : new SnapshotId(served.id()),
                System.nanoTime(), interval));
        if (state instanceof FollowerState.Opening opening) {
            snapshots.retirePrevious(true);
            if (snapshots.count() < OPEN_AT_ONCE) {
                tryOpening(opening);
            }
            // else its last requests are still running
        }
    }

    // a lake on a mount may go away and come back: health reports it meanwhile, and nobody has to restart the server
    private void reached(ServedSnapshot served) {
        Reach now = !lake.isReadable(new SnapshotId(served.id())) ? Reach.FILES_AWAY : served.engineAnswers()
                ? Reach.HERE : Reach.ENGINE_SILENT;
        if (now != Reach.HERE && reach == Reach.HERE) {
            events.publish(new Event.SnapshotAway(Instant.now(), served.id(), now == Reach.FILES_AWAY ? "is "
                    + lake.root() + " mounted?" : served.engineName() + " does not answer"));
        } else if (now == Reach.HERE && reach != Reach.HERE) {
            events.publish(new Event.SnapshotBack(Instant.now(), served.id()));
        }
        reach = now;
    }

    // the served snapshot's files are gone for good, as after a prune or a restore,
    // and CURRENT names another that is there
    private boolean isReplaced(ServedSnapshot served) {
        try {
            return reach == Reach.FILES_AWAY && lake.currentId()
                    .filter(id -> !id.text().equals(served.id()) && lake.isReadable(id)).isPresent();
        } catch (LakeException e) {
            return false;
        }
    }

    private void tryOpening(FollowerState.Opening opening) {
        try {
            open(opening);
        } catch (RuntimeException | Error e) {
            refuse(opening, e);
        }
    }

    // an engine outside of this process may come later; any other fault stops the start
    private void openFirst(SnapshotId id) {
        FollowerState.Opening opening = new FollowerState.Opening(state, id);
        try {
            open(opening);
        } catch (EngineUnavailableException e) {
            refuse(opening, e);
        }
    }

    private void refuse(FollowerState.Opening opening, Throwable reason) {
        state = opening.refused(System.nanoTime());
        events.publish(new Event.SnapshotRefused(Instant.now(), opening.id().text(),
                String.valueOf(reason.getMessage())));
    }

    private void open(FollowerState.Opening opening) {
        long start = System.nanoTime();
        SnapshotId id = opening.id();
        Runnable closed = snapshots.opening(marks.lease(id));
        ServedSnapshot next;
        try {
            next = ServedSnapshot.open(lake.open(id), engines, routes.get(), shared, closed);
        } catch (RuntimeException | Error e) {
            closed.run();
            throw e;
        }
        boolean waitedFor = snapshots.served() == null || reach != Reach.HERE;
        if (!waitedFor) {
            // the old one is served until all held views are ready
            warmer.beforeServed(next);
        }
        snapshots.serve(next);
        marks.leave(id);
        if (stopped) {
            snapshots.retireAll();
        }
        state = opening.opened();
        events.publish(new Event.SnapshotServed(Instant.now(), id.text(), Duration.ofNanos(System.nanoTime() - start)));
        if (waitedFor) {
            warmer.whileServed(next);
        } else {
            warmer.later(next);
        }
    }

    @Override
    public void close() {
        stopped = true;
        warmer.stop();
        watcher.interrupt();
        snapshots.retireAll();
        warmer.awaitStop();
    }
}
