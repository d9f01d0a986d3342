package io.tidemark.server.route;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches a value made from the served routes. It makes the value at the first request, and again after the routes
 * change; concurrent requests make it once. Thread-safe.
 *
 * @param <T> the value
 */
public final class CatalogCache<T> implements Supplier<T> {

    private record Made<T>(RouteCatalog catalog, T result) {}

    private final Supplier<RouteCatalog> served;
    private final Function<RouteCatalog, T> maker;
    private volatile @Nullable Made<T> made;

    /** Makes the value from the routes that are served at the time of a request. */
    public CatalogCache(Supplier<RouteCatalog> served, Function<RouteCatalog, T> maker) {
        this.served = served;
        this.maker = maker;
    }

    @Override
    public T get() {
        RouteCatalog now = served.get();
        Made<T> known = made;
        return known != null && known.catalog() == now ? known.result() : make(now);
    }

    private synchronized T make(RouteCatalog now) {
        Made<T> known = made;
        if (known == null || known.catalog() != now) {
            known = new Made<>(now, maker.apply(now));
            made = known;
        }
        return known.result();
    }
}
