package io.tidemark.ingest;

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
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of several deliveries, each on top of the one before; the last one is published for all of them. Needs the lake's
 * lock. If it is closed before that, or the process dies, all of them are rolled back.
 */
final class SnapshotSeries implements Turn, AutoCloseable {

    private final Lake lake;
    private final Deque<StagedSnapshot> staged = new ArrayDeque<>();
    private final List<Manifest.SourceEntry> sources = new ArrayList<>();
    private final List<Manifest.DeliveryEntry> deliveries = new ArrayList<>();
    private final boolean isFirst;
    private Optional<Snapshot> last;
    private @Nullable ChangedGroups changed;

    SnapshotSeries(Lake lake) {
        this.lake = lake;
        last = lake.current();
        isFirst = last.isEmpty();
    }

    /** Starts the next snapshot, on top of the last. */
    StagedSnapshot next() {
        StagedSnapshot next = lake.stage(Instant.now(), last);
        staged.addLast(next);
        return next;
    }

    /** Drops the snapshot that was started last, which changed nothing. */
    void drop() {
        staged.removeLast().close();
    }

    @Override
    public boolean begin(ReadRows rows) {
        return true;
    }

    @Override
    public Optional<Snapshot> seal(PrivacyRule rule, Function<StagedSnapshot, Brought> brought, ChangedGroups groups) {
        Brought content = brought.apply(staged.getLast());
        sources.addAll(content.sources());
        deliveries.add(content.delivery());
        changed = changed == null ? groups : changed.and(groups);
        last = Optional.of(staged.getLast().seal(rule, content.completeThrough(), sources, deliveries, content.received()));
        return last;
    }

    /** Whether any was sealed. */
    boolean isGrown() {
        return changed != null;
    }

    /** Publishes the one that was sealed last. */
    Snapshot publish() {
        Snapshot published = last.orElseThrow();
        lake.publish(published.id());
        staged.stream().filter(each -> !each.id().equals(published.id())).forEach(StagedSnapshot::superseded);
        return published;
    }

    /** A warning about the groups whose rows changed since the previously published snapshot. */
    Optional<String> warning(Snapshot published, Publishing publishing) {
        PrivacyRule rule = published.manifest().privacy();
        return isFirst || changed == null || rule == null ? Optional.empty() : changed.warning(rule, publishing);
    }

    @Override
    public void close() {
        Turn.closeAll(staged);
    }
}
