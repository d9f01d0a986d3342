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
 * The turn of a delivery that brings farmers' files only, or of a dry run. It holds the lake's lock for moments: to begin, to claim the years that it
 * changes, and to publish. Others may read their files meanwhile, and change other years. It adopts what they published at two points: before
 * the rows are checked, by going on from the newer snapshot; and before publishing, by moving the years that were made on top of it. If
 * neither can be done, since somebody changed the lists, the rule or the same years without a claim, the delivery has to be taken in again,
 * which {@link Ingest} does with the lock held.
 */
final class ConcurrentTurn implements LakeTurn, AutoCloseable {

    // others hold the lock for a moment, too: finished work is not thrown away for that
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

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

    /** Begins a turn on top of the published snapshot; empty if the delivery, or the lake, needs a turn with the lock held. */
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
        return !delivery.others().isEmpty() || delivery.tables().stream().anyMatch(file -> file.folder() != DeliveryPart.FARMERS);
    }

    // with another rule, or with new atoms, all years would be released
    private boolean isEasy(Snapshot base) {
        return options.dryRun()
                || (!options.newAtoms() && base.manifest().isDerived() && options.privacy().after(Optional.of(base)).equals(base.manifest().privacy()));
    }

    // with the lock held
    private void stage(Snapshot base) {
        // the lease first: a prune must not take the base away
        bases.push(lake.leases().take(base.id()));
        StagedSnapshot next = lake.stage(Instant.now(), Optional.of(base));
        next.stopBy(conduct.stop()::check);
        staged.push(next);
    }

    /** The snapshot that is being made. */
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

    // what was read depends on the lists of the snapshot before, and on nothing else of it
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
        Duration patience = conduct.patience().compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : conduct.patience();
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
        return Optional.of(staged().seal(rule, content.completeThrough(), content.sources(), List.of(content.delivery()), content.received()));
    }

    /** Publishes what was sealed. */
    SnapshotRelease.Outcome publish() {
        return LakeTurn.publish(lake, staged(), false, conduct.stop());
    }

    @Override
    public void close() {
        // what was sealed and not published goes before the lock does
        try (LakeLock _ = publishing) {
            LakeTurn.closeAll(staged);
        } finally {
            while (!bases.isEmpty()) {
                bases.pop().close();
            }
        }
    }
}
