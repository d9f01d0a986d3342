package io.tidemark.server.query;

import io.tidemark.server.event.Events;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What the engines of all open snapshots share: the queue, threads, the result cache, and whom they tell of queries. DuckDB's
 * native calls would pin the virtual threads that requests run on, so queries have platform threads of their own. Thread-safe.
 *
 * @param queue   who may run a query
 * @param results answers that are kept
 * @param threads as many as queries may run at once
 * @param slow    a query that takes longer is logged with its plan
 * @param files   answers that are too large for the memory
 * @param events  told of every query
 */
public record QueryResources(FairQueue queue, ResultCache results, ExecutorService threads, Duration slow, SpillFolder files,
        Events events) implements AutoCloseable {

    private static final int LAST_QUERIES_SECONDS = 5;

    /**
     * With threads for as many queries as may run.
     *
     * @param spill where a folder for large answers is made
     */
    public static QueryResources of(FairQueue.Limits limits, long cacheBytes, Duration slow, Path spill, Events events) {
        return new QueryResources(new FairQueue(limits), new ResultCache(cacheBytes), Executors.newFixedThreadPool(limits.running(),
                Thread.ofPlatform().name("query-", 1).daemon().factory()), slow, SpillFolder.make(spill), events);
    }

    /** For one who asks alone: one query at a time, no answer is kept, nobody is told. */
    public static QueryResources alone(Path spill) {
        return of(new FairQueue.Limits(1, 1, 1, 1), 0, Duration.ofDays(1), spill, event -> { });
    }

    /** A folder for answers that are too large for the memory, readable by this user alone. */
    public Path answers() {
        return files.path();
    }

    /** Waits a moment for the queries that were cancelled. */
    @Override
    public void close() {
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
