package io.tidemark.server.delivery;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.server.http.ApiException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs a server's work on the lake, one piece after the other on a platform thread. To compare or verify snapshots
 * takes a separate engine and up to a minute, which must not slow down data requests. Thread-safe.
 */
public final class LakeWorker implements AutoCloseable {

    private static final int WAITING = 8;
    private static final int RETRY_SECONDS = 10;
    private static final int STOP_SECONDS = 5;

    private final Lake lake;
    private final EngineSettings engine;
    private final Duration send;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING), Thread.ofPlatform().name("lake").daemon().factory());

    /**
     * Creates a worker for a lake.
     *
     * @param engine settings of the DuckDB instance that reads snapshots
     * @param send   time limit for a client to read a file of the lake
     */
    public LakeWorker(Lake lake, EngineSettings engine, Duration send) {
        this.lake = lake;
        this.engine = engine;
        this.send = send;
        thread.allowCoreThreadTimeOut(true);
    }

    /** The time limit for a client to read a file of the lake. */
    public Duration send() {
        return send;
    }

    /** The settings of the DuckDB instance that reads snapshots. */
    public EngineSettings engine() {
        return engine;
    }

    /**
     * Runs work and waits for it.
     *
     * @throws ApiException as the work throws; 404 if the snapshot does not exist; 503 if another process writes to the
     *                      lake, if too much work waits, or if the lake cannot be used, which is logged
     */
    public <T> T run(Function<Lake, T> work) {
        try {
            return thread.submit(() -> work.apply(lake)).get();
        } catch (RejectedExecutionException | CancellationException e) {
            throw new ApiException.Unavailable("Too many requests are waiting for the lake", RETRY_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException.Unavailable("The server is stopping", RETRY_SECONDS, e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case ApiException refused -> throw refused;
                // the original message has the lake's folder, which callers must not see
                case NoSuchSnapshotException _ -> throw new ApiException.NotFound("There is no such snapshot");
                case LakeInUseException _ ->
                        throw new ApiException.Unavailable("Another process is writing to the lake", RETRY_SECONDS);
                case LakeException failure -> throw new ApiException.Unavailable("The lake cannot be used now",
                        RETRY_SECONDS, failure);
                case EngineException failure -> throw new ApiException.Unavailable("The lake cannot be read now",
                        RETRY_SECONDS, failure);
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /** Waits briefly for running work. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
