package io.tidemark.server.identity.token;

import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.JwtHeaders;
import io.helidon.security.jwt.JwtValidator;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The checks that every signed token must pass, whoever issued it: it names a key of its issuer, its signature was made
 * with that key and the key's algorithm, and its issuer, audience and times are right. Helidon verifies and compares.
 * It reports failures as text, so each rule is a validator of its own,
 * with the reason that goes to the log. Thread-safe.
 */
public final class JwtChecks {
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final String CRITICAL = "crit";
    /** How long a token is taken as verified at most. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final KeysInForce keys;
    private final JwtValidator issuers;
    private final JwtValidator audiences;
    private final Function<UncheckedToken, @Nullable String> account;
    private final Clock clock;

    /**
     * Accepts what the keys of an issuer have signed for an audience; a key signs with its own algorithm, whatever the
     * token says.
     *
     * @param account the account of a token; the log names it when the token has expired
     */
    public JwtChecks(KeysInForce keys, String issuer, String audience,
            Function<UncheckedToken, @Nullable String> account, Clock clock) {
        this.keys = keys;
        this.issuers = JwtValidator.builder().addIssuerValidator(issuer).build();
        this.audiences = JwtValidator.builder().addAudienceValidator(audience).build();
        this.account = account;
        this.clock = clock;
    }

    /**
     * Checks a token; throws {@link IdentityException} if it does not pass, and what the source of the keys throws.
     *
     * @param caller reads the claims and gives the source of the token's caller
     */
    public VerifiedToken check(UncheckedToken token, Supplier<Supplier<Caller>> caller) {
        JwtHeaders headers = token.headers();
        String keyId = headers.keyId().orElseThrow(() -> new IdentityException(Reason.TOKEN_SIGNATURE));
        // it lists extensions that must be understood, and this program knows none (RFC 7515, section 4.1.11)
        if (headers.headerClaim(CRITICAL).isPresent()) {
            throw new IdentityException(Reason.TOKEN_CLAIMS);
        }
        Instant now = clock.instant();
        Predicate<UncheckedToken> inForce = keys.with(keyId);
        if (!inForce.test(token)) {
            throw new IdentityException(Reason.TOKEN_SIGNATURE);
        }
        checkClaims(token, now);
        Instant until = until(token.registered(), now);
        return new VerifiedToken(() -> clock.instant().isBefore(until) && inForce.equals(keys.with(keyId)),
                caller.get());
    }

    // without an allowance for clocks; a token that has not begun by this clock is checked each time
    private static Instant until(Jwt claims, Instant now) {
        Instant kept = now.plus(KEPT);
        return claims.notBefore().filter(now::isBefore).isPresent() ? now
                : claims.expirationTime().filter(kept::isAfter).orElse(kept);
    }

    private void checkClaims(UncheckedToken token, Instant now) {
        require(issuers, token, Reason.TOKEN_ISSUER);
        require(audiences, token, Reason.TOKEN_AUDIENCE);
        require(JwtValidator.builder().addExpirationValidator(end -> end.now(now).allowedTimeSkew(SKEW).mandatory(true))
                .build(), token,
                token.registered().expirationTime().isEmpty() ? Reason.TOKEN_CLAIMS : Reason.TOKEN_EXPIRED);
        require(JwtValidator.builder().addNotBeforeValidator(begin -> begin.now(now).allowedTimeSkew(SKEW)).build(),
                token, Reason.TOKEN_NOT_YET_VALID);
    }

    private void require(JwtValidator rule, UncheckedToken token, Reason otherwise) {
        if (!rule.validate(token.registered()).isValid()) {
            throw new IdentityException(otherwise, account.apply(token));
        }
    }
}
