package io.tidemark.server.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.route.RouteCatalog;
import java.time.LocalDate;
import java.util.function.Supplier;

/**
 * Requests that were read, with their tags: a dashboard sends the same ones again and again, and to read one takes as long as to answer
 * it from memory. The key says what a caller sees, not what it may request: permissions are checked each time. Thread-safe.
 */
final class ParsedRequests {

    private static final int REMEMBERED = 2_000;
    /** Longer ones are read each time, so that nobody fills the memory. */
    private static final int LONGEST = 1_000;

    /**
     * Everything that the reading of a request rests on.
     *
     * @param catalog  the routes, the same object until one changes
     * @param snapshot the snapshot's id
     * @param today    the day in Norway
     * @param view     what the caller sees
     * @param path     as sent
     * @param query    as sent
     * @param shape    from the query and the headers
     */
    record Key(RouteCatalog catalog, String snapshot, LocalDate today, CallerView.Rights view, String path, String query, ResponseOptions shape) {}

    private final Cache<Key, DataRequest> known = Caffeine.newBuilder().maximumSize(REMEMBERED).build();

    /** What is known of a request, or what {@code read} finds out; what it throws is not remembered. */
    DataRequest get(Key key, Supplier<DataRequest> read) {
        if (key.path().length() + key.query().length() > LONGEST) {
            return read.get();
        }
        DataRequest before = known.getIfPresent(key);
        if (before == null) {
            before = read.get();
            known.put(key, before);
        }
        return before;
    }
}
