package io.tidemark.server.query;

import io.tidemark.server.http.ApiException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * The wait of a request.
 * @param deadline the time by which it must be answered
 * @param limit    its time limit, for messages
 * @param isGone   whether its client has disconnected; checked a few times a second
 */
public record QueryWait(Deadline deadline, Duration limit, BooleanSupplier isGone) {

    private static final long LOOK_MILLIS = 100;

    /** Starts to wait. */
    public static QueryWait start(Duration limit, BooleanSupplier isGone) {
        return new QueryWait(Deadline.after(limit), limit, isGone);
    }

    /**
     * Waits for the result of a future.
     *
     * @throws ApiException.QueryTimeout if the deadline passes first
     * @throws ApiException.ClientGone   if the client disconnects
     * @throws ExecutionException        with the future's failure
     */
    <T> T await(CompletableFuture<T> future) throws ExecutionException {
        while (true) {
            try {
                return future.get(Math.min(LOOK_MILLIS, Math.max(1, deadline.left().toMillis())),
                        TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (deadline.isOver()) {
                    throw new ApiException.QueryTimeout("The query took longer than " + limit.toSeconds()
                            + " s; ask for fewer areas or a shorter window");
                }
                if (isGone.getAsBoolean()) {
                    throw new ApiException.ClientGone();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ApiException.Unavailable("The server is stopping", 1, e);
            }
        }
    }

    QueryWait until(Deadline other) {
        return new QueryWait(deadline.or(other), limit, isGone);
    }
}
