package io.tidemark.server.query;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SnapshotDatabase;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Events;
import io.tidemark.server.route.RouteCatalog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Serves what CURRENT names. A new snapshot is opened beside the old one and every route tried against it; then requests
 * move over in one step. One that fails leaves the old one serving and is tried again later. Thread-safe.
 */
public final class SnapshotFollower implements AutoCloseable {

    private static final int RETRY_SECONDS = 5;
    private static final Duration RETRY_FAILED_AFTER = Duration.ofSeconds(30);
    private static final Duration LAST_VIEW = Duration.ofSeconds(5);

    private final Lake lake;
    private final EngineSettings settings;
    private final RouteCatalog catalog;
    private final Events events;
    private final Thread watcher;
    private final AtomicReference<@Nullable ServedSnapshot> served = new AtomicReference<>();
    private volatile @Nullable Thread holder;
    private volatile @Nullable String failure;
    private @Nullable SnapshotId failedId;
    private Instant failedAt = Instant.MIN;
    private volatile boolean stopped;

    private SnapshotFollower(Lake lake, EngineSettings settings, RouteCatalog catalog, Events events, Duration interval) {
        this.lake = lake;
        this.settings = settings;
        this.catalog = catalog;
        this.events = events;
        this.watcher = Thread.ofPlatform().name("snapshot-follower").daemon().unstarted(() -> watch(interval));
    }

    /**
     * Opens the published snapshot, if there is one, and starts to watch.
     *
     * @throws io.tidemark.server.sql.RouteFileException when a route's file fits no snapshot at all
     * @throws LakeException when the published snapshot cannot be opened
     */
    public static SnapshotFollower start(Lake lake, EngineSettings settings, RouteCatalog catalog, Events events,
            Duration interval) {
        tryRoutes(settings, catalog);
        SnapshotFollower follower = new SnapshotFollower(lake, settings, catalog, events, interval);
        lake.currentId().ifPresent(follower::open);
        follower.watcher.start();
        return follower;
    }

    // a broken SQL file stops the server also where no snapshot was published yet: tables without rows are tables too
    private static void tryRoutes(EngineSettings settings, RouteCatalog catalog) {
        ServedSnapshot.open(Snapshot.empty(settings.spillFolder()), settings, catalog).retire();
    }

    /**
     * Holds the served snapshot for a request.
     *
     * @throws ApiException.Unavailable before the first one is published
     */
    public ServedSnapshot.Lease lease() {
        while (true) {
            ServedSnapshot current = served.get();
            if (current == null) {
                throw new ApiException.Unavailable("No snapshot has been published yet", RETRY_SECONDS);
            }
            Optional<ServedSnapshot.Lease> lease = current.lease();
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }

    /** Whether requests can be answered. */
    public boolean isReady() {
        return served.get() != null;
    }

    /** The served snapshot's id; empty before the first. */
    public Optional<String> servedId() {
        return Optional.ofNullable(served.get()).map(ServedSnapshot::id);
    }

    /** That the newest snapshot is not served, in words for anybody: no path, no SQL; empty when all is well. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    private void watch(Duration interval) {
        while (!stopped) {
            try {
                Thread.sleep(interval);
                look();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                unreadable(e);
            }
        }
    }

    // said once, not at every look; health is open to anybody and holds no path
    private void unreadable(RuntimeException e) {
        String message = "the lake's CURRENT cannot be read; the log says why";
        if (!message.equals(failure)) {
            failure = message;
            events.publish(new Event.SnapshotRefused(Instant.now(), "CURRENT", String.valueOf(e.getMessage())));
        }
    }

    private void look() {
        SnapshotId id = lake.currentId().orElse(null);
        if (id == null) {
            return;
        }
        if (id.text().equals(servedId().orElse(null))) {
            // also after a snapshot that could not be served was taken back
            failure = null;
            failedId = null;
            return;
        }
        if (id.equals(failedId) && Instant.now().isBefore(failedAt.plus(RETRY_FAILED_AFTER))) {
            return;
        }
        try {
            open(id);
        } catch (RuntimeException e) {
            failedId = id;
            failedAt = Instant.now();
            failure = "snapshot " + id + " cannot be served; the log says why";
            events.publish(new Event.SnapshotRefused(Instant.now(), id.text(), String.valueOf(e.getMessage())));
        }
    }

    private void open(SnapshotId id) {
        long start = System.nanoTime();
        Runnable release = mark(id);
        ServedSnapshot next;
        try {
            next = ServedSnapshot.open(lake.open(id), settings, catalog, release);
        } catch (RuntimeException e) {
            release.run();
            throw e;
        }
        boolean first = served.get() == null;
        if (!first) {
            // nobody waits for it: the old one goes on until all that is held is there
            next.lease().ifPresent(this::holdLater);
        }
        ServedSnapshot old = served.getAndSet(next);
        if (stopped && served.compareAndSet(next, null)) {
            next.retire();
        }
        failure = null;
        failedId = null;
        events.publish(new Event.SnapshotServed(Instant.now(), id.text(), Duration.ofNanos(System.nanoTime() - start)));
        if (old != null) {
            old.retire();
        }
        if (first && !stopped) {
            next.lease().ifPresent(lease ->
                    holder = Thread.ofPlatform().name("snapshot-holder").daemon().start(() -> holdLater(lease)));
        }
    }

    // requests go on meanwhile; a view that could not be held is one that takes longer
    private void holdLater(ServedSnapshot.Lease lease) {
        try (lease) {
            SnapshotDatabase.Holding held = lease.snapshot().holdLater(() -> stopped);
            events.publish(new Event.SnapshotHeld(Instant.now(), lease.snapshot().id(), held.views(), held.time()));
        } catch (RuntimeException e) {
            events.publish(new Event.SnapshotNotHeld(Instant.now(), lease.snapshot().id(), String.valueOf(e.getMessage())));
        }
    }

    // before it is opened: from then on a prune leaves it alone. A lake that cannot be written is served all the same
    private Runnable mark(SnapshotId id) {
        try {
            return lake.leases().take(id)::close;
        } catch (LakeException e) {
            events.publish(new Event.SnapshotUnmarked(Instant.now(), id.text(), String.valueOf(e.getMessage())));
            return () -> { };
        }
    }

    @Override
    public void close() {
        stopped = true;
        watcher.interrupt();
        ServedSnapshot last = served.getAndSet(null);
        if (last != null) {
            last.retire();
        }
        Thread holding = holder;
        if (holding != null) {
            waitFor(holding);
        }
    }

    // it ends after the view that it works out; the lake stays marked until then
    private static void waitFor(Thread thread) {
        try {
            thread.join(LAST_VIEW);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
