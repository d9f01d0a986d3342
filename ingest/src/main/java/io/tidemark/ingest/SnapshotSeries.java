package io.tidemark.ingest;

import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The snapshots of several deliveries, each on top of the previous one; publishing the last one publishes all. Needs
 * the lake's lock. If the series is closed unpublished, or the process dies, all of them are rolled back.
 */
final class SnapshotSeries implements LakeTurn, AutoCloseable {

    private final Lake lake;
    private final Deque<StagedSnapshot> staged = new ArrayDeque<>();
    private final List<Manifest.SourceEntry> sources = new ArrayList<>();
    private final List<Manifest.DeliveryEntry> deliveries = new ArrayList<>();
    private Optional<Snapshot> last;
    private boolean isGrown;

    SnapshotSeries(Lake lake) {
        this.lake = lake;
        last = lake.current();
    }

    /** Starts the next snapshot, on top of the last. */
    StagedSnapshot next() {
        StagedSnapshot next = lake.stage(Instant.now(), last);
        staged.addLast(next);
        return next;
    }

    /** Drops the last started snapshot, which changed nothing. */
    void drop() {
        staged.removeLast().close();
    }

    @Override
    public boolean begin(ReadRows rows) {
        return true;
    }

    @Override
    public Optional<Snapshot> seal(PrivacyRule rule, Function<StagedSnapshot, DeliveryContent> brought) {
        DeliveryContent content = brought.apply(staged.getLast());
        sources.addAll(content.sources());
        deliveries.add(content.delivery());
        isGrown = true;
        last = Optional.of(staged.getLast().seal(rule, content.completeThrough(), sources, deliveries,
                content.received()));
        return last;
    }

    /** Whether the series has a sealed snapshot. */
    boolean isGrown() {
        return isGrown;
    }

    /** Publishes the last sealed snapshot; {@code newAtoms} releases all periods again. */
    SnapshotRelease.Outcome publish(boolean newAtoms, StopSignal stop) {
        StagedSnapshot newest = staged.getLast();
        SnapshotRelease.Outcome published = LakeTurn.publish(lake, newest, newAtoms, stop);
        staged.stream().filter(each -> each != newest).forEach(StagedSnapshot::superseded);
        return published;
    }

    @Override
    public void close() {
        LakeTurn.closeAll(staged);
    }
}
