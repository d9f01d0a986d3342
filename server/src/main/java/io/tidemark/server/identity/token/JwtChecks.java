package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JWSAlgorithm;
import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.JwtHeaders;
import io.helidon.security.jwt.JwtValidator;
import io.helidon.security.jwt.jwk.JwkKeys;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The checks that every signed token must pass, whoever issued it: it names a key of its issuer, its signature was made with that key
 * and the key's algorithm, and its issuer, audience and times are right. Helidon verifies and compares. It reports failures as text, so
 * each rule is a validator of its own, with the reason that goes to the log. Thread-safe.
 */
public final class JwtChecks {
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final String CRITICAL = "crit";
    /** RFC 7518, section 3.4: two numbers of 32 bytes. Java also accepts zeros before them, so that one token would have several spellings. */
    private static final int ES256_BYTES = 64;

    private final KeysInForce keys;
    private final JwtValidator issuers;
    private final JwtValidator audiences;
    private final Function<UncheckedToken, @Nullable String> account;
    private final Clock clock;
    /** The tokens that have passed. A client sends its token with each request, and a signature takes longer than all other checks. */
    private final Cache<UncheckedToken, Passed> passed = Caffeine.newBuilder().weakKeys().build();

    /**
     * Accepts what the keys of an issuer have signed for an audience; a key signs with its own algorithm, whatever the token says.
     *
     * @param account the account of a token; the log names it when the token has expired
     */
    public JwtChecks(KeysInForce keys, String issuer, String audience, Function<UncheckedToken, @Nullable String> account, Clock clock) {
        this.keys = keys;
        this.issuers = JwtValidator.builder().addIssuerValidator(issuer).build();
        this.audiences = JwtValidator.builder().addAudienceValidator(audience).build();
        this.account = account;
        this.clock = clock;
    }

    /** Returns when a token passes; throws {@link IdentityException} otherwise, and what the source of the keys throws. */
    public void check(UncheckedToken token) {
        JwtHeaders headers = token.headers();
        String keyId = headers.keyId().orElseThrow(() -> new IdentityException(Reason.TOKEN_SIGNATURE));
        // it lists extensions that must be understood, and this program knows none (RFC 7515, section 4.1.11)
        if (headers.headerClaim(CRITICAL).isPresent()) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        Instant now = clock.instant();
        JwkKeys inForce = keys.with(keyId);
        Passed before = passed.getIfPresent(token);
        if (before == null || !before.holds(inForce, now, token.registered())) {
            if (!isSigned(token, inForce)) {
                throw new IdentityException(Reason.TOKEN_SIGNATURE);
            }
            checkClaims(token, now);
            passed.put(token, new Passed(inForce));
        }
    }

    /**
     * A token that has passed every check.
     *
     * @param keys the keys that were in force then
     */
    private record Passed(JwkKeys keys) {

        /** Whether it passes again: the same keys are in force, and it is valid now even without an allowance for clocks. */
        boolean holds(JwkKeys inForce, Instant now, Jwt claims) {
            return keys == inForce && claims.expirationTime().filter(now::isBefore).isPresent()
                    && claims.notBefore().filter(now::isBefore).isEmpty();
        }
    }

    private static boolean isSigned(UncheckedToken token, JwkKeys inForce) {
        boolean sized = !JWSAlgorithm.ES256.getName().equals(token.headers().algorithm().orElse(null))
                || token.signed().getSignature().length == ES256_BYTES;
        return sized && token.signed().verifySignature(inForce).isValid();
    }

    private void checkClaims(UncheckedToken token, Instant now) {
        require(issuers, token, Reason.TOKEN_ISSUER);
        require(audiences, token, Reason.TOKEN_AUDIENCE);
        require(JwtValidator.builder().addExpirationValidator(end -> end.now(now).allowedTimeSkew(SKEW).mandatory(true)).build(), token,
                token.registered().expirationTime().isEmpty() ? Reason.TOKEN_CLAIMS : Reason.TOKEN_EXPIRED);
        require(JwtValidator.builder().addNotBeforeValidator(begin -> begin.now(now).allowedTimeSkew(SKEW)).build(), token,
                Reason.TOKEN_NOT_YET_VALID);
    }

    private void require(JwtValidator rule, UncheckedToken token, Reason otherwise) {
        if (!rule.validate(token.registered()).isValid()) {
            throw new IdentityException(otherwise, account.apply(token));
        }
    }
}
