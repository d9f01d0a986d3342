package io.tidemark.server.identity.state;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A cache of state file entries by id, for five seconds or until the file is seen to change: requests need no look-up,
 * and a revocation takes effect within ten seconds even if the change was not noticed. Thread-safe.
 * @param <V> the cached value; "nothing" is cached too
 */
public final class StateCache<V> {
    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final long AT_MOST = 10_000;

    private final Function<String, V> lookUp;
    private final Cache<String, V> cache;

    /** Caches the results of {@code lookUp}, by a clock. */
    public StateCache(Function<String, V> lookUp, Clock clock) {
        this.lookUp = lookUp;
        this.cache = Caffeine.newBuilder().expireAfterWrite(REMEMBERED).maximumSize(AT_MOST)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis())).build();
    }

    /** The value of an id, cached or loaded. */
    public V of(String id) {
        // loaded outside the cache's lock: a slow file must not delay other ids
        V known = cache.getIfPresent(id);
        if (known == null) {
            known = lookUp.apply(id);
            cache.put(id, known);
        }
        return known;
    }

    /** Clears the cache. */
    void forget() {
        cache.invalidateAll();
    }
}
