package io.tidemark.server.identity.provider;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An OpenID Connect provider on a free port: a discovery document, a JWK set, and tokens signed with its keys. */
public final class TestProvider implements AutoCloseable {
    private final HttpServer server;
    private final AtomicInteger keyRequests = new AtomicInteger();
    private volatile String keys = "{\"keys\":[]}";
    private volatile int status = 200;
    private volatile String farmer = "F1";
    private volatile @Nullable String discovery;
    private final AuthorizationCodes codes = new AuthorizationCodes(this);

    public TestProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/realm/.well-known/openid-configuration", exchange -> {
            String other = discovery;
            answer(exchange, other == null
                    ? "{\"issuer\":\"" + issuer() + "\",\"jwks_uri\":\"" + issuer()
                    + "/keys\",\"authorization_endpoint\":\"" + issuer()
                    + "/authorize\",\"token_endpoint\":\"" + issuer()
                    + "/token\",\"authorization_response_iss_parameter_supported\":" + codes.isNamed() + "}" : other);
        });
        server.createContext("/realm/authorize", exchange -> codes.authorize(exchange));
        server.createContext("/realm/token", exchange -> codes.token(exchange));
        server.createContext("/realm/keys", exchange -> {
            keyRequests.incrementAndGet();
            answer(exchange, keys);
        });
        server.start();
    }

    /** A provider at which readers sign in, with a key for their tokens. */
    public static TestProvider withSignIn() throws JOSEException {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("k1").keyUse(KeyUse.SIGNATURE).generate();
        TestProvider provider = new TestProvider().publish(key.toPublicJWK());
        provider.codes().signWith(key);
        return provider;
    }

    /** The settings of a server whose readers sign in there. */
    public Map<String, String> signInSettings() {
        return Map.of("identity.external.issuer", issuer(), "identity.external.client-id", "dashboard",
                "identity.external.roles-claim", "realm_access.roles", "identity.external.roles",
                "tidemark-farmer=farmer");
    }

    /**
     * The settings of a server for which it is a company's provider: its users have addresses in {@code
     * NAME.example.org}.
     */
    public Map<String, String> companySettings(String name, String farmers) {
        String prefix = "identity.providers." + name + ".";
        return Map.of(prefix + "issuer", issuer(), prefix + "client-id", "dashboard", prefix + "roles-claim",
                "realm_access.roles",
                prefix + "roles", "tidemark-farmer=farmer", prefix + "farmers", farmers, prefix + "domains", name
                + ".example.org", prefix + "title", "Company " + name);
    }

    private void answer(HttpExchange exchange, String body) throws IOException {
        try (exchange) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Location", issuer() + "/keys");
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/realm";
    }

    /** Publishes these keys, and no others, from now on. */
    public TestProvider publish(JWK... published) {
        return answerKeys(new JWKSet(List.of(published)).toString(true));
    }

    TestProvider answerKeys(String body) {
        keys = body;
        return this;
    }

    TestProvider answerDiscovery(String body) {
        discovery = body;
        return this;
    }

    /** Answers everything with a status. */
    TestProvider answerStatus(int code) {
        status = code;
        return this;
    }

    /** How often its keys were asked for. */
    int keyRequests() {
        return keyRequests.get();
    }

    /** The provider as it is configured, with names of Keycloak's kind. */
    ExternalIssuer configured() {
        return configured(ExternalIssuer.UNNAMED, null,
                Map.of("tidemark-admin", Role.ADMIN, "tidemark-farmer", Role.FARMER, "tidemark-readonly",
                Role.READONLY, "tidemark-analyst", Role.ANALYST), true);
    }

    /** The provider as that of a company. */
    ExternalIssuer configured(String name, @Nullable Set<String> farmers, Map<String, Role> roles, boolean mayDeliver) {
        return new ExternalIssuer(name, issuer(), "tidemark", null,
                new ExternalIssuer.Claims("realm_access.roles", "permissions", "farmer_id"), roles, farmers,
                mayDeliver);
    }

    /** Makes its farmers those of another company than F1. */
    public TestProvider of(String company) {
        farmer = company;
        return this;
    }

    /** Who signs in by a browser, and with which key the tokens are signed. */
    public AuthorizationCodes codes() {
        return codes;
    }

    /** Claims of a farmer of its company, to be spoilt one at a time. */
    public JWTClaimsSet.Builder farmer(Instant now) {
        return claims(now).claim("realm_access", Map.of("roles", List.of("offline_access", "tidemark-farmer")))
                .claim("farmer_id", farmer);
    }

    /** A farmer's access token, as a sign-in would give it. */
    public String token() {
        return codes.accessToken(Instant.now());
    }

    /** Claims without roles. */
    JWTClaimsSet.Builder claims(Instant now) {
        return new JWTClaimsSet.Builder().issuer(issuer()).audience(List.of("account", "tidemark")).subject("8c2f")
                .issueTime(Date.from(now)).expirationTime(Date.from(now.plusSeconds(300)))
                .claim("typ", "Bearer").claim("azp", "dashboard").claim("preferred_username", "kari");
    }

    static JWSHeader.Builder header(JWK key) {
        JWSAlgorithm algorithm = key instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256;
        return new JWSHeader.Builder(algorithm).type(JOSEObjectType.JWT).keyID(key.getKeyID());
    }

    public static String sign(JWK key, JWTClaimsSet.Builder claims) {
        return sign(key, header(key), claims);
    }

    public static String sign(JWK key, JWSHeader.Builder header, JWTClaimsSet.Builder claims) {
        try {
            SignedJWT token = new SignedJWT(header.build(), claims.build());
            JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
