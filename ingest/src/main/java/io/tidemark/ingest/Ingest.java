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
import java.util.function.Consumer;

/** Takes a delivery into a lake, whole or not at all. */
public final class Ingest {

    private Ingest() {}

    /**
     * Runs an ingest. What is wrong with the delivery is in the report and never thrown.
     *
     * @param progress gets a line for people now and then
     * @throws io.tidemark.data.snapshot.LakeInUseException if another ingest is under way
     * @throws io.tidemark.data.snapshot.LakeException      if the lake is damaged or cannot be written
     */
    public static IngestReport run(IngestOptions options, Consumer<String> progress) {
        Delivery delivery = Delivery.discover(options.delivery(),
                (folder, name) -> SourceTables.find(folder, name).isPresent());
        if (delivery.problem() != null) {
            return new IngestReport(Outcome.REJECTED, null, List.of(), List.of(), List.of(delivery.problem()), null);
        }
        try (LakeLock _ = options.lake().lock();
                StagedSnapshot staged = options.lake().stage(Instant.now());
                Workbench bench = Workbench.open(staged, options.today(), delivery.textBytes())) {
            return new IngestRun(options, staged, bench, progress).run(delivery);
        } catch (EngineException e) {
            // want of memory or disk, or a fault of ours: the delivery is not to blame
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new LakeException("the ingest could not be carried out, nothing was published: "
                    + String.valueOf(cause.getMessage()).lines().filter(line -> !line.isBlank()).findFirst().orElse(""), e);
        } catch (UncheckedIOException e) {
            throw new LakeException("the ingest could not be carried out, nothing was published: " + e.getMessage(), e);
        }
    }
}
