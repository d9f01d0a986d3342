package io.tidemark.server.identity.state;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A few platform threads for work on the state file. SQLite may wait seconds for another process inside native code,
 * where a virtual thread would block its carrier and thereby other requests. Thread-safe.
 */
final class StateThreads {
    private static final int THREADS = 4;
    private static final int WAITING = 256;

    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(THREADS, THREADS, 30, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING), Thread.ofPlatform().name("state-", 1).daemon().factory());

    static {
        POOL.allowCoreThreadTimeOut(true);
    }

    private StateThreads() {
    }

    /** Runs work that may block: directly on a platform thread, otherwise on one of these, while the caller waits. */
    static <T> T call(Supplier<T> work) {
        if (!Thread.currentThread().isVirtual()) {
            return work.get();
        }
        try {
            Future<T> result = POOL.submit(work::get);
            return result.get();
        } catch (RejectedExecutionException e) {
            throw new StateException("State file: too many requests are waiting for it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateException("State file: the server is stopping", e);
        } catch (CancellationException e) {
            throw new StateException("State file: the request was cancelled", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
