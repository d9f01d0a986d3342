package io.tidemark.server.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.data.hash.Sha256;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Slows down guessing. Failed sign-ins are counted by address and by account; after as many as a minute allows, one address
 * waits longer and longer for one account. An address from which an account signed in before is not held back by what
 * strangers do to that account, so that nobody can lock its owner out from elsewhere. Accounts are counted by the name that
 * was sent, whether or not it exists, so that an answer says nothing about that. An attempt under way counts as failed until
 * it is known; so a burst cannot slip through. Thread-safe.
 */
public final class SignInGuard {
    private static final long MOST_KNOWN = 100_000;
    private static final Duration KNOWN_FOR = Duration.ofDays(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Buckets addresses;
    private final Buckets accounts;
    private final GrowingWaits waits;
    private final Cache<String, Boolean> known;

    /**
     * Lets so many failures through.
     *
     * @param failuresPerMinute of an address, and of an account
     * @param longestWait       of one address for one account
     * @param ticker            the time
     */
    public SignInGuard(int failuresPerMinute, Duration longestWait, Ticker ticker) {
        addresses = new Buckets(failuresPerMinute, MINUTE, ticker);
        accounts = new Buckets(failuresPerMinute, MINUTE, ticker);
        waits = new GrowingWaits(failuresPerMinute, MINUTE.dividedBy(failuresPerMinute), longestWait, ticker);
        known = Caffeine.newBuilder().ticker(ticker).maximumSize(MOST_KNOWN).expireAfterAccess(KNOWN_FOR).build();
    }

    /**
     * Begins a sign-in, or throws 429; nothing is compared then.
     *
     * @param address where it comes from
     * @param account the user name or client id that was sent; null when there is none, as with a refresh token
     */
    public Attempt begin(String address, @Nullable String account) {
        String from = AddressKey.of(address);
        if (account == null) {
            addresses.take(from);
            return new Attempt(from, null, null);
        }
        // of any length and perhaps a password put in the wrong place: only its hash is kept
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

    /** A sign-in under way. Closed without a word, as when the server could not decide, it counts for nothing. */
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

        /** It was the account's owner. */
        public void succeeded() {
            if (pair != null) {
                waits.succeeded(pair);
                known.put(pair, true);
            }
        }

        /** It was not. */
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
