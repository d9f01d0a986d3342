package io.tidemark.server.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
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
import java.util.Date;
import java.util.Set;

/**
 * What every signed token must pass, whoever issued it: it names a key of a set, its signature is of that key and of an allowed
 * algorithm, and audience and times hold. Thread-safe.
 */
public final class JwtChecks {
    private static final Duration SKEW = Duration.ofSeconds(60);

    private final String audience;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /** Accepts what keys of a source have signed for an audience; a key signs with its own algorithm, whatever the token says. */
    public JwtChecks(Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys, String audience, Clock clock) {
        this.audience = audience;
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        processor.setJWSVerifierFactory(new KnownSignatures());
        // each issuer has its own rule for types, and looks at them when the signature holds
        processor.setJWSTypeVerifier((_, _) -> { });
        processor.setJWTClaimsSetVerifier(new InForce(audience, clock));
    }

    /** Returns when a token passes; throws {@link IdentityException} otherwise, and what the source of the keys throws. */
    public void check(ReadToken token) {
        JWSHeader header = token.signed().getHeader();
        if (header.getKeyID() == null) {
            throw new IdentityException(Reason.TOKEN_SIGNATURE);
        }
        // extensions that a token says must be understood, and that nobody here does (RFC 7515, section 4.1.11)
        if (header.getCriticalParams() != null) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        try {
            processor.process(token.signed(), null);
        } catch (BadJWTException e) {
            throw new IdentityException(reason(e, token.claims()));
        } catch (BadJOSEException | JOSEException e) {
            throw new IdentityException(Reason.TOKEN_SIGNATURE);
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
