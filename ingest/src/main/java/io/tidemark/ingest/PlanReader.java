package io.tidemark.ingest;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.load.TableLoader;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads planned files into the staging tables, and reports progress. */
final class PlanReader implements AutoCloseable {

    private final TableLoader loader;
    private final IngestProgress progress;
    private final StopSignal stop;

    PlanReader(TableLoader loader, IngestControl conduct) {
        this.loader = loader;
        progress = conduct.progress();
        stop = conduct.stop();
    }

    /** Announces the files to read, in order, so that the next one can be read ahead. */
    void expect(IngestPlan plan) {
        loader.expect(plan.tables());
    }

    /** Reads files of canonical tables. */
    ReadFiles read(List<DeliveredFile> files) {
        return read(files, file -> null);
    }

    /**
     * Reads files of canonical tables.
     *
     * @param refusal reason not to read a file, or null
     */
    ReadFiles read(List<DeliveredFile> files, Function<DeliveredFile, @Nullable String> refusal) {
        return ReadFiles.of(files.stream().map(file -> read(file, refusal.apply(file))).toList());
    }

    private LoadedFile read(DeliveredFile file, @Nullable String refusal) {
        SourceTable table = SourceTables.find(file.folder(), file.table()).orElseThrow();
        stop.check();
        progress.on(new IngestEvent.FileStarted(file.relative()));
        LoadedFile read = refusal == null ? loader.load(file, table)
                : new LoadedFile(file, table, 0, "", 0, 0, 0, RowLines.plain(), List.of(), refusal, 0);
        progress.on(new IngestEvent.FileRead(file.relative(), read.read(), read.seconds(), read.failure()));
        return read;
    }

    @Override
    public void close() {
        loader.close();
    }
}
