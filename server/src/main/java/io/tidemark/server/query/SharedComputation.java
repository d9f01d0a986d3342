package io.tidemark.server.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.http.ApiException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * A running query shared by identical requests. It is cancelled when the last of them disconnects, or when its deadline
 * passes. Thread-safe.
 */
final class SharedComputation<A> {

    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private final RunningQuery query = new RunningQuery();
    private final Deadline deadline;
    @GuardedBy("this") private int waiting = 1;

    /** Starts with one waiting request and its deadline. */
    SharedComputation(Deadline deadline) {
        this.deadline = deadline;
    }

    /** Adds a waiting request; returns false if the query was cancelled meanwhile. */
    synchronized boolean join() {
        if (query.isCancelled()) {
            return false;
        }
        waiting++;
        return true;
    }

    /**
     * Waits for the answer; throws like {@link QueryWait#await}, or the exception of the computation.
     *
     * @throws ExecutionException with any other cause
     */
    A await(QueryWait wait) throws ExecutionException {
        try {
            return wait.until(deadline).await(answer);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ApiException refused) {
                throw refused;
            }
            throw e;
        } finally {
            leave();
        }
    }

    private synchronized void leave() {
        waiting--;
        if (waiting == 0 && !answer.isDone()) {
            query.cancel();
        }
    }

    /** Runs an action once the answer is ready. */
    void whenDone(Consumer<A> action) {
        var _ = answer.thenAccept(action);
    }

    boolean isCancelled() {
        return query.isCancelled();
    }

    RunningQuery query() {
        return query;
    }

    void complete(A made) {
        answer.complete(made);
    }

    void fail(Throwable problem) {
        answer.completeExceptionally(problem instanceof CancellationException
                ? new ApiException.QueryTimeout("The query was cancelled") : problem);
    }
}
