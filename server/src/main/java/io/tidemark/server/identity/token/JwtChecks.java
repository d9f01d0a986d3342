package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What every signed token must pass, whoever issued it: it names a key of a set, its signature is of that key and of an allowed
 * algorithm, and audience and times hold. Thread-safe.
 */
public final class JwtChecks {
    private static final Duration SKEW = Duration.ofSeconds(60);

    private final String audience;
    private final JWKSource<SecurityContext> keys;
    private final Function<JWTClaimsSet, @Nullable String> account;
    private final Clock clock;
    /** What passed, by the token as it was read: each request sends its own again, and a signature takes longer than all the rest. */
    private final Cache<UncheckedToken, Passed> passed = Caffeine.newBuilder().weakKeys().build();
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /**
     * Accepts what keys of a source have signed for an audience; a key signs with its own algorithm, whatever the token says.
     *
     * @param account whose token it is, for the log of one that has expired
     */
    public JwtChecks(Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys, String audience,
            Function<JWTClaimsSet, @Nullable String> account, Clock clock) {
        this.audience = audience;
        this.keys = keys;
        this.account = account;
        this.clock = clock;
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        // each issuer has its own rule for types, and looks at them when the signature holds
        processor.setJWSTypeVerifier((_, _) -> { });
        processor.setJWTClaimsSetVerifier(new InForce(audience, clock));
    }

    /** Returns when a token passes; throws {@link IdentityException} otherwise, and what the source of the keys throws. */
    public void check(UncheckedToken token) {
        JWSHeader header = token.signed().getHeader();
        if (header.getKeyID() == null) {
            throw new IdentityException(Reason.TOKEN_SIGNATURE);
        }
        // extensions that a token says must be understood, and that nobody here does (RFC 7515, section 4.1.11)
        if (header.getCriticalParams() != null) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        Instant now = clock.instant();
        try {
            List<JWK> inForce = keys.get(new JWKSelector(JWKMatcher.forJWSHeader(header)), null);
            Passed before = passed.getIfPresent(token);
            if (before == null || !before.holds(inForce, now, token.claims())) {
                processor.process(token.signed(), null);
                passed.put(token, new Passed(inForce));
            }
        } catch (BadJWTException e) {
            // the signature held, which the processor checks first
            throw new IdentityException(reason(e, token.claims()), account.apply(token.claims()));
        } catch (BadJOSEException | JOSEException e) {
            throw new IdentityException(Reason.TOKEN_SIGNATURE);
        }
    }

    /**
     * A token that has passed every check.
     *
     * @param keys those in force that it may have been signed with
     */
    private record Passed(List<JWK> keys) {

        Passed {
            keys = List.copyOf(keys);
        }

        /** Whether it passes again: the same keys are in force, and now is between its times, with no allowance for clocks. */
        boolean holds(List<JWK> inForce, Instant now, JWTClaimsSet claims) {
            Date begin = claims.getNotBeforeTime();
            Date end = claims.getExpirationTime();
            return keys.equals(inForce) && now.isBefore(end.toInstant()) && (begin == null || !now.isBefore(begin.toInstant()));
        }
    }

    /** Why claims were refused: the library says it in words for people only. */
    private Reason reason(BadJWTException refused, JWTClaimsSet claims) {
        if (refused instanceof ExpiredJWTException) {
            return Reason.TOKEN_EXPIRED;
        }
        if (!claims.getAudience().contains(audience)) {
            return Reason.TOKEN_AUDIENCE;
        }
        return claims.getExpirationTime() == null ? Reason.TOKEN_CLAIMS : Reason.TOKEN_NOT_YET_VALID;
    }

    /** The library's checks by a clock that tests can set: of the audience, that there is an expiry, and that now is between. */
    private static final class InForce extends DefaultJWTClaimsVerifier<SecurityContext> {
        private final Clock clock;

        InForce(String audience, Clock clock) {
            super(audience, null, Set.of("exp"));
            this.clock = clock;
            setMaxClockSkew((int) SKEW.toSeconds());
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
