package io.tidemark.server.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;

/**
 * The wait before an address may try an account again: none after the first failures, then doubling with each further
 * failure, up to a maximum. A success, or a quarter of an hour without a failure, resets it. Thread-safe.
 */
final class SignInBackoff {
    private static final int MAX_DOUBLINGS = 20;
    private static final long MAX_KEYS = 100_000;
    private static final Duration REMEMBERED = Duration.ofMinutes(15);

    private final Ticker ticker;
    private final int free;
    private final long first;
    private final long longest;
    private final Cache<String, Waiting> waiting;

    private record Waiting(int failures, long until) {}

    SignInBackoff(int free, Duration first, Duration longest, Ticker ticker) {
        this.ticker = ticker;
        this.free = free;
        this.first = first.toNanos();
        this.longest = longest.toNanos();
        this.waiting = Caffeine.newBuilder().ticker(ticker).maximumSize(MAX_KEYS).expireAfterWrite(REMEMBERED).build();
    }

    /** Throws 429 during the wait. */
    void require(String key) {
        Waiting now = waiting.getIfPresent(key);
        if (now != null && now.until() - ticker.read() > 0) {
            throw TokenBuckets.limited(now.until() - ticker.read());
        }
    }

    void failed(String key) {
        waiting.asMap().compute(key, (_, before) -> {
            int failures = before == null ? 1 : before.failures() + 1;
            int doublings = Math.min(failures - free, MAX_DOUBLINGS);
            long wait = doublings < 0 ? 0 : Math.min(longest, first << doublings);
            return new Waiting(failures, ticker.read() + wait);
        });
    }

    void succeeded(String key) {
        waiting.invalidate(key);
    }
}
