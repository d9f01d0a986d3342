package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.helidon.common.configurable.Resource;
import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.JwtValidator;
import io.helidon.security.jwt.jwk.JwkKeys;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.time.Duration;
import java.time.Instant;

/**
 * What every signed token must pass, whoever issued it: its key is one of a set, and signature, audience and times hold.
 * Helidon's own JWT provider is not used, since its skew is fixed at five seconds, and it looks neither at the issuer nor for a
 * missing expiry. Thread-safe.
 */
public final class JwtChecks {
    private static final Duration SKEW = Duration.ofSeconds(60);
    /** Extensions that a token says must be understood, and that nobody here does (RFC 7515, section 4.1.11). */
    private static final JwtValidator CRITICAL = JwtValidator.builder().addCriticalValidator().build();

    private final String audience;
    private final JwkKeys keys;
    /**
     * Tokens, each the very object, whose signature holds: with these keys it always will, and to work that out takes longer than
     * all the rest of a request that is answered from memory.
     */
    private final Cache<ReadToken, Boolean> signed = Caffeine.newBuilder().weakKeys().build();

    /** Accepts what these public keys, a JWK set, have signed for an audience. */
    public JwtChecks(String jwkSet, String audience) {
        this.audience = audience;
        this.keys = JwkKeys.builder().resource(Resource.create("public JWK set", jwkSet)).build();
    }

    /** Returns when a token passes; throws {@link IdentityException} otherwise. */
    public void check(ReadToken token, Instant now) {
        try {
            if (signed.getIfPresent(token) == null) {
                require(token.signed().verifySignature(keys).isValid(), Reason.TOKEN_SIGNATURE);
                signed.put(token, true);
            }
            Jwt jwt = token.jwt();
            require(CRITICAL.validate(jwt).isValid(), Reason.TOKEN_CLAIMS);
            Instant end = jwt.expirationTime().orElseThrow(() -> new IdentityException(Reason.TOKEN_CLAIMS));
            require(now.isBefore(end.plus(SKEW)), Reason.TOKEN_EXPIRED);
            require(jwt.notBefore().filter(start -> start.isAfter(now.plus(SKEW))).isEmpty(), Reason.TOKEN_NOT_YET_VALID);
            require(jwt.audience().filter(known -> known.contains(audience)).isPresent(), Reason.TOKEN_AUDIENCE);
        } catch (IdentityException e) {
            throw e;
        } catch (RuntimeException e) {
            // claims of another JSON type than they should have
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
    }

    private static void require(boolean holds, Reason reason) {
        if (!holds) {
            throw new IdentityException(reason);
        }
    }
}
