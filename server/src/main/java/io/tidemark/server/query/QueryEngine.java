package io.tidemark.server.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the queries on one snapshot. It owns the SQL engine, its sessions, and its entries in the cache. A query waits
 * in the queue, and concurrent identical requests share it. It is cancelled when it times out or when all its clients
 * have disconnected. Every query is published as an event. Thread-safe.
 */
public final class QueryEngine {

    private static final System.Logger LOG = System.getLogger("io.tidemark.query");
    private static final int RETRY_SECONDS = 5;
    /** Matches control characters: values of clients must not start a new log line. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final QueryResources shared;
    private final SqlEngine sql;
    private final QuerySessions sessions;
    private final Slices slices;
    /** Shareable computations, by the key of the request. */
    private final Map<String, SharedComputation<? extends ResultCache.Entry>> running = new ConcurrentHashMap<>();
    /** All computations. */
    private final Set<SharedComputation<?>> busy = ConcurrentHashMap.newKeySet();
    @GuardedBy("this") private @Nullable Runnable whenClosed;
    @GuardedBy("this") private boolean closing;

    /** Runs queries on an open snapshot, which it closes. */
    public QueryEngine(SqlEngine sql, QueryResources shared) {
        this.shared = shared;
        this.sql = sql;
        this.sessions = new QuerySessions(sql);
        this.slices = new Slices(this, shared);
    }

    /** The cached answer for a key; null if there is none. */
    <A extends ResultCache.Entry> @Nullable A kept(String key, Class<A> type) {
        return type.cast(kept(key));
    }

    /** Caches an answer. */
    void keep(String key, ResultCache.Entry answer) {
        shared.results().put(cacheKey(key), answer);
    }

    /** The cached answer for a key, of any type. */
    ResultCache.@Nullable Entry kept(String key) {
        return shared.results().get(cacheKey(key));
    }

    private ResultCache.Key cacheKey(String key) {
        return new ResultCache.Key(sql.snapshot().id().text(), key);
    }

    /**
     * Answers a request: from the cache, by sharing a running query, or by running a new one.
     * @param type the type of the answer
     * @throws ApiException.RateLimited  if the caller has too many waiting requests
     * @throws ApiException.Unavailable  if too many requests wait, or memory is too short
     * @throws ApiException.QueryTimeout if the query takes too long
     * @throws ApiException.ClientGone   if the client disconnects
     */
    public <A extends ResultCache.Entry> QueryResult<A> ask(QueryRequest<A> request, Class<A> type, QueryWait wait) {
        long arrived = System.nanoTime();
        while (true) {
            // an answer in the cache, or cut out of a slice, needs no slot
            A first = kept(request.key(), type);
            if (first != null) {
                publish(request, Event.QueryTimes.NONE, first, Event.QueryEnd.CACHED);
                return new QueryResult<>(first, QueryResult.Source.CACHE, Duration.ZERO, Duration.ZERO, null);
            }
            A cut = cut(request);
            if (cut != null) {
                keep(request.key(), cut);
                publish(request, Event.QueryTimes.NONE, cut, Event.QueryEnd.SLICED);
                return new QueryResult<>(cut, QueryResult.Source.SLICE, Duration.ZERO, since(arrived), null);
            }
            // wait for a slot
            FairQueue.Permit permit;
            try {
                permit = shared.queue().take(request.caller(), wait);
            } catch (ApiException e) {
                publish(request, new Event.QueryTimes(since(arrived), Duration.ZERO, Duration.ZERO), null, end(e));
                throw e;
            }
            Duration waited = since(arrived);
            // another request may have been answered meanwhile
            A known = kept(request.key(), type);
            if (known != null) {
                permit.close();
                publish(request, new Event.QueryTimes(waited, Duration.ZERO, Duration.ZERO), known,
                        Event.QueryEnd.CACHED);
                return new QueryResult<>(known, QueryResult.Source.CACHE, waited, Duration.ZERO, null);
            }
            // run the query, unless the same one is running
            SharedComputation<A> mine = new SharedComputation<>(wait.deadline());
            SharedComputation<? extends ResultCache.Entry> other = request.shared()
                    ? running.putIfAbsent(request.key(), mine) : null;
            if (other == null) {
                return begin(request, mine, permit, waited, wait);
            }
            // the same query is already running: to wait for it needs no slot
            permit.close();
            if (other.join()) {
                long start = System.nanoTime();
                A answer = type.cast(await(other, wait, request));
                publish(request, new Event.QueryTimes(waited, Duration.ZERO, Duration.ZERO), answer,
                        Event.QueryEnd.SHARED);
                return new QueryResult<>(answer, QueryResult.Source.SHARED, waited, since(start), null);
            }
            running.remove(request.key(), other);
        }
    }

    private <A extends ResultCache.Entry> @Nullable A cut(QueryRequest<A> request) {
        try {
            return slices.cut(request);
        } catch (ApiException.BadRequest e) {
            publish(request, Event.QueryTimes.NONE, null, Event.QueryEnd.REFUSED);
            throw e;
        }
    }

    private static Event.QueryEnd end(ApiException refused) {
        return switch (refused) {
            case ApiException.QueryTimeout _, ApiException.ClientGone _ -> Event.QueryEnd.CANCELLED;
            default -> Event.QueryEnd.SHED;
        };
    }

    private static Event.QueryEnd end(SharedComputation<?> computation, Throwable problem) {
        if (computation.isCancelled()) {
            return Event.QueryEnd.CANCELLED;
        }
        return problem instanceof ApiException.BadRequest ? Event.QueryEnd.REFUSED : Event.QueryEnd.FAILED;
    }

    /**
     * Makes the slice of a request's combination, and the request's answer, behind all other requests,
     * if it can have one.
     *
     * @throws ApiException as {@link #ask} does, for the request's own answer
     */
    public <A extends ResultCache.Entry> void prepare(QueryRequest<A> request, Class<A> type) {
        slices.prepare(request, type);
    }

    private <A extends ResultCache.Entry> QueryResult<A> begin(QueryRequest<A> request, SharedComputation<A> mine,
            FairQueue.Permit permit, Duration waited, QueryWait wait) {
        long start = System.nanoTime();
        if (!admit(mine)) {
            running.remove(request.key(), mine);
            permit.close();
            throw new ApiException.Unavailable("The snapshot is closed", RETRY_SECONDS);
        }
        try {
            shared.threads().execute(() -> compute(request, mine, permit, waited));
        } catch (RejectedExecutionException e) {
            running.remove(request.key(), mine);
            permit.close();
            end(mine);
            throw new ApiException.Unavailable("The server is stopping", RETRY_SECONDS, e);
        }
        slices.noteQuery(request);
        boolean answered = false;
        try {
            A answer = await(mine, wait, request);
            answered = true;
            return new QueryResult<>(answer, QueryResult.Source.QUERY, waited, since(start), request.shared()
                    ? null : permit);
        } finally {
            if (!answered && !request.shared()) {
                mine.whenDone(answer -> {
                    permit.close();
                    answer.discard();
                });
            }
        }
    }

    private static <A> A await(SharedComputation<A> computation, QueryWait wait, QueryRequest<?> request) {
        try {
            return computation.await(wait);
        } catch (ExecutionException e) {
            throw new EngineException("the query of " + request.route().path() + " failed", e.getCause());
        }
    }

    // runs in a thread of the engine
    private <A extends ResultCache.Entry> void compute(QueryRequest<A> request, SharedComputation<A> computation,
            FairQueue.Permit permit, Duration waited) {
        long start = System.nanoTime();
        long[] prepared = {start};
        A answer = null;
        Throwable problem = null;
        try {
            answer = sessions.run(request, computation.query(), () -> prepared[0] = System.nanoTime());
        } catch (Throwable e) {
            problem = unavailable(request, e);
        }
        Duration ran = since(start);
        // cache before delivering: a new request then finds the answer in the cache, or runs a new query
        if (answer != null) {
            keep(request.key(), answer);
        }
        running.remove(request.key(), computation);
        if (request.shared() || problem != null) {
            permit.close();
        } else {
            permit.ran();
        }
        if (answer != null) {
            computation.complete(answer);
        } else {
            computation.fail(Objects.requireNonNull(problem));
        }
        try {
            publish(request, new Event.QueryTimes(waited, Duration.ofNanos(prepared[0] - start), ran), answer,
                    problem == null ? Event.QueryEnd.ANSWERED : end(computation, problem));
        } finally {
            end(computation);
        }
    }

    // log one line: many failing requests must not fill the log with stack traces
    private Throwable unavailable(QueryRequest<?> request, Throwable problem) {
        String message = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
        return switch (sql.trouble(problem)) {
            case NONE -> problem;
            case OVERLOADED -> {
                LOG.log(System.Logger.Level.WARNING, "not enough memory for a query of {0}: {1}",
                        request.route().path(), message);
                yield new ApiException.Unavailable("The server does not have enough memory for this query now; ask for "
                        + "fewer areas or a shorter window, or try again", RETRY_SECONDS);
            }
            case AWAY -> {
                LOG.log(System.Logger.Level.WARNING, "{0} did not answer a query of {1}: {2}", sql.name(),
                        request.route().path(), message);
                yield new ApiException.Unavailable("The query engine does not answer now; try again", RETRY_SECONDS);
            }
        };
    }

    private void publish(QueryRequest<?> request, Event.QueryTimes times, ResultCache.@Nullable Entry answer,
            Event.QueryEnd end) {
        boolean slow = times.ran().compareTo(shared.slow()) >= 0;
        shared.events().publish(new Event.QueryRan(Instant.now(), request.caller(), request.route().path(),
                request.format(), times, answer == null ? 0 : answer.rows(), answer == null ? 0 : answer.bytes(), end,
                slow ? new Event.SlowQuery(CONTROL.matcher(used(request).toString()).replaceAll("?"),
                        answer == null ? "" : sessions.plan(request)) : null));
    }

    private static Map<String, @Nullable Object> used(QueryRequest<?> request) {
        Map<String, @Nullable Object> used = new TreeMap<>(request.values());
        used.keySet().retainAll(request.route().sql().names());
        return used;
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    // background work has no lease of the snapshot
    private synchronized boolean admit(SharedComputation<?> computation) {
        return !closing && busy.add(computation);
    }

    private synchronized void end(SharedComputation<?> computation) {
        busy.remove(computation);
        closeWhenIdle();
    }

    /**
     * Cancels running queries, whose clients have disconnected, and closes once they have ended.
     * @param closed runs after closing
     */
    public synchronized void close(Runnable closed) {
        slices.close();
        closing = true;
        whenClosed = closed;
        busy.forEach(computation -> computation.query().cancel());
        closeWhenIdle();
    }

    @GuardedBy("this") private void closeWhenIdle() {
        Runnable closed = whenClosed;
        if (busy.isEmpty() && closed != null) {
            whenClosed = null;
            // even after a failure: as long as this snapshot counts as open, no other one can be opened
            try {
                shared.results().drop(sql.snapshot().id().text());
                sessions.close();
                sql.close();
            } finally {
                closed.run();
            }
        }
    }
}
