package io.tidemark.server.query;

import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's query on a snapshot.
 * @param key    a key that is equal for requests with the same response bytes
 * @param caller the caller whose limits apply
 * @param route  the route
 * @param format the answer's format, for metrics
 * @param values the SQL's values by name
 * @param reader makes the answer from the rows, in a thread of the engine
 * @param shared whether concurrent identical requests share one query; otherwise each runs its own, and the caller's
 *               permit is held until the
 * {@link QueryResult} is closed
 * @param slice  how to cut the answer out of the rows of all periods; null if that cannot be
 */
public record QueryRequest<A extends ResultCache.Entry>(String key, String caller, RouteContract route, String format,
        Map<String, @Nullable Object> values, Reader<A> reader, boolean shared,
        @Nullable SliceRequest<A, ?> slice) {

    /** Makes an answer from rows. */
    @FunctionalInterface
    public interface Reader<A> {
        /** Reads as many rows as it needs. */
        A read(QueryRows rows) throws SQLException, IOException;
    }
}
