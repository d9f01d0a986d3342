package io.tidemark.server.identity.provider;

import io.helidon.security.jwt.Jwt;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.token.IssuerVerifier;
import io.tidemark.server.identity.token.ReadToken;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;

/**
 * Checks the access tokens of an OpenID Connect provider. Its word is taken for who a caller is and which of our roles and
 * permissions it has; the rules of those are ours, so an account that we would not add is refused. Thread-safe.
 */
public final class ExternalVerifier implements IssuerVerifier {
    /** RFC 9068, section 2.1: the types that only access tokens have. */
    private static final Set<String> ACCESS_TYPES = Set.of("at+jwt", "application/at+jwt");
    /** Claims that only ID tokens have (OpenID Connect Core, section 3.3.2.11; Financial-grade API, part 2). */
    private static final Set<String> OF_ID_TOKENS = Set.of("at_hash", "c_hash", "s_hash");
    /** Older versions of Keycloak put it into access tokens too, and mark those otherwise. */
    private static final String NONCE = "nonce";
    /** Claims that access tokens have and ID tokens have not: of RFC 9068, Auth0 and Keycloak; Okta; Entra ID. */
    private static final Set<String> OF_ACCESS_TOKENS = Set.of("scope", "client_id", "scp", "cid", "appid", "azpacr");

    private final ExternalIssuer provider;
    private final ProviderKeys keys;
    private final Clock clock;

    public ExternalVerifier(ExternalIssuer provider, Clock clock) {
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
        require(isAccessToken(jwt), Reason.TOKEN_TYPE);
        require(jwt.issuer().filter(provider.issuer()::equals).isPresent(), Reason.TOKEN_ISSUER);
        return ExternalClaims.caller(jwt, provider);
    }

    /**
     * An ID token is for the application that signed its user in, and proves nothing here. What is no access token by its type, or by
     * Keycloak's claim {@code typ}, must look like one in every other way.
     */
    private static boolean isAccessToken(Jwt jwt) {
        String type = jwt.type().map(name -> name.toLowerCase(Locale.ROOT)).orElse("jwt");
        boolean marked = ACCESS_TYPES.contains(type);
        JsonValue kind = jwt.payloadClaim("typ").orElse(null);
        boolean bearer = kind instanceof JsonString text && text.getString().equalsIgnoreCase("Bearer");
        if ((!marked && !type.equals("jwt")) || (kind != null && !bearer) || has(jwt, OF_ID_TOKENS)) {
            return false;
        }
        return marked || bearer || (!has(jwt, Set.of(NONCE)) && has(jwt, OF_ACCESS_TOKENS));
    }

    private static boolean has(Jwt jwt, Set<String> claims) {
        return claims.stream().anyMatch(claim -> jwt.payloadClaim(claim).isPresent());
    }

    private static void require(boolean holds, Reason reason) {
        if (!holds) {
            throw new IdentityException(reason);
        }
    }
}
