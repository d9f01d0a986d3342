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
 * @param same  whether two answers have the same bytes
 */
public record SliceRequest<A extends ResultCache.Entry, W extends ResultCache.Entry>(String key, Class<W> type, Function<W, @Nullable A> cut,
        Supplier<QueryRequest<W>> whole, Same same) {

    /** Compares a cut answer with the query's. */
    @FunctionalInterface
    public interface Same {
        /** Whether they have the same bytes. */
        boolean bytes(ResultCache.Entry cut, ResultCache.Entry answered);
    }
}
