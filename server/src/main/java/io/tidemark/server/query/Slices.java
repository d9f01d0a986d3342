package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.http.ApiException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes slices: the rows of all periods for a combination of a request's other values, out of which an answer for any window is cut. A combination
 * gets its slice in the background when a second window of it is asked for. Before a slice is used it is compared with the answer for an earlier
 * window, without which none is made: if they differ, the route's rows depend on the window, and the combination gets none. Thread-safe.
 */
final class Slices {

    private static final System.Logger LOG = System.getLogger("io.tidemark.query");
    private static final int REMEMBERED = 2_000;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** A combination that was asked for; {@code earlier} is a window whose answer should be in the cache. */
    private static final class Combination {
        private QueryRequest<?> earlier;
        private boolean busy;
        private boolean refused;

        private Combination(QueryRequest<?> first) {
            this.earlier = first;
        }

        private synchronized boolean begins(QueryRequest<?> question) {
            boolean begins = !busy && !refused && !question.key().equals(earlier.key());
            busy |= begins;
            return begins;
        }

        private synchronized QueryRequest<?> earlier() {
            return earlier;
        }

        private synchronized void compareWith(QueryRequest<?> question) {
            earlier = question;
        }

        private synchronized void ends(boolean forEver) {
            busy = false;
            refused |= forEver;
        }
    }

    private final QueryEngine engine;
    private final QueryResources shared;
    private final Cache<String, Combination> asked = Caffeine.newBuilder().maximumSize(REMEMBERED).build();
    private volatile boolean closed;

    /** Makes the slices of an engine. */
    Slices(QueryEngine engine, QueryResources shared) {
        this.engine = engine;
        this.shared = shared;
    }

    /** The answer to a request from its slice; null if there is none. */
    <A extends ResultCache.Entry> @Nullable A cut(QueryRequest<A> question) {
        SliceRequest<A, ?> slice = question.slice();
        return slice == null ? null : cut(slice);
    }

    private <A extends ResultCache.Entry, W extends ResultCache.Entry> @Nullable A cut(SliceRequest<A, W> slice) {
        W rows = engine.kept(slice.key(), slice.type());
        return rows == null ? null : slice.cut().apply(rows);
    }

    /** Notes that a request is answered by a query of its own, and makes the slice if it is the second window of its combination. */
    void asked(QueryRequest<?> question) {
        SliceRequest<?, ?> slice = question.slice();
        if (slice == null || closed || !shared.results().isOn()) {
            return;
        }
        Combination combination = Objects.requireNonNull(asked.get(slice.key(), key -> new Combination(question)));
        if (combination.begins(question)) {
            try {
                shared.background().execute(() -> make(slice, combination, question));
            } catch (RejectedExecutionException e) {
                combination.ends(false);
            }
        }
    }

    /** Makes the slice of a request's combination now, in this thread, if there is none. The request must have been answered. */
    void prepare(QueryRequest<?> question) {
        SliceRequest<?, ?> slice = question.slice();
        if (slice != null && engine.kept(slice.key(), slice.type()) == null) {
            make(slice, Objects.requireNonNull(asked.get(slice.key(), key -> new Combination(question))), question);
        }
    }

    private <W extends ResultCache.Entry> void make(SliceRequest<?, W> slice, Combination combination, QueryRequest<?> question) {
        boolean refused = false;
        String route = question.route().path();
        try {
            if (closed || engine.kept(slice.key(), slice.type()) != null) {
                return;
            }
            QueryRequest<?> earlier = combination.earlier();
            ResultCache.Entry answered = engine.kept(earlier.key());
            if (answered == null) {
                // nothing to compare with: the next window tries again, with this one's answer
                combination.compareWith(question);
                return;
            }
            QueryRequest<W> whole = slice.whole().get();
            QueryRequest<W> checked = new QueryRequest<>(whole.key(), FairQueue.BACKGROUND, whole.route(), whole.format(), whole.values(),
                    rows -> compared(whole.reader().read(rows), earlier, answered), true, null);
            engine.ask(checked, slice.type(), QueryWait.start(LONGEST, () -> closed));
        } catch (ApiException.QueryTimeout e) {
            refused = !closed;
            LOG.log(System.Logger.Level.INFO, "{0} has no slice, each window runs its query: {1}", route, e.publicMessage());
        } catch (ApiException e) {
            // a busy server, or a snapshot that is closed: a later window tries again
            LOG.log(System.Logger.Level.DEBUG, "a slice of {0} was not made: {1}", route, e.publicMessage());
        } catch (EngineException e) {
            refused = true;
            LOG.log(System.Logger.Level.WARNING, "{0} has no slice, each window runs its query: {1}", route,
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        } finally {
            combination.ends(refused);
        }
    }

    private static <W extends ResultCache.Entry> W compared(W rows, QueryRequest<?> earlier, ResultCache.Entry answered) {
        SliceRequest<?, ?> slice = earlier.slice();
        if (slice != null && !same(slice, rows, answered)) {
            throw new IllegalStateException("the rows of all periods, cut to a window, are not the rows of that window");
        }
        return rows;
    }

    private static <A extends ResultCache.Entry, W extends ResultCache.Entry> boolean same(SliceRequest<A, W> slice, ResultCache.Entry rows,
            ResultCache.Entry answered) {
        A cut = slice.cut().apply(slice.type().cast(rows));
        return cut != null && slice.same().bytes(cut, answered);
    }

    /** Makes no more slices. */
    void close() {
        closed = true;
    }
}
