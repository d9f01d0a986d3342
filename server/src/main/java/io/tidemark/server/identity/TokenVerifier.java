package io.tidemark.server.identity;

import io.helidon.common.configurable.Resource;
import io.helidon.http.HeaderNames;
import io.helidon.security.AuthenticationResponse;
import io.helidon.security.Security;
import io.helidon.security.SecurityContext;
import io.helidon.security.SecurityResponse.SecurityStatus;
import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.SignedJwt;
import io.helidon.security.jwt.jwk.JwkKeys;
import io.helidon.security.providers.jwt.JwtProvider;
import io.helidon.security.spi.AuditProvider;
import io.tidemark.server.identity.IdentityException.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks access tokens. Helidon's JWT provider decides on signature, key, audience and times; it does not look at the
 * issuer, the type or a missing expiry, so those are checked here, and that the account is still in force. Thread-safe.
 */
public final class TokenVerifier {
    private static final int LONGEST_HEADER = 8_192;
    private static final String SCHEME = "bearer ";
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final String ALGORITHM = "RS256";
    /** RFC 9068, section 2.1: with or without the prefix of the media type. */
    private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt");

    private final IdentityConfig config;
    private final AccountDirectory accounts;
    private final Clock clock;
    private final JwkKeys keys;
    private final Security security;

    /** Accepts tokens signed with these keys, for accounts of this state. */
    public TokenVerifier(IdentityConfig config, SigningKeys signingKeys, Accounts accounts, Clock clock) {
        this.config = config;
        this.accounts = new AccountDirectory(accounts, clock);
        this.clock = clock;
        String jwkSet = signingKeys.publicJwkSet();
        this.keys = JwkKeys.builder().resource(Resource.create("public JWK set", jwkSet)).build();
        JwtProvider.Builder provider = JwtProvider.builder()
                .verifyJwk(Resource.create("public JWK set", jwkSet))
                .optional(false)
                .allowUnsigned(false)
                .propagate(false);
        provider.expectedAudience(config.audience());
        this.security = Security.builder()
                .addAuthenticationProvider(provider.build(), "jwt")
                // what was refused and why is an event of ours; Helidon's audit log would say it again, untyped
                .addAuditProvider((AuditProvider) () -> event -> { })
                .disableTracing()
                .build();
    }

    /**
     * The caller of an {@code Authorization} header.
     *
     * @param authorization its value as sent, null when there was none
     * @throws IdentityException when it is not a token of ours that is in force
     * @throws StateException when the accounts cannot be read
     */
    public Caller verify(@Nullable String authorization) throws IdentityException {
        if (authorization == null) {
            throw new IdentityException(Reason.TOKEN_MISSING);
        }
        if (authorization.length() > LONGEST_HEADER) {
            throw new IdentityException(Reason.TOKEN_TOO_LONG);
        }
        SignedJwt token = parse(authorization);
        // allow-list before anything is computed with the token
        require(token.getJwt().algorithm().filter(ALGORITHM::equals).isPresent(), Reason.TOKEN_ALGORITHM);
        if (!accepted(authorization)) {
            throw new IdentityException(whyRefused(token));
        }
        return caller(token.getJwt());
    }

    private static SignedJwt parse(String authorization) {
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        try {
            return SignedJwt.parseToken(authorization.substring(SCHEME.length()));
        } catch (RuntimeException e) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
    }

    private boolean accepted(String authorization) {
        SecurityContext context = security.createContext(UUID.randomUUID().toString());
        context.env(security.environmentBuilder().header(HeaderNames.AUTHORIZATION.defaultCase(), authorization).build());
        try {
            AuthenticationResponse answer = context.atnClientBuilder().submit();
            return answer.status() == SecurityStatus.SUCCESS && answer.user().isPresent();
        } catch (RuntimeException e) {
            // the provider throws where claims have another JSON type than it expects
            return false;
        }
    }

    /** For the log only: which of its checks the provider refused a token for. */
    private Reason whyRefused(SignedJwt token) {
        try {
            if (!token.verifySignature(keys).isValid()) {
                return Reason.TOKEN_SIGNATURE;
            }
            Jwt jwt = token.getJwt();
            Instant now = clock.instant();
            if (jwt.expirationTime().filter(end -> !end.isAfter(now)).isPresent()) {
                return Reason.TOKEN_EXPIRED;
            }
            if (jwt.notBefore().filter(start -> start.isAfter(now)).isPresent()) {
                return Reason.TOKEN_NOT_YET_VALID;
            }
            return jwt.audience().filter(audience -> audience.contains(config.audience())).isPresent()
                    ? Reason.TOKEN_CLAIMS : Reason.TOKEN_AUDIENCE;
        } catch (RuntimeException e) {
            return Reason.TOKEN_MALFORMED;
        }
    }

    private Caller caller(Jwt jwt) {
        require(jwt.type().map(type -> type.toLowerCase(Locale.ROOT)).filter(TYPES::contains).isPresent(), Reason.TOKEN_TYPE);
        require(jwt.issuer().filter(config.issuer()::equals).isPresent(), Reason.TOKEN_ISSUER);
        Instant now = clock.instant();
        Instant end = jwt.expirationTime().orElseThrow(() -> new IdentityException(Reason.TOKEN_CLAIMS));
        require(now.isBefore(end.plus(SKEW)), Reason.TOKEN_EXPIRED);
        require(jwt.notBefore().filter(start -> start.isAfter(now.plus(SKEW))).isEmpty(), Reason.TOKEN_NOT_YET_VALID);

        TokenClaims claims = TokenClaims.read(jwt);
        Account account = accounts.active(claims.subject())
                .orElseThrow(() -> new IdentityException(Reason.TOKEN_REVOKED, claims.subject()));
        return new Caller(claims.subject(), claims.name(), claims.clientId(), claims.access().role(),
                claims.access().permissions(), claims.access().farmerId(), account.email());
    }

    private static void require(boolean holds, Reason reason) {
        if (!holds) {
            throw new IdentityException(reason);
        }
    }
}
