package io.tidemark.server.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.data.file.Sha256;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Limits password guessing. It counts failed sign-ins by address and by account. Above the limit per minute, an address
 * waits longer and longer for that account. The account limit does not apply to addresses from which the account signed
 * in before, so that an attacker cannot lock its owner out. Failures count for the sent name whether or not it exists,
 * so that the response does not reveal which names exist. A running attempt counts as failed until its result is known,
 * so that a burst cannot evade the limit. Thread-safe.
 */
public final class SignInThrottle {
    private static final long MAX_KNOWN = 100_000;
    private static final Duration KNOWN_FOR = Duration.ofDays(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TokenBuckets addresses;
    private final TokenBuckets accounts;
    private final SignInBackoff waits;
    private final Cache<String, Boolean> known;

    /**
     * Sets the limits.
     *
     * @param failuresPerMinute failed sign-ins per minute, for an address and for an account
     * @param longestWait       longest wait of one address for one account
     * @param ticker            the time
     */
    public SignInThrottle(int failuresPerMinute, Duration longestWait, Ticker ticker) {
        addresses = new TokenBuckets(failuresPerMinute, MINUTE, ticker);
        accounts = new TokenBuckets(failuresPerMinute, MINUTE, ticker);
        waits = new SignInBackoff(failuresPerMinute, MINUTE.dividedBy(failuresPerMinute), longestWait, ticker);
        known = Caffeine.newBuilder().ticker(ticker).maximumSize(MAX_KNOWN).expireAfterAccess(KNOWN_FOR).build();
    }

    /**
     * Begins a sign-in, or throws 429 before any password is compared.
     *
     * @param address the client address
     * @param account the sent user name or client id; null for a refresh token
     */
    public Attempt begin(String address, @Nullable String account) {
        String from = AddressRange.countingKey(address);
        if (account == null) {
            addresses.take(from);
            return new Attempt(from, null, null);
        }
        // store only a hash: the text may be long or a misplaced password
        String to = Sha256.hex(Normalizer.normalize(account, Normalizer.Form.NFC).toLowerCase(Locale.ROOT));
        String pair = from + " " + to;
        waits.require(pair);
        addresses.take(from);
        if (known.getIfPresent(pair) != null) {
            return new Attempt(from, null, pair);
        }
        try {
            accounts.take(to);
        } catch (RuntimeException e) {
            addresses.giveBack(from);
            throw e;
        }
        return new Attempt(from, to, pair);
    }

    /** A running sign-in. Closing it without a result, because the server could not decide, does not count. */
    public final class Attempt implements AutoCloseable {
        private final String address;
        private final @Nullable String account;
        private final @Nullable String pair;
        private boolean failed;

        private Attempt(String address, @Nullable String account, @Nullable String pair) {
            this.address = address;
            this.account = account;
            this.pair = pair;
        }

        /** Records that the sign-in succeeded. */
        public void succeeded() {
            if (pair != null) {
                waits.succeeded(pair);
                known.put(pair, true);
            }
        }

        /** Records that the sign-in failed. */
        public void failed() {
            failed = true;
            if (pair != null) {
                waits.failed(pair);
            }
        }

        @Override
        public void close() {
            if (failed) {
                return;
            }
            addresses.giveBack(address);
            if (account != null) {
                accounts.giveBack(account);
            }
        }
    }
}
