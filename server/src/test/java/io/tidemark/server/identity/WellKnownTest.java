package io.tidemark.server.identity;

import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.token.IdentityConfig;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What anybody may know of the issuer: enough to check its tokens and find its endpoints, and no more. */
@SuppressWarnings("NullAway.Init") // set by JUnit
final class WellKnownTest {
    @TempDir
    Path state;

    @Test
    void thePublishedKeysCheckItsTokens() throws Exception {
        try (RunningServer server = new RunningServer(state, Clock.systemUTC())) {
            Account account = server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client();
            SignedJWT token = SignedJWT.parse(server.identity.accessTokens().issue(account));

            HttpResponse<String> answer = server.send(server.request("/.well-known/jwks.json"));

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("public, max-age=300");
            RSAKey key = JWKSet.parse(answer.body()).getKeyByKeyId(token.getHeader().getKeyID()).toRSAKey();
            assertThat(key.computeThumbprint().toString()).isEqualTo(key.getKeyID());
            assertThat(token.verify(new RSASSAVerifier(key))).isTrue();
            // the private parts of an RSA key (RFC 7518, section 6.3.2)
            assertThat(json(answer).get("keys").get(0).fieldNames()).toIterable()
                    .doesNotContain("d", "p", "q", "dp", "dq", "qi", "oth")
                    .contains("kty", "n", "e", "alg", "use", "kid");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"oauth-authorization-server", "openid-configuration"})
    void theMetadataHoldWhatThereIs(String document) {
        try (RunningServer server = new RunningServer(state, Clock.systemUTC())) {
            HttpResponse<String> answer = server.send(server.request("/.well-known/" + document));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Cache-Control")).contains("public, max-age=300");
            assertThat(json(answer).toPrettyString().replace("\r", "")).isEqualTo("""
                    {
                      "issuer" : "https://tidemark.test",
                      "token_endpoint" : "https://tidemark.test/v3/auth/token",
                      "revocation_endpoint" : "https://tidemark.test/v3/auth/revoke",
                      "userinfo_endpoint" : "https://tidemark.test/v3/auth/userinfo",
                      "jwks_uri" : "https://tidemark.test/.well-known/jwks.json",
                      "scopes_supported" : [ "mortality:read", "environment:read", "feeding:read", "treatment:read", \
                    "inventory:read", "common:read", "raw:read", "deliver" ],
                      "response_types_supported" : [ ],
                      "grant_types_supported" : [ "client_credentials", "password", "refresh_token" ],
                      "token_endpoint_auth_methods_supported" : [ "client_secret_basic", "client_secret_post" ],
                      "revocation_endpoint_auth_methods_supported" : [ "client_secret_basic", "client_secret_post", "none" ]
                    }""");
        }
    }

    @Test
    void anIssuerThatIsNoAddressIsFoundWhereItWasAsked() {
        try (RunningServer server = new RunningServer(IdentityConfig.of("tidemark", "tidemark", state),
                Clock.systemUTC())) {
            HttpResponse<String> answer = server.send(server.request("/.well-known/oauth-authorization-server"));
            JsonNode metadata = json(answer);
            assertThat(metadata.get("issuer").textValue()).isEqualTo("tidemark");
            String base = "http://127.0.0.1:" + server.port();
            assertThat(metadata.get("token_endpoint").textValue()).isEqualTo(base + "/v3/auth/token");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            // every endpoint is there: none answers 404
            for (String endpoint : new String[] {"token_endpoint", "revocation_endpoint", "userinfo_endpoint",
                    "jwks_uri"}) {
                String path = metadata.get(endpoint).textValue().substring(base.length());
                assertThat(server.send(server.request(path)).statusCode()).as(path).isIn(200, 401, 405);
            }
        }
    }

    @Test
    void itIsReadOnly() {
        try (RunningServer server = new RunningServer(state, Clock.systemUTC())) {
            HttpResponse<String> answer = server.send(
                    server.request("/.well-known/jwks.json").POST(BodyPublishers.ofString("{}")));
            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
        }
    }
}
