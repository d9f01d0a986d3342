package io.tidemark.server.identity.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.CachingJWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.OutageTolerantJWKSetSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.tidemark.server.identity.token.KeysInForce;
import io.tidemark.server.identity.token.VerificationKeys;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * A provider's keys. They are fetched when the first token needs them, and again when they are five minutes old or a
 * token names a key that is not among them, but never more often than every ten seconds, whatever is sent. While the
 * provider does not answer, known keys are accepted for an hour at most. It does what the library's {@code
 * JWKSetBasedJWKSource} does, by a clock that tests can set. Thread-safe.
 */
final class ProviderKeys implements KeysInForce {
    /** The least time between two fetches. */
    static final Duration PAUSE = Duration.ofSeconds(10);
    /** Fetched keys are fetched again after this time, so that a withdrawn key is noticed. */
    static final Duration FRESH = Duration.ofMinutes(5);
    /** Keys that could not be fetched again are no longer accepted after this time. */
    static final Duration USABLE = Duration.ofHours(1);

    private static final Duration WAIT_FOR_ANOTHER = Duration.ofSeconds(10);

    private final ProviderKeySource fetches;
    private final JWKSetSource<SecurityContext> source;
    private final Clock clock;
    @GuardedBy("this") private long lastRead;
    @GuardedBy("this") private long time;
    private volatile VerificationKeys current = VerificationKeys.of(new JWKSet());

    ProviderKeys(ExternalIssuer provider, Clock clock) {
        this.fetches = new ProviderKeySource(provider, PAUSE);
        // keys that outlive an outage are then fresh once more
        JWKSetSource<SecurityContext> tolerant = new OutageTolerantJWKSetSource<>(fetches,
                USABLE.minus(FRESH).toMillis(), null);
        this.source = new CachingJWKSetSource<>(tolerant, FRESH.toMillis(), WAIT_FOR_ANOTHER.toMillis(), null);
        this.clock = clock;
        this.lastRead = clock.millis();
        this.time = lastRead;
    }

    /** Whether the provider gave keys when it was last asked; empty before the first time. */
    Optional<Boolean> answered() {
        return fetches.answered();
    }

    /** The provider's keys; throws {@link ProviderException} when none are known. */
    @Override
    public VerificationKeys with(String keyId) {
        long now = time();
        JWKSet known;
        try {
            known = source.getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), now, null);
        } catch (KeySourceException e) {
            throw new ProviderException("its keys have not been read");
        }
        return converted(known.getKeyByKeyId(keyId) == null ? newer(known, now) : known);
    }

    // never goes back: a clock that is set back would otherwise delay fetches by as much, and with them new and
    // withdrawn keys
    private synchronized long time() {
        long read = clock.millis();
        time += Math.max(0, read - lastRead);
        lastRead = read;
        return time;
    }

    private JWKSet newer(JWKSet known, long now) {
        try {
            return source.getJWKSet(JWKSetCacheRefreshEvaluator.referenceComparison(known), now, null);
        } catch (KeySourceException e) {
            return known;
        }
    }

    /** The same object as before if the same keys were fetched again. */
    private VerificationKeys converted(JWKSet set) {
        VerificationKeys before = current;
        if (!before.set().equals(set)) {
            before = VerificationKeys.of(set);
            current = before;
        }
        return before;
    }
}
