package io.tidemark.ingest;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.history.NoBenchmark;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.delivery.Delivery;
import io.tidemark.ingest.delivery.InternalNames;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.system.SystemFileException;
import io.tidemark.ingest.system.TableNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Ingests deliveries into a lake, each as a whole or not at all. */
public final class Ingest {

    private Ingest() {}

    /** Runs an ingest that does not wait for another ingest and cannot be stopped. */
    public static IngestReport run(IngestOptions options, IngestProgress progress) {
        return run(options, IngestControl.seenBy(progress));
    }

    /**
     * Runs an ingest. Errors of the delivery are in the report and never thrown.
     *
     * @throws io.tidemark.data.snapshot.LakeInUseException if another process changes the same part of the lake and
     *                                                      does not end in time
     * @throws io.tidemark.data.snapshot.LakeException      if the lake is damaged or cannot be written
     * @throws IngestStoppedException                       if a stop was requested
     */
    public static IngestReport run(IngestOptions options, IngestControl conduct) {
        return run(options.lake(), List.of(options), conduct, delivery -> { }).getFirst();
    }

    /**
     * Runs an ingest that publishes nothing and leaves nothing in the lake, the rejected rows neither: their reasons
     * are in the report.
     * @throws io.tidemark.data.snapshot.LakeException if the lake cannot be used
     */
    public static IngestReport tryOut(IngestOptions options, IngestControl conduct) {
        IngestReport report = run(options.trial(), conduct);
        Path rejects = report.rejects();
        if (rejects == null) {
            return report;
        }
        try {
            DurableFiles.deleteTree(rejects);
        } catch (IOException e) {
            throw new LakeException("the rejected rows of the dry run cannot be removed from " + rejects + ": "
                    + e.getMessage(), e);
        }
        return report.withoutRejects();
    }

    /**
     * Ingests several deliveries into one lake, each on top of the one before, and publishes them as one snapshot;
     * rejected deliveries do not affect the others.
     * @param beginning receives each delivery's folder when it starts
     * @return a report for each delivery, in order
     * @throws io.tidemark.data.snapshot.LakeInUseException as for a single delivery
     * @throws io.tidemark.data.snapshot.LakeException as for a single delivery; nothing was published
     * @throws IngestStoppedException as for a single delivery; nothing was published
     */
    public static List<IngestReport> run(Lake lake, List<IngestOptions> together, IngestControl conduct,
            Consumer<Path> beginning) {
        if (!together.stream().allMatch(IngestOptions::dryRun) || !DryRunLake.isNeeded(lake)) {
            return runIn(lake, together, conduct, beginning);
        }
        try (DryRunLake trial = DryRunLake.of(lake)) {
            return runIn(trial.lake(), together.stream().map(options -> options.into(trial.lake())).toList(), conduct,
                    beginning).stream().map(IngestReport::withoutRejects).toList();
        }
    }

    private static List<IngestReport> runIn(Lake lake, List<IngestOptions> together, IngestControl conduct,
            Consumer<Path> beginning) {
        List<Found> found = together.stream().map(Ingest::discover).toList();
        if (found.stream().allMatch(each -> each.fault() == null && each.delivery().problem() != null)) {
            return found.stream().map(each -> refused(each.delivery())).toList();
        }
        try {
            Optional<ConcurrentTurn> turn = together.size() == 1 && found.getFirst().fault() == null
                    ? ConcurrentTurn.begin(together.getFirst(), found.getFirst().delivery(), conduct)
                    : Optional.empty();
            if (turn.isEmpty()) {
                return alone(lake, together, found, conduct, beginning, () -> lake.owners().claimed().isEmpty());
            }
            return beside(turn.get(), together.getFirst(), found.getFirst().delivery(), conduct, beginning)
                    .map(List::of)
                    // hold the lock throughout: other ingests then have to move onto this snapshot
                    .orElseGet(() -> alone(lake, together, found, conduct, _ -> { }, () -> true));
        } catch (EngineException e) {
            if (conduct.stop().isRequested()) {
                throw new IngestStoppedException();
            }
            // a lack of memory or disk, or an internal error, is not a fault of the delivery
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new LakeException("the ingest could not be carried out, nothing was published: "
                    + String.valueOf(cause.getMessage()).lines().filter(line -> !line.isBlank()).findFirst()
                    .orElse(""), e);
        } catch (UncheckedIOException e) {
            throw new LakeException("the ingest could not be carried out, nothing was published: " + e.getMessage(), e);
        }
    }

    // other ingests may read and change other years meanwhile;
    // empty if the delivery must be read again with the lock held
    private static Optional<IngestReport> beside(ConcurrentTurn begun, IngestOptions options, Delivery delivery,
            IngestControl conduct, Consumer<Path> beginning) {
        try (ConcurrentTurn turn = begun) {
            beginning.accept(options.delivery());
            return read(options, delivery, turn, turn.staged(), conduct).map(report -> {
                SnapshotId made = report.snapshot();
                if (made == null) {
                    return report;
                }
                conduct.progress().on(new IngestEvent.StepBegun(IngestEvent.Step.PUBLISHING));
                SnapshotRelease.Outcome published = turn.publish();
                conduct.progress().on(new IngestEvent.StepBegun(IngestEvent.Step.PUBLISHED));
                return report.publishedIn(made, LateHistory.warning(published),
                        NoBenchmark.reason(published.snapshot()));
            });
        }
    }

    // holds the lock: nobody else changes the lake meanwhile
    private static List<IngestReport> alone(Lake lake, List<IngestOptions> together, List<Found> found,
            IngestControl conduct, Consumer<Path> beginning, BooleanSupplier ready) {
        boolean isNew = !lake.exists() && !together.stream().allMatch(IngestOptions::dryRun);
        try (LakeLock _ = lake.lock(conduct.patience(), conduct::waiting, ready);
                SnapshotSeries series = new SnapshotSeries(lake)) {
            if (isNew) {
                conduct.progress().on(new IngestEvent.LakeMade(lake.root()));
            }
            List<IngestReport> reports = new ArrayList<>();
            for (int i = 0; i < found.size(); i++) {
                beginning.accept(together.get(i).delivery());
                reports.add(take(together.get(i), found.get(i).orThrow(), series, conduct));
            }
            return series.isGrown() ? publish(series, reports, together.stream().anyMatch(IngestOptions::newAtoms),
                    conduct) : reports;
        }
    }

    /**
     * A scanned delivery, or the faulty mapping that prevented the scan; the fault is reported at the delivery's turn.
     */
    private record Found(Delivery delivery, @Nullable SystemFileException fault) {
        private Delivery orThrow() {
            if (fault != null) {
                throw fault;
            }
            return delivery;
        }
    }

    private static Found discover(IngestOptions options) {
        Sender sender = options.sender();
        if (sender.refusal() != null) {
            return new Found(Delivery.refused(sender.refusal()), null);
        }
        try {
            return new Found(Delivery.discover(options.delivery(), new TableNames(options.systems()), sender.scope(),
                    sender.ignoreUnknown()), null);
        } catch (SystemFileException e) {
            return new Found(Delivery.refused(String.valueOf(e.getMessage())), e);
        }
    }

    private static IngestReport refused(Delivery delivery) {
        return new IngestReport(IngestOutcome.REJECTED, null, List.of(), List.of(),
                List.of(String.valueOf(delivery.problem())), null);
    }

    private static IngestReport take(IngestOptions options, Delivery delivery, SnapshotSeries series,
            IngestControl conduct) {
        if (delivery.problem() != null) {
            return refused(delivery);
        }
        StagedSnapshot staged = series.next();
        staged.stopBy(conduct.stop()::check);
        IngestReport report = read(options, delivery, series, staged, conduct).orElseThrow();
        if (report.outcome() == IngestOutcome.PUBLISHED) {
            staged.clearWork();
        } else {
            series.drop();
        }
        return report;
    }

    private static Optional<IngestReport> read(IngestOptions options, Delivery delivery, LakeTurn turn,
            StagedSnapshot staged, IngestControl conduct) {
        try (StagingDatabase staging = StagingDatabase.open(staged, options.today(), delivery.textBytes())) {
            conduct.stop().cancelBy(staging::cancel);
            try {
                return new IngestRun(options, turn, staging, conduct)
                        .run(InternalNames.give(delivery, staging.folder().resolve("delivered")));
            } finally {
                conduct.stop().cancelBy(null);
            }
        }
    }

    private static List<IngestReport> publish(SnapshotSeries series, List<IngestReport> reports, boolean newAtoms,
            IngestControl conduct) {
        conduct.progress().on(new IngestEvent.StepBegun(IngestEvent.Step.PUBLISHING));
        SnapshotRelease.Outcome published = series.publish(newAtoms, conduct.stop());
        conduct.progress().on(new IngestEvent.StepBegun(IngestEvent.Step.PUBLISHED));
        List<IngestReport> all = new ArrayList<>(reports);
        // report both once, with the last delivery
        Optional<String> warning = LateHistory.warning(published);
        Optional<String> reason = NoBenchmark.reason(published.snapshot());
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).outcome() == IngestOutcome.PUBLISHED) {
                all.set(i, all.get(i).publishedIn(published.snapshot().id(), warning, reason));
                warning = Optional.empty();
                reason = Optional.empty();
            }
        }
        return all;
    }
}
