package io.tidemark.server.identity.provider;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.token.IssuerVerifier;
import io.tidemark.server.identity.token.JwtChecks;
import io.tidemark.server.identity.token.UncheckedToken;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;

/**
 * Checks the access tokens of an OpenID Connect provider. The provider decides who a caller is and which of our roles and permissions
 * it has; our rules for accounts still apply, so an invalid combination is refused. Thread-safe.
 */
public final class ExternalVerifier implements IssuerVerifier {
    /** RFC 9068, section 2.1: the types that only access tokens have. */
    private static final Set<String> ACCESS_TYPES = Set.of("at+jwt", "application/at+jwt");
    /** Claims that only ID tokens have (OpenID Connect Core, section 3.3.2.11; Financial-grade API, part 2). */
    private static final Set<String> OF_ID_TOKENS = Set.of("at_hash", "c_hash", "s_hash");
    /** Older versions of Keycloak put it into access tokens too, and mark those in another way. */
    private static final String NONCE = "nonce";
    /** Keycloak's: what a token is for. */
    private static final String KIND = "typ";
    /** Claims that access tokens have and ID tokens have not: of RFC 9068, Auth0 and Keycloak; Okta; Entra ID. */
    private static final Set<String> OF_ACCESS_TOKENS = Set.of("scope", "client_id", "scp", "cid", "appid", "azpacr");

    private final ExternalIssuer provider;
    private final JwtChecks checks;

    /** Of a provider, which is asked for nothing yet. */
    public ExternalVerifier(ExternalIssuer provider, Clock clock) {
        this.provider = provider;
        this.checks = new JwtChecks(ProviderKeySet.ALLOWED, new ProviderKeys(provider, clock), provider.audience(), ExternalClaims::account, clock);
    }

    @Override
    public String issuer() {
        return provider.issuer();
    }

    @Override
    public Set<JWSAlgorithm> algorithms() {
        return ProviderKeySet.ALLOWED;
    }

    /** As {@link IssuerVerifier#verify}; throws {@link ProviderException} if the provider's keys are unknown. */
    @Override
    public Caller verify(UncheckedToken token) {
        checks.check(token);
        if (!isAccessToken(token)) {
            throw new IdentityException(Reason.TOKEN_TYPE);
        }
        return ExternalClaims.caller(token.claims(), provider);
    }

    /**
     * An ID token is meant for the application that signed its user in, and is not valid here. A token that is not marked as an
     * access token by its type or Keycloak's claim {@code typ} must have the claims of one.
     */
    private static boolean isAccessToken(UncheckedToken token) {
        JWTClaimsSet claims = token.claims();
        JOSEObjectType header = token.signed().getHeader().getType();
        String type = header == null ? "jwt" : header.getType().toLowerCase(Locale.ROOT);
        boolean marked = ACCESS_TYPES.contains(type);
        boolean bearer = claims.getClaim(KIND) instanceof String text && text.equalsIgnoreCase("Bearer");
        if ((!marked && !type.equals("jwt")) || (has(claims, Set.of(KIND)) && !bearer) || has(claims, OF_ID_TOKENS)) {
            return false;
        }
        return marked || bearer || (!has(claims, Set.of(NONCE)) && has(claims, OF_ACCESS_TOKENS));
    }

    private static boolean has(JWTClaimsSet claims, Set<String> names) {
        return names.stream().anyMatch(claims.getClaims()::containsKey);
    }
}
