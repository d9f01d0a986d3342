package io.tidemark.server.identity.state;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What the state file says of an id, remembered for five seconds, or until the file is seen to have changed: a request does not
 * cost a look-up, and what was revoked stops working within ten seconds even when nobody saw the change. Thread-safe.
 *
 * @param <V> what is looked up; "nothing" is remembered too
 */
public final class ShortMemory<V> {
    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final long AT_MOST = 10_000;

    private final Function<String, V> lookUp;
    private final Cache<String, V> cache;

    /** Of what a look-up gives, by a clock. */
    public ShortMemory(Function<String, V> lookUp, Clock clock) {
        this.lookUp = lookUp;
        this.cache = Caffeine.newBuilder().expireAfterWrite(REMEMBERED).maximumSize(AT_MOST)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis())).build();
    }

    /** What is known of an id. */
    public V of(String id) {
        // looked up outside the cache's lock: a slow file must not hold up other ids
        V known = cache.getIfPresent(id);
        if (known == null) {
            known = lookUp.apply(id);
            cache.put(id, known);
        }
        return known;
    }

    /** Forgets everything. */
    void forget() {
        cache.invalidateAll();
    }
}
