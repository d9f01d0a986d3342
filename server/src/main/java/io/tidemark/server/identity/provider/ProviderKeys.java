package io.tidemark.server.identity.provider;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.CachingJWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.OutageTolerantJWKSetSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A provider's keys, fetched when the first token needs them, and anew when they are five minutes old or a token names a key
 * that is not among them; but never more often than every ten seconds, whatever is sent. While the provider does not answer,
 * known keys are good for an hour at most. It does what the library's {@code JWKSetBasedJWKSource} does, by a clock that tests can
 * set. Thread-safe.
 */
final class ProviderKeys implements JWKSource<SecurityContext> {
    /** Least time between two fetches. */
    static final Duration PAUSE = Duration.ofSeconds(10);
    /** After this a key that the provider has withdrawn is noticed. */
    static final Duration FRESH = Duration.ofMinutes(5);
    /** After this keys that could not be fetched anew are good no more. */
    static final Duration USABLE = Duration.ofHours(1);

    private static final Duration WAIT_FOR_ANOTHER = Duration.ofSeconds(10);

    private final JWKSetSource<SecurityContext> source;
    private final Clock clock;

    ProviderKeys(ExternalIssuer provider, Clock clock) {
        // keys that outlive an outage are then fresh once more
        JWKSetSource<SecurityContext> tolerant = new OutageTolerantJWKSetSource<>(new ProviderKeySource(provider, PAUSE),
                USABLE.minus(FRESH).toMillis(), null);
        this.source = new CachingJWKSetSource<>(tolerant, FRESH.toMillis(), WAIT_FOR_ANOTHER.toMillis(), null);
        this.clock = clock;
    }

    /** Those that a token may be signed with; throws {@link ProviderException} when no keys are known. */
    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        long now = clock.millis();
        JWKSet known;
        try {
            known = source.getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), now, context);
        } catch (KeySourceException e) {
            throw new ProviderException("its keys are not known");
        }
        List<JWK> found = selector.select(known);
        return found.isEmpty() ? selector.select(newer(known, now, context)) : found;
    }

    private JWKSet newer(JWKSet known, long now, @Nullable SecurityContext context) {
        try {
            return source.getJWKSet(JWKSetCacheRefreshEvaluator.referenceComparison(known), now, context);
        } catch (KeySourceException e) {
            return known;
        }
    }
}
