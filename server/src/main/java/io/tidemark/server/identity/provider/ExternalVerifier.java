package io.tidemark.server.identity.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.token.IssuerVerifier;
import io.tidemark.server.identity.token.JwtChecks;
import io.tidemark.server.identity.token.UncheckedToken;
import io.tidemark.server.identity.token.VerifiedToken;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the access tokens of an OpenID Connect provider. The provider decides who a caller is and which of our roles
 * and permissions it has; our rules for accounts still apply, so an invalid combination is refused. Thread-safe.
 */
public final class ExternalVerifier implements IssuerVerifier {
    /** Claims that only ID tokens have (OpenID Connect Core, section 3.3.2.11; Financial-grade API, part 2). */
    private static final Set<String> OF_ID_TOKENS = Set.of("at_hash", "c_hash", "s_hash");
    /** Older versions of Keycloak put it into access tokens too, and mark those in another way. */
    private static final String NONCE = "nonce";
    /** Keycloak's claim for the purpose of a token. */
    private static final String KIND = "typ";
    /** Claims that access tokens have and ID tokens have not: of RFC 9068, Auth0 and Keycloak; Okta; Entra ID. */
    private static final Set<String> OF_ACCESS_TOKENS = Set.of("scope", "client_id", "scp", "cid", "appid", "azpacr");

    private final ExternalIssuer provider;
    private final ProviderKeys keys;
    private final JwtChecks checks;

    /** Checks tokens of this provider; fetches its keys at the first token. */
    public ExternalVerifier(ExternalIssuer provider, Clock clock) {
        this.provider = provider;
        this.keys = new ProviderKeys(provider, clock);
        this.checks = new JwtChecks(keys, provider.issuer(), provider.audience(),
                token -> ExternalClaims.account(token.claims(), provider), clock);
    }

    /** The provider. */
    public ExternalIssuer provider() {
        return provider;
    }

    /** Whether the provider gave its keys when it was last asked; empty before the first of its tokens. */
    public Optional<Boolean> answered() {
        return keys.answered();
    }

    @Override
    public String issuer() {
        return provider.issuer();
    }

    @Override
    public Set<String> algorithms() {
        return ProviderKeySet.ALLOWED;
    }

    /**
     * Does what {@link IssuerVerifier#verify} says; throws
     * {@link ProviderException} if the provider's keys are unknown.
     */
    @Override
    public VerifiedToken verify(UncheckedToken token) {
        return checks.check(token, () -> {
            if (!isAccessToken(token)) {
                throw new IdentityException(Reason.TOKEN_TYPE);
            }
            Caller caller = ExternalClaims.caller(token.claims(), provider);
            return () -> caller;
        });
    }

    /**
     * An ID token is meant for the application that signed its user in, and is not valid here. A token that is not
     * marked as an access token by its type or Keycloak's claim {@code typ} must have the claims of one.
     */
    private static boolean isAccessToken(UncheckedToken token) {
        ObjectNode claims = token.claims();
        String type = token.type();
        boolean marked = token.isTypedAccessToken();
        boolean plain = type == null || type.equals("jwt");
        boolean bearer = "bearer".equalsIgnoreCase(claims.path(KIND).textValue());
        if ((!marked && !plain) || (has(claims, Set.of(KIND)) && !bearer) || has(claims, OF_ID_TOKENS)) {
            return false;
        }
        return marked || bearer || (!has(claims, Set.of(NONCE)) && has(claims, OF_ACCESS_TOKENS));
    }

    private static boolean has(ObjectNode claims, Set<String> names) {
        return names.stream().anyMatch(claims::has);
    }
}
