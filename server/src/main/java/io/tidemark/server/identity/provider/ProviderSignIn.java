package io.tidemark.server.identity.provider;

import java.net.URI;

/**
 * How readers of the dashboard sign in at the provider: by authorization code with PKCE, as a public client. Nothing of
 * it is secret.
 *
 * @param issuer   the provider
 * @param clientId the dashboard's client id there
 * @param scopes   what it asks for, with blanks between; openid is one of them
 */
public record ProviderSignIn(String issuer, String clientId, String scopes) {

    /** The origin that its endpoints must have: scheme, host and port of the issuer. */
    public String origin() {
        URI address = URI.create(issuer);
        return address.getScheme() + "://" + address.getAuthority();
    }
}
