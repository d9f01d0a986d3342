package io.tidemark.server.snapshot;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.EngineUnavailableException;
import io.tidemark.server.engine.SpillFolder;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.query.Deadline;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the snapshot that CURRENT names. A new snapshot is opened beside the old one and every route is tested on it; then requests switch to it in
 * one step. If that fails, the old one stays and the new one is tried again later. If several snapshots are published at once, only the last is
 * opened. Changed routes are tested and loaded between two checks. At most two snapshots are open, each with half of the engine's memory.
 * Thread-safe.
 */
public final class SnapshotFollower implements AutoCloseable {

    /** Background work on a snapshot when its held views are ready. */
    @FunctionalInterface
    public interface WarmUp {
        /** Works until it is done or told to stop. */
        void work(ServedSnapshot snapshot, BooleanSupplier stop);
    }

    /**
     * The state of a query engine.
     *
     * @param name    of the engine
     * @param answers whether it answered when it was last asked
     */
    public record EngineHealth(String name, boolean answers) {}

    private static final Duration RETRY_FAILED_AFTER = Duration.ofSeconds(30);
    private static final Duration LAST_VIEW = Duration.ofSeconds(5);
    /** The longest time that a new snapshot waits for it: on a busy server it may take long. */
    private static final Duration WARM_BEFORE_SERVED = Duration.ofSeconds(5);
    private static final Duration WARM_WHILE_SERVED = Duration.ofMinutes(5);
    /** Snapshots that are open at once, at most: they share the engine's memory. */
    public static final int OPEN_AT_ONCE = 2;
    private static final String AWAY = "the served snapshot's files cannot be read; the log says why";
    private static final String SILENT = "the query engine does not answer; the log says why";

    private final Lake lake;
    private final EngineSettings trial;
    private final SqlEngine.Source engines;
    private final RouteReloader routes;
    private final QueryResources shared;
    private final Debouncer settling;
    private final WarmUp warmUp;
    private final EventReceiver events;
    private final OpenSnapshots snapshots;
    private final Thread watcher;
    private volatile @Nullable Thread holder;
    private volatile @Nullable String failure;
    private @Nullable SnapshotId failedId;
    /** By the machine's own time: the clock may be set back. */
    private Deadline retryFailed = Deadline.after(Duration.ZERO);
    private boolean following;
    private boolean marked;
    private volatile boolean stopped;
    /** What is out of reach, such as the served snapshot's files on a mount that went, or an engine elsewhere; null when nothing is. */
    private volatile @Nullable String away;

    private SnapshotFollower(Lake lake, EngineSettings trial, SqlEngine.Source engines, RouteReloader routes, QueryResources shared,
            Duration interval, Duration keep, WarmUp warmUp) {
        this.snapshots = new OpenSnapshots(keep);
        this.lake = lake;
        this.trial = trial;
        this.engines = engines;
        this.routes = routes;
        this.shared = shared;
        this.events = shared.events();
        this.settling = new Debouncer(interval);
        this.warmUp = warmUp;
        this.watcher = Thread.ofPlatform().name("snapshot-follower").daemon().unstarted(() -> watch(interval));
    }

    /**
     * Opens the published snapshot, if there is one; {@link #follow} begins the background work.
     *
     * @param engines  opens a snapshot
     * @param trial    of the DuckDB instance that tests routes on empty tables while nothing is published
     * @param shared   resources of their engines
     * @param interval between checks
     * @param keep     time that a snapshot stays open after the next is served, unless a third is to be opened
     * @param warmUp   background work on a snapshot when its held views are ready
     * @throws io.tidemark.server.sql.RouteFileException if a route's file does not fit any snapshot
     * @throws LakeException when the published snapshot cannot be opened
     */
    public static SnapshotFollower open(Lake lake, SqlEngine.Source engines, EngineSettings trial, RouteReloader routes, QueryResources shared,
            Duration interval, Duration keep, WarmUp warmUp) {
        SpillFolder.clearDead(trial.spillFolder());
        SnapshotFollower follower = new SnapshotFollower(lake, trial, engines, routes, shared, interval, keep, warmUp);
        lake.checkCurrent();
        lake.currentId().ifPresentOrElse(follower::openFirst, () -> tryRoutes(trial, routes.get(), shared));
        return follower;
    }

    /** Begins the background work: to hold the views of the first snapshot, and to watch. It would slow down the rest of a start. */
    public void follow() {
        following = true;
        ServedSnapshot first = snapshots.served();
        if (first != null) {
            hold(first);
        }
        watcher.start();
    }

    private void hold(ServedSnapshot first) {
        holder = Thread.ofPlatform().name("snapshot-holder").daemon().start(() -> {
            first.lease().ifPresent(lease -> getReady(lease, Deadline.after(WARM_WHILE_SERVED)));
            // what a start leaves is more than an idle server needs; nothing is large yet, so the pause is short
            System.gc();
        });
    }

    // a broken SQL file stops the server even without a published snapshot: it is tested on empty tables
    private static void tryRoutes(EngineSettings trial, RouteCatalog catalog, QueryResources shared) {
        ServedSnapshot.open(Snapshot.empty(trial.spillFolder()), DuckEngine.source(trial), catalog, shared).retire();
    }

    // tested before requests use them: on the served snapshot, or on empty tables
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

    /** Memory used by the served snapshot's tables, bytes; 0 before the first. */
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

    /** Whether requests can be answered. */
    public boolean isReady() {
        return snapshots.served() != null && away == null;
    }

    /** The served snapshot's id; empty before the first. */
    public Optional<String> servedId() {
        return Optional.ofNullable(snapshots.served()).map(ServedSnapshot::id);
    }

    /** The engine of the served snapshot; empty before the first snapshot. */
    public Optional<EngineHealth> engine() {
        return Optional.ofNullable(snapshots.served()).map(served -> new EngineHealth(served.engineName(), !SILENT.equals(away)));
    }

    /** A message that the newest snapshot is not served, without paths or SQL; empty if it is served. */
    public Optional<String> failure() {
        return Optional.ofNullable(away == null ? failure : away);
    }

    /** Snapshots that are open: the served one, and one that is being opened or whose last requests are answered. */
    public int open() {
        return snapshots.count();
    }

    private void watch(Duration interval) {
        while (!stopped) {
            try {
                Thread.sleep(interval);
                routes.look(this::tryRoutes, events);
                look();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | OutOfMemoryError e) {
                unreadable(e);
            }
        }
    }

    // reported once, not at every check; health is open to all and has no paths
    private void unreadable(Throwable e) {
        String message = e instanceof OutOfMemoryError ? "the memory is too short to look for a new snapshot"
                : e instanceof LakeException ? "the lake's CURRENT cannot be read; the log says why"
                : "the look for a new snapshot failed; the log says why";
        if (!message.equals(failure)) {
            failure = message;
            events.publish(new Event.SnapshotRefused(Instant.now(), "CURRENT", String.valueOf(e.getMessage())));
        }
    }

    // a lake on a mount may go and come back: no request is sent here meanwhile, and nobody need start anything again
    private boolean isAway() {
        ServedSnapshot served = snapshots.served();
        String gone = served == null ? null : !lake.isReadable(new SnapshotId(served.id())) ? AWAY
                : served.engineAnswers() ? null : SILENT;
        if (served != null && gone != null && away == null) {
            events.publish(new Event.SnapshotAway(Instant.now(), served.id(), gone.equals(AWAY) ? "is " + lake.root() + " mounted?"
                    : served.engineName() + " does not answer"));
        } else if (gone == null && away != null) {
            events.publish(new Event.SnapshotBack(Instant.now(), served == null ? "" : served.id()));
        }
        away = gone;
        return gone != null;
    }

    // the served snapshot's files are gone for good, as after a prune or a restore, and CURRENT names another that is there
    private boolean isReplaced() {
        try {
            return AWAY.equals(away) && lake.currentId().filter(id -> !id.text().equals(servedId().orElse(null)) && lake.isReadable(id)).isPresent();
        } catch (LakeException e) {
            return false;
        }
    }

    private void look() {
        snapshots.retirePrevious(false);
        if (isAway() && !isReplaced()) {
            return;
        }
        SnapshotId id = lake.currentId().orElse(null);
        if (id == null) {
            if (snapshots.served() != null) {
                unreadable(new LakeException("there is no CURRENT in " + lake.root()));
            }
            return;
        }
        if (id.text().equals(servedId().orElse(null))) {
            // also after a snapshot that could not be served was rolled back
            failure = null;
            failedId = null;
            settling.done();
            return;
        }
        if (id.equals(failedId) && !retryFailed.isOver()) {
            return;
        }
        if (snapshots.served() != null && !settling.isSettled(id, System.nanoTime())) {
            return;
        }
        snapshots.retirePrevious(true);
        if (snapshots.count() >= OPEN_AT_ONCE) {
            // its last requests are still running
            return;
        }
        try {
            open(id);
        } catch (RuntimeException | OutOfMemoryError e) {
            refuse(id, e);
        }
    }

    private void refuse(SnapshotId id, Throwable reason) {
        failedId = id;
        retryFailed = Deadline.after(RETRY_FAILED_AFTER);
        failure = "snapshot " + id + " cannot be served; the log says why";
        events.publish(new Event.SnapshotRefused(Instant.now(), id.text(), String.valueOf(reason.getMessage())));
    }

    // an engine outside of this process may come later; any other fault stops the start
    private void openFirst(SnapshotId id) {
        try {
            open(id);
        } catch (EngineUnavailableException e) {
            refuse(id, e);
        }
    }

    private void open(SnapshotId id) {
        long start = System.nanoTime();
        Runnable closed = snapshots.opening(mark(id));
        ServedSnapshot next;
        try {
            next = ServedSnapshot.open(lake.open(id), engines, routes.get(), shared, closed);
        } catch (RuntimeException | OutOfMemoryError e) {
            closed.run();
            throw e;
        }
        boolean first = snapshots.served() == null || away != null;
        if (!first) {
            // no request waits for it: the old one is served until all held views are ready
            next.lease().ifPresent(lease -> getReady(lease, Deadline.after(WARM_BEFORE_SERVED)));
        }
        snapshots.serve(next);
        leaveMark(id);
        if (stopped) {
            snapshots.retireAll();
        }
        failure = null;
        failedId = null;
        settling.done();
        events.publish(new Event.SnapshotServed(Instant.now(), id.text(), Duration.ofNanos(System.nanoTime() - start)));
        if (first && following && !stopped) {
            hold(next);
        }
    }

    // requests continue meanwhile; a view that could not be held is only slower
    private void getReady(ServedSnapshot.Lease lease, Deadline warm) {
        try (lease) {
            SnapshotDatabase.Holding held = lease.snapshot().holdLater(() -> stopped);
            events.publish(new Event.SnapshotHeld(Instant.now(), lease.snapshot().id(), held.views(), held.time()));
            warmUp.work(lease.snapshot(), () -> stopped || warm.isOver());
        } catch (RuntimeException | OutOfMemoryError e) {
            events.publish(new Event.SnapshotNotHeld(Instant.now(), lease.snapshot().id(), String.valueOf(e.getMessage())));
        }
    }

    // before it is opened: from then on prune keeps it. A read-only lake is served without a lease
    private Runnable mark(SnapshotId id) {
        try {
            return lake.leases().take(id)::close;
        } catch (LakeException e) {
            events.publish(new Event.SnapshotUnmarked(Instant.now(), id.text(), String.valueOf(e.getMessage())));
            return () -> { };
        }
    }

    // asked for and told once: it stays for good, and a read-only lake stays read-only
    private void leaveMark(SnapshotId id) {
        if (marked) {
            return;
        }
        marked = true;
        try {
            new ServedMark(Instant.now(), ProgramVersion.TEXT).leave(lake);
        } catch (LakeException e) {
            events.publish(new Event.LakeUnmarked(Instant.now(), id.text(), String.valueOf(e.getMessage())));
        }
    }

    @Override
    public void close() {
        stopped = true;
        watcher.interrupt();
        snapshots.retireAll();
        Thread holding = holder;
        if (holding != null) {
            waitFor(holding);
        }
    }

    // it ends after the current view; the lease is held until then
    private static void waitFor(Thread thread) {
        try {
            thread.join(LAST_VIEW);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
