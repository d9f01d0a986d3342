package io.tidemark.server.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.tidemark.server.http.ApiException;
import java.time.Duration;

/** A token bucket for each key, refilled evenly over a period. Drops idle keys. Thread-safe. */
public final class TokenBuckets {
    private static final long MAX_KEYS = 100_000;

    private final int capacity;
    private final Duration period;
    private final TimeMeter time;
    private final Cache<String, Bucket> buckets;

    /** Creates full buckets with a capacity that is refilled in a period. */
    public TokenBuckets(int capacity, Duration period, Ticker ticker) {
        this.capacity = capacity;
        this.period = period;
        this.time = new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return ticker.read();
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        };
        // a bucket that is idle for a period is as full as a new one
        this.buckets = Caffeine.newBuilder().ticker(ticker).maximumSize(MAX_KEYS)
                .expireAfterAccess(period.multipliedBy(2)).build();
    }

    /** Takes a token, or throws 429 with the time until the next one. */
    public void take(String key) {
        long wait = of(key).tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill();
        if (wait > 0) {
            throw limited(wait);
        }
    }

    /** Throws 429 if the bucket is empty; takes no token. */
    public void require(String key) {
        long wait = of(key).estimateAbilityToConsume(1).getNanosToWaitForRefill();
        if (wait > 0) {
            throw limited(wait);
        }
    }

    /** Takes a token if one is left. */
    public void drain(String key) {
        of(key).tryConsume(1);
    }

    /** Returns a token. */
    public void giveBack(String key) {
        of(key).addTokens(1);
    }

    /** The exception for 429, with whole seconds, at least one. */
    static ApiException.RateLimited limited(long nanos) {
        return new ApiException.RateLimited((int) Math.max(1, Math.ceilDiv(nanos, 1_000_000_000L)));
    }

    private Bucket of(String key) {
        return buckets.get(key, _ -> Bucket.builder()
                .withCustomTimePrecision(time)
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, period)).build());
    }
}
