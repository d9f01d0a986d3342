package io.tidemark.ingest;

import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.snapshot.StagedYears;
import io.tidemark.ingest.delivery.Delivery;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The turn of a dry run, or of a delivery with farmers' files only. It holds the lake's lock only for moments: to
 * begin, to claim the years that it changes, and to publish. Other ingests may read files meanwhile and change other
 * years. The turn moves onto a newer published snapshot at two points: before the rows are checked, by continuing from
 * that snapshot; and before publishing, by moving the finished years onto it. Neither is possible if another ingest
 * changed the lists, the rule, or the same years without a claim. {@link Ingest} then reads the delivery again with the
 * lock held.
 */
final class ConcurrentTurn implements LakeTurn, AutoCloseable {

    // other ingests hold the lock for moments, too: do not discard finished work because of that
    private static final Duration MIN_PATIENCE = Duration.ofSeconds(10);

    private final Lake lake;
    private final IngestOptions options;
    private final IngestControl conduct;
    private final Deque<StagedSnapshot> staged = new ArrayDeque<>();
    private final Deque<SnapshotLease> bases = new ArrayDeque<>();
    private SortedSet<Integer> claimed = Collections.emptySortedSet();
    private @Nullable ReadRows read;
    private @Nullable LakeLock publishing;

    private ConcurrentTurn(IngestOptions options, IngestControl conduct) {
        this.lake = options.lake();
        this.options = options;
        this.conduct = conduct;
    }

    /**
     * Begins a turn on top of the published snapshot; empty if the delivery or the lake needs a turn that holds the
     * lock throughout.
     */
    static Optional<ConcurrentTurn> begin(IngestOptions options, Delivery delivery, IngestControl conduct) {
        if (!options.lake().exists() || (!options.dryRun() && bringsLists(delivery))) {
            return Optional.empty();
        }
        ConcurrentTurn turn = new ConcurrentTurn(options, conduct);
        try (LakeLock _ = turn.lake.lock(conduct.patience(), conduct::waiting)) {
            Optional<Snapshot> base = turn.lake.current().filter(turn::isEasy);
            base.ifPresent(turn::stage);
            return base.map(_ -> turn);
        } catch (RuntimeException e) {
            turn.close();
            throw e;
        }
    }

    // every farmer's row is checked against the lists
    private static boolean bringsLists(Delivery delivery) {
        return !delivery.others().isEmpty() || delivery.tables().stream()
                .anyMatch(file -> file.folder() != DeliveryPart.FARMERS);
    }

    // a new rule or new atoms would release all years
    private boolean isEasy(Snapshot base) {
        return options.dryRun() || (!options.newAtoms() && base.manifest().isDerived()
                        && options.privacy().after(Optional.of(base)).equals(base.manifest().privacy()));
    }

    // call with the lock held
    private void stage(Snapshot base) {
        // take the lease first: a prune must not remove the base
        bases.push(lake.leases().take(base.id()));
        StagedSnapshot next = lake.stage(Instant.now(), Optional.of(base));
        next.stopBy(conduct.stop()::check);
        staged.push(next);
    }

    /** The snapshot in the making. */
    StagedSnapshot staged() {
        return staged.element();
    }

    @Override
    public boolean begin(ReadRows rows) {
        read = rows;
        if (options.dryRun()) {
            return true;
        }
        claimed = rows.years();
        boolean[] goesOn = {true};
        try (LakeLock _ = lake.lock(conduct.patience(), conduct::waiting, () -> {
            goesOn[0] = catchUp(rows);
            return !goesOn[0] || lake.owners().claimed().stream().noneMatch(year -> claimed.contains(year));
        })) {
            if (goesOn[0]) {
                staged().claim(claimed);
            }
        }
        return goesOn[0];
    }

    // the rows read so far depend only on the lists of the base
    private boolean catchUp(ReadRows rows) {
        Snapshot base = staged().base().orElseThrow();
        Optional<Snapshot> current = lake.current().filter(now -> !now.id().equals(base.id()));
        if (current.isPresent() && !StagedYears.isLike(base, current.get())) {
            overtaken(current.get(), IngestEvent.Overtaken.Then.READING_AGAIN);
            return false;
        }
        current.ifPresent(now -> {
            overtaken(now, IngestEvent.Overtaken.Then.MERGING_WITH_IT);
            stage(now);
            rows.moveTo(staged());
            claimed = rows.years();
        });
        return true;
    }

    private void overtaken(Snapshot by, IngestEvent.Overtaken.Then then) {
        conduct.progress().on(new IngestEvent.Overtaken(by.id(), then));
    }

    @Override
    public Optional<Snapshot> seal(PrivacyRule rule, Function<StagedSnapshot, DeliveryContent> brought) {
        Duration patience = conduct.patience().compareTo(MIN_PATIENCE) < 0 ? MIN_PATIENCE : conduct.patience();
        publishing = lake.lock(patience, conduct::waiting);
        Snapshot base = staged().base().orElseThrow();
        Snapshot current = lake.current().orElse(base);
        if (!current.id().equals(base.id())) {
            StagedYears made = new StagedYears(staged(), claimed);
            if (!made.isApart(current) || read == null || read.dependsOutside(current, claimed)) {
                overtaken(current, IngestEvent.Overtaken.Then.READING_AGAIN);
                return Optional.empty();
            }
            overtaken(current, IngestEvent.Overtaken.Then.KEEPING_BOTH);
            stage(current);
            made.moveTo(staged());
        }
        DeliveryContent content = brought.apply(staged());
        return Optional.of(staged().seal(rule, content.completeThrough(), content.sources(),
                List.of(content.delivery()), content.received()));
    }

    /** Publishes the sealed snapshot. */
    SnapshotRelease.Outcome publish() {
        return LakeTurn.publish(lake, staged(), false, conduct.stop());
    }

    @Override
    public void close() {
        // remove the sealed but unpublished snapshot before releasing the lock
        try (LakeLock _ = publishing) {
            LakeTurn.closeAll(staged);
        } finally {
            while (!bases.isEmpty()) {
                bases.pop().close();
            }
        }
    }
}
