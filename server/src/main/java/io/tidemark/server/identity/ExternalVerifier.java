package io.tidemark.server.identity;

import io.helidon.security.jwt.Jwt;
import io.tidemark.server.identity.IdentityException.Reason;
import jakarta.json.JsonString;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;

/**
 * Checks the access tokens of an OpenID Connect provider. Its word is taken for who a caller is and which of our roles and
 * permissions it has; the rules of those are ours, so an account that we would not add is refused. Thread-safe.
 */
final class ExternalVerifier implements IssuerVerifier {
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");
    /** Claims that only ID tokens have (OpenID Connect Core, section 3.3.2.11). */
    private static final Set<String> OF_ID_TOKENS = Set.of("at_hash", "c_hash");

    private final ExternalIssuer provider;
    private final ProviderKeys keys;
    private final Clock clock;

    ExternalVerifier(ExternalIssuer provider, Clock clock) {
        this.provider = provider;
        this.keys = new ProviderKeys(provider, clock);
        this.clock = clock;
    }

    @Override
    public String issuer() {
        return provider.issuer();
    }

    @Override
    public Set<String> algorithms() {
        return ProviderKeySet.ALLOWED;
    }

    /** As {@link IssuerVerifier#verify}; throws {@link ProviderException} when the provider's keys are not known. */
    @Override
    public Caller verify(ReadToken token) {
        Jwt jwt = token.jwt();
        ProviderKeySet known = keys.with(jwt.keyId());
        // a key signs with its own algorithm, whatever the token says
        require(jwt.keyId().map(known.algorithms()::get).equals(jwt.algorithm()), Reason.TOKEN_SIGNATURE);
        known.checks().check(token, clock.instant());
        require(jwt.type().map(type -> type.toLowerCase(Locale.ROOT)).filter(type -> !TYPES.contains(type)).isEmpty()
                && isAccessToken(jwt), Reason.TOKEN_TYPE);
        require(jwt.issuer().filter(provider.issuer()::equals).isPresent(), Reason.TOKEN_ISSUER);
        return ExternalClaims.caller(jwt, provider);
    }

    /** Keycloak tells its kinds of tokens apart by a claim. */
    private static boolean isAccessToken(Jwt jwt) {
        boolean bearer = jwt.payloadClaim("typ")
                .map(type -> type instanceof JsonString text && text.getString().equalsIgnoreCase("Bearer")).orElse(true);
        return bearer && OF_ID_TOKENS.stream().noneMatch(claim -> jwt.payloadClaim(claim).isPresent());
    }

    private static void require(boolean holds, Reason reason) {
        if (!holds) {
            throw new IdentityException(reason);
        }
    }
}
