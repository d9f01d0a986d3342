package io.tidemark.server.query;

import io.tidemark.server.route.RouteContract;
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
 * @param kept   whether the answer is one for everybody: kept for the next who asks, and shared by those who ask at once; otherwise
 *               the caller's place is taken until the {@link Asked} is closed
 */
public record Question<A extends ResultCache.Entry>(String key, String caller, RouteContract route, String format,
        Map<String, @Nullable Object> values, Reader<A> reader, boolean kept) {

    /** Makes an answer from rows. */
    @FunctionalInterface
    public interface Reader<A> {
        /** Reads as many rows as it needs. */
        A read(Rows rows) throws SQLException, IOException;
    }
}
