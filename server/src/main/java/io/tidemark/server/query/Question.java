package io.tidemark.server.query;

import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of a snapshot.
 *
 * @param key    the same for two requests when the same bytes answer both
 * @param caller whose limits count
 * @param route  the route
 * @param format the answer's format, for those who watch
 * @param values the SQL's values by name
 * @param reader makes the answer from the rows, in the engine's thread
 * @param shared whether those who ask it at once wait for one query; otherwise each has its own, and the caller's place is taken
 *               until the {@link Asked} is closed
 */
public record Question<A extends ResultCache.Entry>(String key, String caller, RouteContract route, String format,
        Map<String, @Nullable Object> values, Reader<A> reader, boolean shared) {

    /** Makes an answer from rows. */
    @FunctionalInterface
    public interface Reader<A> {
        /** Reads as many rows as it needs. */
        A read(Rows rows) throws SQLException, IOException;
    }
}
