package io.tidemark.server.query;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An answer and its origin.
 * @param answer the answer
 * @param source its origin
 * @param waited time in the queue
 * @param ran    time of the query with the encoding; zero from the cache
 * @param permit the caller's permit, held until the answer is sent; null if already released
 */
public record QueryResult<A>(A answer, Source source, Duration waited, Duration ran, FairQueue.@Nullable Permit permit)
        implements AutoCloseable {

    /** The origins of an answer. */
    public enum Source {
        /** The request's own query. */
        QUERY,
        /** A query that another request started. */
        SHARED,
        /** The cache. */
        CACHE,
        /** The cached rows of all periods. */
        SLICE;

        private final String text = name().toLowerCase(Locale.ROOT);

        /** The name as written, such as {@code cache}. */
        public String text() {
            return text;
        }
    }

    @Override
    public void close() {
        if (permit != null) {
            permit.close();
        }
    }
}
