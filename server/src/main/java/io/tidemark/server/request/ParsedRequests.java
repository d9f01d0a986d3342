package io.tidemark.server.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.route.RouteCatalog;
import java.time.LocalDate;
import java.util.function.Supplier;

/**
 * A cache of requests that were read, with their tags: a dashboard repeats its requests, and reading one takes as long
 * as answering it from memory. The key says what a caller sees, not what it may request: permissions are checked each
 * time. Thread-safe.
 */
final class ParsedRequests {

    private static final int REMEMBERED = 2_000;
    /** Longer requests are not cached, so that nobody can fill the memory. */
    private static final int MAX = 1_000;

    /**
     * Everything that the result of reading a request depends on.
     *
     * @param catalog  the routes, the same object until one changes
     * @param snapshot the snapshot's id
     * @param today    the day in Norway
     * @param view     what the caller sees
     * @param path     as sent
     * @param query    as sent
     * @param shape    from the query and the headers
     */
    record Key(RouteCatalog catalog, String snapshot, LocalDate today, CallerView.Rights view, String path,
            String query, ResponseOptions shape) {}

    private final Cache<Key, DataRequest> known = Caffeine.newBuilder().maximumSize(REMEMBERED).build();

    /** The cached request, or the result of {@code read}; a failure is not cached. */
    DataRequest get(Key key, Supplier<DataRequest> read) {
        if (key.path().length() + key.query().length() > MAX) {
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
