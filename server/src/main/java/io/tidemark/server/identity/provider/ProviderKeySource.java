package io.tidemark.server.identity.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.proc.SecurityContext;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a provider's current key set, at most once in a given time, whatever is sent: the library's own limit lets
 * two through. Thread-safe.
 */
final class ProviderKeySource implements JWKSetSource<SecurityContext> {
    private static final System.Logger LOG = System.getLogger(ProviderKeySource.class.getName());

    private final ExternalIssuer provider;
    private final ProviderClient client;
    private final long pause;
    @GuardedBy("this") private long next = Long.MIN_VALUE;
    private volatile @Nullable Boolean answered;

    /** Fetches keys of this provider, with at least this pause in between. */
    ProviderKeySource(ExternalIssuer provider, Duration pause) {
        this.provider = provider;
        this.client = new ProviderClient(provider);
        this.pause = pause.toMillis();
    }

    @Override
    public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long now, @Nullable SecurityContext context)
            throws JWKSetUnavailableException {
        begin(now);
        try {
            JWKSet keys = ProviderKeySet.usable(client.keySet());
            answered = true;
            return keys;
        } catch (ProviderException e) {
            answered = false;
            LOG.log(System.Logger.Level.WARNING, "no keys from identity provider " + provider.label() + ": "
                    + e.getMessage());
            throw new JWKSetUnavailableException("the provider sent no keys", e);
        }
    }

    /** Whether the last fetch gave keys; empty before the first. */
    Optional<Boolean> answered() {
        return Optional.ofNullable(answered);
    }

    private synchronized void begin(long now) throws JWKSetUnavailableException {
        if (now < next) {
            throw new JWKSetUnavailableException("the provider was queried a moment ago");
        }
        next = now + pause;
    }

    @Override
    public void close() {
        // nothing is kept open between requests
    }
}
