package io.tidemark.server.query;

import io.tidemark.server.engine.SpillFolder;
import io.tidemark.server.event.EventReceiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The shared resources of all open snapshots' engines: queue, threads, result cache, and the receiver of query events.
 * DuckDB's native calls would pin the virtual threads of requests, so queries run on platform threads. Thread-safe.
 *
 * @param queue   the queue of queries
 * @param results the result cache
 * @param threads a thread for each query that may run at once
 * @param background one thread, which waits for queries that nobody waits for
 * @param slow    time above which a query is logged with its plan
 * @param files   folder for answers that are too large for memory
 * @param tested  the routes' queries that passed their test
 * @param events  receives an event for every query
 */
public record QueryResources(FairQueue queue, ResultCache results, ExecutorService threads, ExecutorService background,
        Duration slow, SpillFolder files, TestedQueries tested, EventReceiver events) implements AutoCloseable {

    private static final int LAST_QUERIES_SECONDS = 5;
    /** The maximum of waiting background work; more is refused, and requested again later. */
    static final int BACKGROUND_WAITING = 100;

    /**
     * Creates resources with a thread for each query that may run.
     *
     * @param spill folder for large answers and the file of tested queries
     */
    public static QueryResources of(FairQueue.Limits limits, long cacheBytes, Duration slow, Path spill,
            EventReceiver events) {
        return of(limits, cacheBytes, slow, spill, TestedQueries.in(spill), events);
    }

    private static QueryResources of(FairQueue.Limits limits, long cacheBytes, Duration slow, Path spill,
            TestedQueries tested, EventReceiver events) {
        return new QueryResources(new FairQueue(limits), new ResultCache(cacheBytes),
                Executors.newFixedThreadPool(limits.running(),
                Thread.ofPlatform().name("query-", 1).daemon().factory()),
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(BACKGROUND_WAITING),
                        Thread.ofVirtual().name("slices").factory()), slow, SpillFolder.make(spill), tested, events);
    }

    /** Creates resources for a single caller: one query at a time, without cache and events. */
    public static QueryResources alone(Path spill) {
        return of(new FairQueue.Limits(1, 1, 1, 1), 0, Duration.ofDays(1), spill, TestedQueries.ofThisProcess(),
                event -> { });
    }

    /** The folder for answers too large for memory, readable by this user only. */
    public Path answers() {
        return files.path();
    }

    /** Waits briefly for cancelled queries to end. */
    @Override
    public void close() {
        background.shutdownNow();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(LAST_QUERIES_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        files.close();
    }
}
