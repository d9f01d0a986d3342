package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.CsvText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Scans the bytes of the next files while DuckDB reads the current one. It scans only a few files ahead, because the
 * results are kept in memory.
 */
final class ScanAhead implements AutoCloseable {

    private static final int MAX_AHEAD = 3;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("scan-ahead").factory());
    private final Deque<DeliveredFile> waiting = new ArrayDeque<>();
    private final Map<DeliveredFile, CompletableFuture<CsvText>> under = new HashMap<>();
    /** The last file: an export of a farm system is opened again for one table after the other until one fits. */
    private @Nullable CsvText last;

    private final Runnable stop;

    /** Creates scans that stop when {@code stop} throws. */
    ScanAhead(Runnable stop) {
        this.stop = stop;
    }

    void expect(List<DeliveredFile> next) {
        waiting.addAll(next);
        goOn();
    }

    /** Returns the file's layout and header, scanned ahead or now; an interrupt ends the wait. */
    CsvText open(DeliveredFile file) throws BadFileException {
        CsvText before = last;
        if (before == null || !before.file().equals(file)) {
            before = opened(file);
            last = before;
        }
        return before;
    }

    private CsvText opened(DeliveredFile file) throws BadFileException {
        waiting.remove(file);
        CompletableFuture<CsvText> begun = under.remove(file);
        goOn();
        if (begun == null) {
            return CsvText.open(file, stop);
        }
        try {
            return begun.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Unreadable unreadable) {
                throw unreadable.reason;
            }
            if (e.getCause() instanceof EngineException stopped) {
                throw stopped;
            }
            throw new IllegalStateException("going over " + file.relative() + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("nobody waits for " + file.relative());
        }
    }

    private void goOn() {
        while (under.size() < MAX_AHEAD && !waiting.isEmpty()) {
            DeliveredFile file = waiting.removeFirst();
            under.put(file, CompletableFuture.supplyAsync(() -> scan(file), thread));
        }
    }

    private CsvText scan(DeliveredFile file) {
        try {
            return CsvText.open(file, stop);
        } catch (BadFileException e) {
            throw new Unreadable(e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    // carries the checked exception out of the other thread
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final BadFileException reason;

        Unreadable(BadFileException reason) {
            super(Objects.requireNonNull(reason.getMessage()), reason);
            this.reason = reason;
        }
    }
}
