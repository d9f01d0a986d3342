package io.tidemark.server.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Accounts by id, remembered for five seconds: a request does not cost a look-up in the state file, and a revoked account
 * stops working within ten seconds even when the look-up itself is slow. Thread-safe.
 */
final class AccountDirectory {
    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final long AT_MOST = 10_000;

    private final Accounts accounts;
    private final Cache<String, Optional<Account>> cache;

    AccountDirectory(Accounts accounts, Clock clock) {
        this.accounts = accounts;
        this.cache = Caffeine.newBuilder().expireAfterWrite(REMEMBERED).maximumSize(AT_MOST)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis())).build();
    }

    /** The account of an id while it is in force. */
    Optional<Account> active(String id) {
        // looked up outside the cache's lock: a slow file must not hold up other accounts
        Optional<Account> known = cache.getIfPresent(id);
        if (known == null) {
            known = accounts.find(id).filter(Account::active);
            cache.put(id, known);
        }
        return known;
    }
}
