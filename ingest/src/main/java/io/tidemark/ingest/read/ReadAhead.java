package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next file while the current one is processed, since neither step uses all processors. It reads at most one
 * file ahead, and no large one, because the rows are kept in memory.
 */
public final class ReadAhead implements AutoCloseable {

    private static final long MAX_BYTES_AHEAD = 256L * 1024 * 1024;
    private static final long CANCEL_AGAIN_MILLIS = 50;

    private final StagingDatabase staging;
    private final CsvReading reading;
    private final ScanAhead scans;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("read-ahead").factory());
    private final Deque<DeliveredFile> waiting = new ArrayDeque<>();
    private @Nullable Ahead next;
    private int files;

    private record Ahead(DeliveredFile file, Future<RowsAsRead> rows) {}

    public ReadAhead(StagingDatabase staging) {
        this.staging = staging;
        reading = new CsvReading(staging);
        scans = new ScanAhead(staging::checkCancelled);
    }

    /** Announces the next files, in order; some may be skipped later. */
    public void expect(List<DeliveredFile> expected) {
        waiting.addAll(expected);
        List<DeliveredFile> all = List.copyOf(expected);
        thread.execute(() -> scans.expect(all));
        goOn();
    }

    /** Returns the file's rows, read ahead or now. */
    public RowsAsRead read(DeliveredFile file, SourceTable table) throws BadFileException {
        Future<RowsAsRead> rows = begun(file);
        if (rows == null) {
            rows = begin(file, table);
        }
        try {
            return rows.get();
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("interrupted while " + file.relative() + " was being read", e);
        } finally {
            goOn();
        }
    }

    // drops files that were skipped
    private @Nullable Future<RowsAsRead> begun(DeliveredFile file) {
        Ahead ahead = next;
        if (ahead != null && ahead.file().equals(file)) {
            next = null;
            return ahead.rows();
        }
        if (waiting.contains(file)) {
            next = null;
            while (!waiting.removeFirst().equals(file)) {
                // a skipped file
            }
        }
        return null;
    }

    private void goOn() {
        DeliveredFile file = waiting.peekFirst();
        if (next == null && file != null && file.path().toFile().length() <= MAX_BYTES_AHEAD) {
            waiting.removeFirst();
            next = new Ahead(file, begin(file, SourceTables.find(file.folder(), file.table()).orElseThrow()));
        }
    }

    private Future<RowsAsRead> begin(DeliveredFile file, SourceTable table) {
        int number = ++files;
        return thread.submit(() -> reading.read(scans.open(file), table, number));
    }

    private static RuntimeException failure(@Nullable Throwable cause) throws BadFileException {
        switch (cause) {
            case BadFileException bad -> throw bad;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> throw new IllegalStateException("reading failed", cause);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        boolean interrupted = false;
        while (!thread.isTerminated()) {
            // the file being read ahead is no longer needed
            staging.reading().cancel();
            try {
                thread.awaitTermination(CANCEL_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        scans.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
