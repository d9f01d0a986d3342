package io.tidemark.server.identity.provider;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A provider's keys, fetched when the first token needs them, and anew when they are five minutes old or a token names a key
 * that is not among them; but never more often than every ten seconds, whatever is sent. While the provider does not answer,
 * known keys are good for another hour. Thread-safe.
 */
final class ProviderKeys {
    /** Least time between two fetches. */
    static final Duration PAUSE = Duration.ofSeconds(10);
    /** After this a key that the provider has withdrawn is noticed. */
    static final Duration FRESH = Duration.ofMinutes(5);
    /** After this keys that could not be fetched anew are good no more. */
    static final Duration USABLE = Duration.ofHours(1);

    private static final System.Logger LOG = System.getLogger(ProviderKeys.class.getName());
    private static final Duration WAIT_FOR_ANOTHER = Duration.ofSeconds(10);

    private final ExternalIssuer provider;
    private final ProviderClient client;
    private final Clock clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile @Nullable ProviderKeySet known;
    private volatile Instant lastTry = Instant.MIN;

    ProviderKeys(ExternalIssuer provider, Clock clock) {
        this.provider = provider;
        this.client = new ProviderClient(provider);
        this.clock = clock;
    }

    /** The keys among which one of an id should be; throws {@link ProviderException} when none are known. */
    ProviderKeySet with(Optional<String> id) {
        ProviderKeySet keys = known;
        if (!suffices(keys, id) && mayTry()) {
            fetch(keys, id);
        }
        keys = known;
        if (keys == null || age(keys.fetched()).compareTo(USABLE) > 0) {
            throw new ProviderException("its keys are not known");
        }
        return keys;
    }

    private boolean suffices(@Nullable ProviderKeySet keys, Optional<String> id) {
        return keys != null && id.filter(keys.algorithms()::containsKey).isPresent()
                && age(keys.fetched()).compareTo(FRESH) <= 0;
    }

    private boolean mayTry() {
        return lastTry.equals(Instant.MIN) || fetching.isLocked() || age(lastTry).compareTo(PAUSE) >= 0;
    }

    /** One fetches; others wait for it where they cannot go on with what is known. */
    private void fetch(@Nullable ProviderKeySet seen, Optional<String> id) {
        boolean canGoOn = seen != null && id.filter(seen.algorithms()::containsKey).isPresent()
                && age(seen.fetched()).compareTo(USABLE) <= 0;
        try {
            if (canGoOn ? !fetching.tryLock() : !fetching.tryLock(WAIT_FOR_ANOTHER.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            // another may have done it in the meantime
            if (lastTry.equals(Instant.MIN) || age(lastTry).compareTo(PAUSE) >= 0) {
                lastTry = clock.instant();
                known = ProviderKeySet.of(client.keySet(), provider.audience(), clock.instant());
            }
        } catch (ProviderException e) {
            LOG.log(System.Logger.Level.WARNING, "no keys from identity provider " + provider.issuer() + ": " + e.getMessage());
        } finally {
            fetching.unlock();
        }
    }

    private Duration age(Instant since) {
        return Duration.between(since, clock.instant());
    }
}
