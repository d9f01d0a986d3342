package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.http.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes slices: the rows of all periods for a combination of a request's other values, out of which an answer for any
 * window is cut. A combination gets its slice in the background when a second window of it is asked for. Before a slice
 * is used it is compared with the answers for both windows. One of them at least must have some of its rows and lie
 * after others: a window without rows, or from the first row on, would be the same if its rows depended on it. A
 * combination without any rows is proven by another one of its route. If an answer differs,
 * the route gets no slices. Thread-safe.
 */
final class Slices {

    private static final System.Logger LOG = System.getLogger("io.tidemark.query");
    private static final int REMEMBERED = 2_000;
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

    /** A slice is made so often at most: one that is not kept costs more than it saves. */
    private static final int TRIES = 3;
    /** After a try that no window told of, so many windows pass before the next. */
    private static final int PAUSE = 8;

    /** The rows of all periods with the verdict on them; the cache gets them only when they are proven. */
    private record Judged(ResultCache.Entry of, SliceRequest.Verdict verdict) implements ResultCache.Entry {
        @Override
        public long bytes() {
            return of.bytes();
        }

        @Override
        public long rows() {
            return of.rows();
        }

        @Override
        public boolean isShareable() {
            return false;
        }
    }

    /** A combination that was asked for. */
    private static final class Combination {
        /** The window that the next one is compared with. */
        @GuardedBy("this") private QueryRequest<?> last;
        @GuardedBy("this") private int tries;
        @GuardedBy("this") private int pause;
        @GuardedBy("this") private boolean busy;

        private Combination(QueryRequest<?> first) {
            this.last = first;
        }

        /** The earlier window if a slice is to be made now; else null. */
        private synchronized @Nullable QueryRequest<?> start(QueryRequest<?> request) {
            if (busy || tries >= TRIES || request.key().equals(last.key())) {
                return null;
            }
            QueryRequest<?> earlier = last;
            last = request;
            if (pause > 0) {
                pause--;
                return null;
            }
            busy = true;
            return earlier;
        }

        private synchronized void end(int used, int passed) {
            busy = false;
            tries += used;
            pause = passed;
        }
    }

    private final QueryEngine engine;
    private final QueryResources shared;
    private final Cache<String, Combination> combinations = Caffeine.newBuilder().maximumSize(REMEMBERED).build();
    /** The texts of routes of which some combination is proven. */
    private final Set<String> proven = ConcurrentHashMap.newKeySet();
    /** The texts of routes whose rows depend on the window. */
    private final Set<String> dependent = ConcurrentHashMap.newKeySet();
    /** The size of the precomputed slices; one thread at a time computes them. */
    private long beforehand;
    private volatile boolean full;
    private volatile boolean closed;

    /** Makes the slices of an engine. */
    Slices(QueryEngine engine, QueryResources shared) {
        this.engine = engine;
        this.shared = shared;
    }

    /** The answer to a request from its slice; null if there is none. */
    <A extends ResultCache.Entry> @Nullable A cut(QueryRequest<A> request) {
        SliceRequest<A, ?> slice = request.slice();
        return slice == null || dependent.contains(request.route().sql().text()) ? null : cut(slice);
    }

    private <A extends ResultCache.Entry, W extends ResultCache.Entry> @Nullable A cut(SliceRequest<A, W> slice) {
        W rows = engine.kept(slice.key(), slice.type());
        return rows == null ? null : slice.cut().apply(rows);
    }

    /**
     * Notes that a request is answered by a query of its own,
     * and makes the slice if it is the second window of its combination.
     */
    void noteQuery(QueryRequest<?> request) {
        SliceRequest<?, ?> slice = request.slice();
        if (slice == null || closed || !shared.results().isOn()) {
            return;
        }
        if (engine.kept(slice.key(), slice.type()) != null || dependent.contains(request.route().sql().text())) {
            return;
        }
        Combination combination = Objects.requireNonNull(combinations.get(slice.key(),
                key -> new Combination(request)));
        QueryRequest<?> earlier = combination.start(request);
        if (earlier != null) {
            try {
                shared.background().execute(() -> make(slice, combination, List.of(earlier, request), engine::keep));
            } catch (RejectedExecutionException e) {
                combination.end(0, 0);
            }
        }
    }

    /**
     * Makes the slice of a request's combination now, in this thread, if there is none. The request's own answer is
     * made too, which the slice is compared with.
     */
    <A extends ResultCache.Entry> void prepare(QueryRequest<A> request, Class<A> type) {
        SliceRequest<A, ?> slice = request.slice();
        if (slice != null && !full && engine.kept(slice.key(), slice.type()) == null
                && !dependent.contains(request.route().sql().text())) {
            engine.ask(inBackground(request, request.reader()), type, patience());
            make(slice, Objects.requireNonNull(combinations.get(slice.key(), key -> new Combination(request))),
                    List.of(request), this::keepBeforehand);
        }
    }

    private QueryWait patience() {
        return QueryWait.start(MAX_WAIT, () -> closed);
    }

    private static <A extends ResultCache.Entry> QueryRequest<A> inBackground(QueryRequest<?> request,
            QueryRequest.Reader<A> reader) {
        return new QueryRequest<>(request.key(), FairQueue.BACKGROUND, request.route(), request.format(),
                request.values(), reader, true, null);
    }

    private <W extends ResultCache.Entry> void make(SliceRequest<?, W> slice, Combination combination,
            List<QueryRequest<?>> windows, BiConsumer<String, ResultCache.Entry> keep) {
        int tries = 0;
        int pause = 0;
        String route = windows.getFirst().route().path();
        String text = windows.getFirst().route().sql().text();
        try {
            if (closed || engine.kept(slice.key(), slice.type()) != null
                    || (!proven.contains(text) && windows.stream().noneMatch(this::hasRows))) {
                // without rows in a window there is nothing to compare with; a later window tries again
                return;
            }
            // query all periods, and compare the rows with the answer of each window
            QueryRequest<W> whole = slice.whole().get();
            Judged judged = engine.ask(inBackground(whole, rows -> judged(whole.reader().read(rows), windows)),
                    Judged.class, patience()).answer();
            switch (judged.verdict()) {
                case SAME -> {
                    tries = 1;
                    proven.add(text);
                    keep.accept(slice.key(), judged.of());
                }
                case DIFFERENT -> {
                    dependent.add(text);
                    LOG.log(System.Logger.Level.WARNING, "{0} has no slice, each window runs its query: cutting the "
                            + "rows of all periods to a window does not give that window's rows", route);
                }
                case NOTHING -> {
                    // a combination of which there is nothing at all, such as an area where everything is hidden
                    if (judged.rows() == 0 && proven.contains(text)) {
                        tries = 1;
                        keep.accept(slice.key(), judged.of());
                    } else {
                        pause = PAUSE;
                    }
                }
            }
        } catch (ApiException.QueryTimeout e) {
            tries = closed ? 0 : TRIES;
            LOG.log(System.Logger.Level.INFO, "{0} has no slice, each window runs its query: {1}", route,
                    e.publicMessage());
        } catch (ApiException e) {
            // a busy server, or a snapshot that is closed: a later window tries again
            LOG.log(System.Logger.Level.DEBUG, "a slice of {0} was not made: {1}", route, e.publicMessage());
        } catch (EngineException e) {
            tries = TRIES;
            LOG.log(System.Logger.Level.WARNING, "{0} has no slice, each window runs its query: {1}", route,
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        } finally {
            combination.end(tries, pause);
        }
    }

    // nobody has asked for these yet, so they must not take the room of answers
    private void keepBeforehand(String key, ResultCache.Entry rows) {
        long room = shared.results().roomBeforehand();
        if (beforehand + rows.bytes() > room) {
            full = true;
            LOG.log(System.Logger.Level.INFO, "precomputed slices have {0} bytes of at most {1}; others are computed "
                    + "on request", Long.toString(beforehand), Long.toString(room));
            return;
        }
        beforehand += rows.bytes();
        engine.keep(key, rows);
    }

    private boolean hasRows(QueryRequest<?> window) {
        ResultCache.Entry answered = engine.kept(window.key());
        return answered != null && answered.rows() > 0;
    }

    // one window that differs outweighs all others
    private Judged judged(ResultCache.Entry rows, List<QueryRequest<?>> windows) {
        List<SliceRequest.Verdict> verdicts = windows.stream().map(window -> verdict(rows, window)).toList();
        return new Judged(rows, verdicts.contains(SliceRequest.Verdict.DIFFERENT) ? SliceRequest.Verdict.DIFFERENT
                : verdicts.contains(SliceRequest.Verdict.SAME) ? SliceRequest.Verdict.SAME
                : SliceRequest.Verdict.NOTHING);
    }

    private <A extends ResultCache.Entry> SliceRequest.Verdict verdict(ResultCache.Entry rows, QueryRequest<A> window) {
        SliceRequest<A, ?> slice = window.slice();
        ResultCache.Entry answered = engine.kept(window.key());
        return slice == null || answered == null ? SliceRequest.Verdict.NOTHING : verdict(slice, rows, answered);
    }

    private static <W extends ResultCache.Entry> SliceRequest.Verdict verdict(SliceRequest<?, W> slice,
            ResultCache.Entry rows, ResultCache.Entry answered) {
        return slice.proof().of(slice.type().cast(rows), answered);
    }

    /** Makes no more slices. */
    void close() {
        closed = true;
    }
}
