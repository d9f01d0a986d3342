package io.tidemark.ingest;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.Delivery;
import io.tidemark.ingest.load.Workbench;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;

/** Takes a delivery into a lake, whole or not at all. */
public final class Ingest {

    private Ingest() {}

    /** Runs an ingest that does not wait for another and that nobody stops. */
    public static IngestReport run(IngestOptions options, IngestProgress progress) {
        return run(options, IngestConduct.seenBy(progress));
    }

    /**
     * Runs an ingest. What is wrong with the delivery is in the report and never thrown.
     *
     * @throws io.tidemark.data.snapshot.LakeInUseException if another ingest is under way and does not end in time
     * @throws io.tidemark.data.snapshot.LakeException      if the lake is damaged or cannot be written
     * @throws IngestStoppedException                       if it was asked to stop
     */
    public static IngestReport run(IngestOptions options, IngestConduct conduct) {
        Delivery delivery = Delivery.discover(options.delivery(),
                (folder, name) -> SourceTables.find(folder, name).isPresent());
        if (delivery.problem() != null) {
            return new IngestReport(Outcome.REJECTED, null, List.of(), List.of(), List.of(delivery.problem()), null);
        }
        StopSignal stop = conduct.stop();
        try (LakeLock _ = options.lake().lock(conduct.patience(), conduct::waiting);
                StagedSnapshot staged = options.lake().stage(Instant.now());
                Workbench bench = Workbench.open(staged, options.today(), delivery.textBytes())) {
            stop.cancelBy(bench::cancel);
            try {
                return new IngestRun(options, staged, bench, conduct).run(delivery);
            } finally {
                stop.cancelBy(null);
            }
        } catch (EngineException e) {
            if (stop.isRequested()) {
                throw new IngestStoppedException();
            }
            // want of memory or disk, or a fault of ours: the delivery is not to blame
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new LakeException("the ingest could not be carried out, nothing was published: "
                    + String.valueOf(cause.getMessage()).lines().filter(line -> !line.isBlank()).findFirst().orElse(""), e);
        } catch (UncheckedIOException e) {
            throw new LakeException("the ingest could not be carried out, nothing was published: " + e.getMessage(), e);
        }
    }
}
