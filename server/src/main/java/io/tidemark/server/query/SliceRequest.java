package io.tidemark.server.query;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a request's answer can be cut out of the rows of all periods.
 *
 * @param key   a key that is equal for requests that differ in their window and page only
 * @param type  the type of the rows
 * @param cut   cuts the answer; null if it is too large for memory
 * @param whole the query for the rows
 * @param proof compares the rows with the answer that the request's own query gave
 */
public record SliceRequest<A extends ResultCache.Entry, W
        extends ResultCache.Entry>(String key, Class<W> type, Function<W, @Nullable A> cut,
        Supplier<QueryRequest<W>> whole, Proof<W> proof) {

    /** Compares the rows of all periods with the answer for one window. */
    @FunctionalInterface
    public interface Proof<W> {
        /** What the comparison says. */
        Verdict of(W rows, ResultCache.Entry answered);
    }

    /** What the comparison with one window says of the rows of all periods. */
    public enum Verdict {
        /**
         * Cut to the window, they are the answer, and there are rows before the window, which the answer did not see.
         */
        SAME,
        /** Cut to the window, they are not the answer. */
        DIFFERENT,
        /** Nothing: the window has no rows, or the first ones, or its answer is not kept. */
        NOTHING
    }
}
