package io.tidemark.server.identity.provider;

import static io.tidemark.server.identity.RunningServer.json;
import static io.tidemark.server.identity.provider.TestProvider.header;
import static io.tidemark.server.identity.provider.TestProvider.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.token.IdentityConfig;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of an OpenID Connect provider: which are accepted, as whom, and which are not. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class ExternalIssuerTest {
    @TempDir
    static Path state;

    private static Instant now;
    private static TestProvider provider;
    private static RunningServer server;
    private static RSAKey rsa;
    private static ECKey ec;
    private static RSAKey forEncryption;
    private static RSAKey weak;
    private static RSAKey padded;
    private static OctetSequenceKey secret;

    @BeforeAll
    static void start() throws JOSEException {
        now = Instant.now();
        rsa = new RSAKeyGenerator(2048).keyID("rsa").keyUse(KeyUse.SIGNATURE).algorithm(JWSAlgorithm.RS256).generate();
        ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        forEncryption = new RSAKey.Builder(rsa).keyID("enc").keyUse(KeyUse.ENCRYPTION).build();
        weak = new RSAKeyGenerator(1024, true).keyID("weak").generate();
        // looks like 2048 bits
        byte[] modulus = new byte[256];
        System.arraycopy(weak.getModulus().decode(), 0, modulus, 128, 128);
        padded = new RSAKey.Builder(Base64URL.encode(modulus), weak.getPublicExponent()).keyID("padded").build();
        secret = new OctetSequenceKey.Builder("a secret that everybody can read".getBytes(StandardCharsets.US_ASCII))
                .keyID("oct").algorithm(JWSAlgorithm.HS256).build();
        provider = new TestProvider().answerKeys("{\"keys\":[" + rsa.toPublicJWK() + "," + ec.toPublicJWK() + ","
                + forEncryption.toPublicJWK() + "," + weak.toPublicJWK() + "," + padded + "," + secret + "]}");
        server = new RunningServer(IdentityConfig.of("https://tidemark.test", "tidemark", state), provider.configured(),
                Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
        provider.close();
    }

    private static JWTClaimsSet.Builder farmer() {
        return provider.farmer(now);
    }

    private static JWTClaimsSet.Builder roles(Object roles) {
        return provider.claims(now).claim("realm_access", Map.of("roles", roles));
    }

    @Test
    void aFarmerIsAFarmer() {
        for (String token : List.of(sign(rsa, farmer()), sign(ec, farmer()),
                sign(rsa, header(rsa).type(new JOSEObjectType("at+jwt")), farmer()),
                sign(rsa, header(rsa).type(null), farmer()))) {
            HttpResponse<String> response = server.userInfo(token);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            JsonNode caller = json(response).get("data");
            assertThat(caller.get("sub").asText()).isEqualTo("external:8c2f");
            assertThat(caller.get("username").asText()).isEqualTo("kari");
            assertThat(caller.get("roles")).hasToString("[\"farmer\"]");
            assertThat(caller.get("farmer_id").asText()).isEqualTo("F1");
            assertThat(caller.get("permissions")).hasSize(Permission.values().length - 1);
        }
    }

    // what a provider's words give: never more than the role may have, and nothing for a name that is not ours
    @ParameterizedTest(name = "{0} with {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            tidemark-readonly | none                              | []
            tidemark-readonly | mortality:read launch:missiles    | ["mortality:read"]
            tidemark-readonly | *                                 | []
            tidemark-readonly | MORTALITY:READ                    | []
            tidemark-analyst  | mortality:read raw:read           | ["mortality:read"]
            tidemark-farmer   | common:read                       | ["common:read"]
            """)
    void permissionsAreOurs(String role, String permissions, String granted) {
        JWTClaimsSet.Builder claims = roles(List.of(role, "accountant")).claim("permissions",
                permissions.equals("none") ? null : permissions);
        if (role.equals("tidemark-farmer")) {
            claims.claim("farmer_id", "F1");
        }
        HttpResponse<String> response = server.userInfo(sign(rsa, claims));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(json(response).get("data").get("permissions")).hasToString(granted);
        List<String> listed = List.of(permissions.split(" "));
        if (!permissions.equals("none")) {
            assertThat(json(server.userInfo(sign(rsa, claims.claim("permissions", listed)))).get("data")
                    .get("permissions"))
                    .hasToString(granted);
        }
    }

    /** A token that does not say what it is. */
    private static JWTClaimsSet.Builder unmarked() {
        return farmer().claim("typ", null);
    }

    // providers without their own type: claims of access tokens distinguish them from ID tokens
    @ParameterizedTest
    @ValueSource(strings = {"scope", "client_id", "scp", "cid", "appid", "azpacr"})
    void anAccessTokenMayBeToldByItsClaims(String claim) {
        assertThat(server.userInfo(sign(rsa, unmarked().claim(claim, "x"))).statusCode()).isEqualTo(200);
    }

    @Test
    void whatIsMarkedAsAnAccessTokenMayHaveANonce() {
        assertThat(server.userInfo(sign(rsa, farmer().claim("nonce", "n"))).statusCode()).isEqualTo(200);
        assertThat(server.userInfo(sign(rsa, header(rsa).type(new JOSEObjectType("at+jwt")), unmarked())).statusCode())
                .isEqualTo(200);
    }

    static Stream<Arguments> refused() throws JOSEException {
        SignedJWT published = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("oct").build(),
                farmer().build());
        published.sign(new MACSigner(secret));
        SignedJWT publicKey = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa").build(),
                farmer().build());
        publicKey.sign(new MACSigner(rsa.toRSAPublicKey().getEncoded()));
        RSAKey own = server.identity.signingKeys().signingKey();
        RSAKey stranger = new RSAKey.Builder(own).keyID("rsa").build();
        JWSHeader.Builder ecAsRsa = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("ec");
        return Stream.of(
                Arguments.of("HS256 with a published secret", published.serialize(), "TOKEN_ALGORITHM"),
                Arguments.of("HS256 with the public key", publicKey.serialize(), "TOKEN_ALGORITHM"),
                Arguments.of("PS256", sign(rsa, new JWSHeader.Builder(JWSAlgorithm.PS256).keyID("rsa"), farmer()),
                        "TOKEN_ALGORITHM"),
                Arguments.of("RS256 by the id of an EC key", sign(rsa, ecAsRsa, farmer()), "TOKEN_SIGNATURE"),
                Arguments.of("ES256 by the id of an RSA key", sign(ec, header(ec).keyID("rsa"), farmer()),
                "TOKEN_SIGNATURE"),
                Arguments.of("a key for encryption", sign(forEncryption, farmer()), "TOKEN_SIGNATURE"),
                Arguments.of("a key of 1024 bits", weakly("weak"), "TOKEN_SIGNATURE"),
                Arguments.of("a key of 1024 bits with zeros before them", weakly("padded"), "TOKEN_SIGNATURE"),
                Arguments.of("another key under its id", sign(stranger, farmer()), "TOKEN_SIGNATURE"),
                Arguments.of("our key in its name", sign(own, farmer()), "TOKEN_SIGNATURE"),
                Arguments.of("its key in our name", sign(rsa, farmer().issuer("https://tidemark.test")),
                "TOKEN_SIGNATURE"),
                Arguments.of("no kid", sign(rsa, header(rsa).keyID(null), farmer()), "TOKEN_SIGNATURE"),
                Arguments.of("another issuer", sign(rsa, farmer().issuer(provider.issuer() + "/")), "TOKEN_ISSUER"),
                Arguments.of("another audience", sign(rsa, farmer().audience("dashboard")), "TOKEN_AUDIENCE"),
                Arguments.of("no audience", sign(rsa, farmer().audience((String) null)), "TOKEN_AUDIENCE"),
                Arguments.of("expired", sign(rsa, farmer().expirationTime(Date.from(now.minusSeconds(120)))),
                "TOKEN_EXPIRED"),
                Arguments.of("no expiry", sign(rsa, farmer().expirationTime(null)), "TOKEN_CLAIMS"),
                Arguments.of("not yet valid", sign(rsa, farmer().notBeforeTime(Date.from(now.plusSeconds(600)))),
                        "TOKEN_NOT_YET_VALID"),
                Arguments.of("an ID token of Keycloak", sign(rsa, farmer().claim("typ", "ID")), "TOKEN_TYPE"),
                Arguments.of("an ID token", sign(rsa, farmer().claim("at_hash", "eA")), "TOKEN_TYPE"),
                Arguments.of("an ID token of a hybrid flow", sign(rsa, farmer().claim("s_hash", "eA")), "TOKEN_TYPE"),
                Arguments.of("an ID token without hashes", sign(rsa, unmarked()), "TOKEN_TYPE"),
                Arguments.of("an ID token with a nonce",
                        sign(rsa, unmarked().claim("scope", "openid").claim("nonce", "n")), "TOKEN_TYPE"),
                Arguments.of("an ID token of Keycloak that says at+jwt",
                        sign(rsa, header(rsa).type(new JOSEObjectType("at+jwt")), farmer().claim("typ", "ID")),
                        "TOKEN_TYPE"),
                Arguments.of("ES256 with zeros before its numbers", padded(sign(ec, farmer())), "TOKEN_SIGNATURE"),
                Arguments.of("a kind of token that is a number", sign(rsa, farmer().claim("typ", 1)), "TOKEN_TYPE"),
                Arguments.of("a logout token", sign(rsa, header(rsa).type(new JOSEObjectType("logout+jwt")), farmer()),
                        "TOKEN_TYPE"),
                Arguments.of("no subject", sign(rsa, farmer().subject(null)), "TOKEN_CLAIMS"),
                Arguments.of("a subject with a line break", sign(rsa, farmer().subject("a\nb")), "TOKEN_CLAIMS"),
                Arguments.of("no roles", sign(rsa, provider.claims(now)), "TOKEN_ROLE"),
                Arguments.of("no role of ours", sign(rsa, roles(List.of("admin", "accountant"))), "TOKEN_ROLE"),
                Arguments.of("two roles of ours", sign(rsa, roles(List.of("tidemark-admin", "tidemark-readonly"))),
                "TOKEN_ROLE"),
                Arguments.of("roles of another type", sign(rsa, roles(Map.of("tidemark-admin", true))), "TOKEN_CLAIMS"),
                Arguments.of("a role of another type", sign(rsa, roles(List.of(1, "tidemark-admin"))), "TOKEN_CLAIMS"),
                Arguments.of("roles elsewhere", sign(rsa, provider.claims(now).claim("realm_access", "tidemark-admin")),
                        "TOKEN_ROLE"),
                Arguments.of("permissions of another type", sign(rsa, farmer().claim("permissions", 7)),
                "TOKEN_CLAIMS"),
                Arguments.of("a farmer without a farm", sign(rsa, farmer().claim("farmer_id", null)), "TOKEN_CLAIMS"),
                Arguments.of("a farmer of two farms", sign(rsa, farmer().claim("farmer_id", List.of("F1", "F2"))),
                        "TOKEN_CLAIMS"),
                Arguments.of("a farm that is a number", sign(rsa, farmer().claim("farmer_id", 1)), "TOKEN_CLAIMS"),
                Arguments.of("a farm that is a path", sign(rsa, farmer().claim("farmer_id", "F1/../F2")),
                "TOKEN_CLAIMS"),
                Arguments.of("an analyst with a farm", sign(rsa,
                        roles(List.of("tidemark-analyst")).claim("farmer_id", "F1")),
                        "TOKEN_CLAIMS"));
    }

    /** The same signature in two bytes more, which Java's own ECDSA accepts. */
    private static String padded(String token) {
        int last = token.lastIndexOf('.') + 1;
        byte[] signature = Base64URL.from(token.substring(last)).decode();
        byte[] longer = new byte[66];
        System.arraycopy(signature, 0, longer, 1, 32);
        System.arraycopy(signature, 32, longer, 34, 32);
        return token.substring(0, last) + Base64URL.encode(longer);
    }

    // Keycloak puts what users write about themselves into access tokens too
    @ParameterizedTest
    @CsvSource({"website, my own site", "zoneinfo, Bodø", "picture, <none>", "birthday, in May", "email_verified, yes",
            "updated_at, today",
        "address, Sjøgata 1", "phone_number_verified, no", "locale, !", "name, 7"})
    void whatUsersWriteAboutThemselvesLocksNobodyOut(String claim, String value) {
        HttpResponse<String> response = server.userInfo(sign(rsa, farmer().claim(claim, value)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    private static String weakly(String keyId) throws JOSEException {
        SignedJWT token = new SignedJWT(header(weak).keyID(keyId).build(), farmer().build());
        token.sign(new RSASSASigner(weak, Set.of(AllowWeakRSAKey.getInstance())));
        return token.serialize();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void isRefused(String name, String token, String reason) {
        HttpResponse<String> response = server.userInfo(token);
        assertThat(response.statusCode()).as(name + response.body()).isEqualTo(401);
        assertThat(json(response).get("error").textValue()).isEqualTo("unauthorized");
        assertThat(server.reasonOf(response)).isEqualTo(reason);
    }

    @Test
    void ownTokensAreAcceptedBesideThem() {
        Account account = server.identity.accounts().addClient("job", Access.of(Role.ANALYST, null, null)).client();
        assertThat(server.userInfo(server.identity.accessTokens().issue(account)).statusCode()).isEqualTo(200);
    }
}
