package io.tidemark.server.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.server.identity.account.Permission;
import java.util.Arrays;
import java.util.List;

/**
 * Authorization server metadata (RFC 8414). There is no authorization endpoint, no ID token and no dynamic
 * registration, so these are left out; {@code response_types_supported} is required, and empty.
 */
record IssuerMetadata(
        @JsonProperty("issuer") String issuer,
        @JsonProperty("token_endpoint") String tokenEndpoint,
        @JsonProperty("revocation_endpoint") String revocationEndpoint,
        @JsonProperty("userinfo_endpoint") String userinfoEndpoint,
        @JsonProperty("jwks_uri") String jwksUri,
        @JsonProperty("scopes_supported") List<String> scopes,
        @JsonProperty("response_types_supported") List<String> responseTypes,
        @JsonProperty("grant_types_supported") List<String> grantTypes,
        @JsonProperty("token_endpoint_auth_methods_supported") List<String> tokenAuthentication,
        @JsonProperty("revocation_endpoint_auth_methods_supported") List<String> revocationAuthentication) {
    private static final List<String> CLIENTS = List.of("client_secret_basic", "client_secret_post");

    /** The metadata of an issuer whose endpoints lie under a base address. */
    static IssuerMetadata of(String issuer, String base) {
        String at = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        String auth = at + AuthRoutes.PATH;
        List<String> revocation = List.of("client_secret_basic", "client_secret_post", "none");
        return new IssuerMetadata(issuer, auth + "/token", auth + "/revoke", auth + "/userinfo",
                at + WellKnownRoutes.PATH + "/jwks.json",
                Arrays.stream(Permission.values()).map(Permission::wireName).toList(), List.of(),
                TokenRequest.GRANTS.stream().sorted().toList(), CLIENTS, revocation);
    }

    /** Whether an issuer's name is an address, under which its endpoints are then found. */
    static boolean isAddress(String issuer) {
        return issuer.startsWith("https://") || issuer.startsWith("http://");
    }
}
