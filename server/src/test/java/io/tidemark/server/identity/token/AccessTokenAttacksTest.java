package io.tidemark.server.identity.token;

import static io.tidemark.server.Eventually.eventually;
import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
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

/** Access tokens that must not be accepted, each 401 with a challenge, and the reason that goes to the log. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class AccessTokenAttacksTest {
    private static final JOSEObjectType AT_JWT = new JOSEObjectType("at+jwt");

    @TempDir
    static Path state;

    private static RunningServer server;
    private static RSAKey key;
    private static Account account;

    @BeforeAll
    static void start() {
        server = new RunningServer(state, Clock.systemUTC());
        key = server.identity.signingKeys().signingKey();
        account = server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The claims of a good token, to be spoilt one at a time. */
    private static JWTClaimsSet.Builder good() {
        return new JWTClaimsSet.Builder().issuer("https://tidemark.test").audience("tidemark").subject(account.id())
                .issueTime(in(0)).notBeforeTime(in(0)).expirationTime(in(3_600))
                .claim("name", "job").claim("roles", List.of("admin")).claim("groups", List.of("admin"))
                .claim("permissions", List.of("common:read"));
    }

    private static Date in(long seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static JWSHeader.Builder header() {
        return new JWSHeader.Builder(JWSAlgorithm.RS256).type(AT_JWT).keyID(key.getKeyID());
    }

    private static String sign(JWSHeader.Builder header, JWTClaimsSet.Builder claims) throws JOSEException {
        SignedJWT token = new SignedJWT(header.build(), claims.build());
        token.sign(new RSASSASigner(key));
        return token.serialize();
    }

    /** A signature of these very claims, which the library would not write. */
    private static String signedAsWritten(String claims) throws JOSEException {
        return signedAsWritten(header().build().toString(), claims);
    }

    private static String signedAsWritten(String header, String claims) throws JOSEException {
        String input = part(header) + "." + part(claims);
        return input + "." + new RSASSASigner(key).sign(header().build(), input.getBytes(StandardCharsets.US_ASCII));
    }

    private static String part(String json) {
        return Base64URL.encode(json).toString();
    }

    @Test
    void aGoodTokenIsAccepted() throws JOSEException {
        HttpResponse<String> response = server.userInfo(sign(header(), good()));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).get("data").get("permissions").toString()).isEqualTo("[\"common:read\"]");
        // the media type's prefix, and any case, belong to the standard
        JOSEObjectType other = new JOSEObjectType("application/AT+JWT");
        assertThat(server.userInfo(sign(header().type(other), good())).statusCode()).isEqualTo(200);
    }

    static Stream<Arguments> attacks() throws JOSEException, ParseException {
        String good = sign(header(), good());
        String[] parts = good.split("\\.", -1);
        String none = part("{\"alg\":\"none\",\"typ\":\"at+jwt\"}") + "." + parts[1] + ".";
        String noneWithKid = part("{\"alg\":\"none\",\"typ\":\"at+jwt\",\"kid\":\"" + key.getKeyID() + "\"}") + "."
                + parts[1] + ".";
        SignedJWT hs256 = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).type(AT_JWT).keyID(key.getKeyID())
                .build(), good().build());
        hs256.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
        RSAKey stranger = new RSAKeyGenerator(2048).keyID(key.getKeyID()).generate();
        SignedJWT forged = new SignedJWT(header().build(), good().build());
        forged.sign(new RSASSASigner(stranger));
        SignedJWT ownKey = new SignedJWT(header().jwk(stranger.toPublicJWK()).build(), good().build());
        ownKey.sign(new RSASSASigner(stranger));
        SignedJWT elsewhere = new SignedJWT(header().keyID("other").jwkURL(URI.create("https://evil.test/jwks.json"))
                .build(), good().build());
        elsewhere.sign(new RSASSASigner(stranger));
        SignedJWT byCertificate = new SignedJWT(header().keyID("other")
                .x509CertURL(URI.create("https://evil.test/key.pem")).build(), good().build());
        byCertificate.sign(new RSASSASigner(stranger));
        SignedJWT underOurKid = new SignedJWT(header().jwkURL(URI.create("https://evil.test/jwks.json"))
                .x509CertURL(URI.create("https://evil.test/key.pem")).build(), good().build());
        underOurKid.sign(new RSASSASigner(stranger));
        byte[] signature = Base64URL.from(parts[2]).decode();
        signature[10] ^= 1;
        return Stream.of(
                Arguments.of("alg none", none, "TOKEN_ALGORITHM"),
                Arguments.of("alg none with kid", noneWithKid, "TOKEN_ALGORITHM"),
                Arguments.of("alg nOnE", part("{\"alg\":\"nOnE\",\"typ\":\"at+jwt\"}") + "." + parts[1] + ".",
                        "TOKEN_ALGORITHM"),
                Arguments.of("alg nOnE with a signature", part("{\"alg\":\"nOnE\",\"typ\":\"at+jwt\"}") + "."
                        + parts[1] + "." + parts[2], "TOKEN_ALGORITHM"),
                Arguments.of("two algs", part("{\"alg\":\"none\",\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\""
                        + key.getKeyID() + "\"}")
                        + "." + parts[1] + "." + parts[2], "TOKEN_MALFORMED"),
                Arguments.of("two issuers", signedAsWritten("{\"iss\":\"https://evil.test\"," + good().build()
                        .toString().substring(1)),
                        "TOKEN_MALFORMED"),
                Arguments.of("something after the claims", signedAsWritten(good().build() + " {}"), "TOKEN_MALFORMED"),
                Arguments.of("claims that are too deep", signedAsWritten("[".repeat(2_000) + "]".repeat(2_000)),
                "TOKEN_MALFORMED"),
                Arguments.of("encrypted", part("{\"alg\":\"RSA-OAEP\",\"enc\":\"A256GCM\"}") + "." + parts[1] + "."
                        + parts[1] + "." + parts[1] + "." + parts[2], "TOKEN_ALGORITHM"),
                Arguments.of("expiry beyond all time", sign(header(), good().claim("exp", Long.MAX_VALUE)),
                "TOKEN_MALFORMED"),
                Arguments.of("critical extension that is text",
                        signedAsWritten("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"crit\":\"exp\",\"kid\":\""
                        + key.getKeyID() + "\"}", good().build().toString()), "TOKEN_CLAIMS"),
                Arguments.of("no alg", part("{\"typ\":\"at+jwt\"}") + "." + parts[1] + "." + parts[2],
                "TOKEN_MALFORMED"),
                Arguments.of("HS256 with the public key", hs256.serialize(), "TOKEN_ALGORITHM"),
                Arguments.of("RS512", sign(new JWSHeader.Builder(JWSAlgorithm.RS512).type(AT_JWT).keyID(key.getKeyID()),
                        good()), "TOKEN_ALGORITHM"),
                Arguments.of("another key under our kid", forged.serialize(), "TOKEN_SIGNATURE"),
                Arguments.of("a key of its own in jwk", ownKey.serialize(), "TOKEN_SIGNATURE"),
                Arguments.of("a key elsewhere by jku", elsewhere.serialize(), "TOKEN_SIGNATURE"),
                Arguments.of("a key elsewhere by x5u", byCertificate.serialize(), "TOKEN_SIGNATURE"),
                Arguments.of("jku and x5u under our kid", underOurKid.serialize(), "TOKEN_SIGNATURE"),
                Arguments.of("kid that is a path", sign(header().keyID("../../etc/passwd"), good()), "TOKEN_SIGNATURE"),
                Arguments.of("kid that is SQL", sign(header().keyID("' OR 1=1 --"), good()), "TOKEN_SIGNATURE"),
                Arguments.of("issuer of another type", sign(header(), good()
                        .claim("iss", List.of("https://tidemark.test"))),
                        "TOKEN_MALFORMED"),
                Arguments.of("unknown kid", sign(header().keyID("other"), good()), "TOKEN_SIGNATURE"),
                Arguments.of("no kid", sign(header().keyID(null), good()), "TOKEN_SIGNATURE"),
                Arguments.of("tampered payload", parts[0] + "." + part(good().claim("roles", List.of("farmer")).build()
                        .toString()) + "." + parts[2], "TOKEN_SIGNATURE"),
                Arguments.of("tampered signature", parts[0] + "." + parts[1] + "." + Base64URL.encode(signature),
                        "TOKEN_SIGNATURE"),
                Arguments.of("padding", good + "=", "TOKEN_MALFORMED"),
                Arguments.of("two of padding", good + "==", "TOKEN_MALFORMED"),
                Arguments.of("padding in the header", parts[0] + "=." + parts[1] + "." + parts[2], "TOKEN_MALFORMED"),
                Arguments.of("padding in the claims", parts[0] + "." + parts[1] + "=." + parts[2], "TOKEN_MALFORMED"),
                Arguments.of("the other alphabet of Base64", parts[0] + "." + parts[1] + "." + otherAlphabet(parts[2]),
                "TOKEN_MALFORMED"),
                Arguments.of("a spare bit that is set", parts[0] + "." + parts[1] + "." + spareBit(parts[2]),
                "TOKEN_MALFORMED"),
                Arguments.of("a stray character", parts[0] + "." + parts[1] + "." + parts[2].substring(0, 9) + "!"
                        + parts[2].substring(9), "TOKEN_MALFORMED"),
                Arguments.of("no signature", parts[0] + "." + parts[1] + ".", "TOKEN_MALFORMED"),
                Arguments.of("other issuer", sign(header(), good().issuer("https://evil.test")), "TOKEN_ISSUER"),
                Arguments.of("no issuer", sign(header(), good().issuer(null)), "TOKEN_ISSUER"),
                Arguments.of("other audience", sign(header(), good().audience("other")), "TOKEN_AUDIENCE"),
                Arguments.of("no audience", sign(header(), good().audience((String) null)), "TOKEN_AUDIENCE"),
                Arguments.of("expired", sign(header(), good().expirationTime(in(-120))), "TOKEN_EXPIRED"),
                Arguments.of("no expiry", sign(header(), good().expirationTime(null)), "TOKEN_CLAIMS"),
                Arguments.of("not yet valid", sign(header(), good().notBeforeTime(in(600))),
                        "TOKEN_NOT_YET_VALID"),
                Arguments.of("an ID token by its typ", sign(header().type(JOSEObjectType.JWT), good()), "TOKEN_TYPE"),
                Arguments.of("no typ", sign(header().type(null), good()), "TOKEN_TYPE"),
                Arguments.of("no subject", sign(header(), good().subject(null)), "TOKEN_CLAIMS"),
                Arguments.of("unknown subject", sign(header(), good().subject("nobody")), "TOKEN_REVOKED"),
                Arguments.of("expiry that is text", sign(header(), good().claim("exp", "never")),
                        "TOKEN_MALFORMED"),
                Arguments.of("start that is an object", sign(header(), good().claim("nbf", Map.of("a", 1))),
                        "TOKEN_MALFORMED"),
                Arguments.of("audience that is a number", sign(header(), good().claim("aud", 7)), "TOKEN_AUDIENCE"),
                Arguments.of("no roles", sign(header(), good().claim("roles", null)), "TOKEN_CLAIMS"),
                Arguments.of("two roles", sign(header(), good().claim("roles", List.of("admin", "farmer"))),
                        "TOKEN_CLAIMS"),
                Arguments.of("unknown role", sign(header(), good().claim("roles", List.of("god"))), "TOKEN_CLAIMS"),
                Arguments.of("roles of another type", sign(header(), good().claim("roles", Map.of("admin", true))),
                        "TOKEN_CLAIMS"),
                Arguments.of("a farmer without farm", sign(header(), good().claim("roles", List.of("farmer"))),
                        "TOKEN_CLAIMS"),
                Arguments.of("unknown permission", sign(header(), good().claim("permissions", List.of("all"))),
                        "TOKEN_CLAIMS"),
                Arguments.of("critical extension", sign(header().criticalParams(Set.of("exp")), good()),
                        "TOKEN_CLAIMS"));
    }

    // the same bytes, or a stray character where there is neither - nor _ to write otherwise
    private static String otherAlphabet(String part) {
        String other = part.replace('-', '+').replace('_', '/');
        return other.equals(part) ? part + "+" : other;
    }

    /** 256 bytes are 342 characters, the last of which has four bits that no byte uses. */
    private static String spareBit(String part) {
        assertThat(part).hasSize(342);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int last = alphabet.indexOf(part.charAt(341));
        assertThat(last % 16).isZero();
        String same = part.substring(0, 341) + alphabet.charAt(last + 1);
        assertThat(Base64URL.from(same).decode()).isEqualTo(Base64URL.from(part).decode());
        return same;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void isRefused(String name, String token, String reason) {
        HttpResponse<String> response = server.userInfo(token);
        assertThat(response.statusCode()).as(name).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate").orElseThrow())
                .startsWith("Bearer realm=\"tidemark\", error=\"invalid_token\"");
        assertThat(json(response).get("error").textValue()).isEqualTo("unauthorized");
        assertThat(json(response).get("message").textValue())
                .isEqualTo("The access token is missing, invalid or expired");
        assertThat(server.reasonOf(response)).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer ", "Bearer x", "Bearer a.b", "Bearer a.b.c", "Bearer ...",
            "Bearer a.b.c.d.e",
        "Bearer eyJ9.eyJ9.x", "Bearer bnVsbA.bnVsbA.bnVsbA", "Bearer W10.W10.W10", "Basic a2FyaTpwYXNz", "bearer",
        "Bearer  e30.e30.e30", "%00", "Bearer \u00e5.\u00e5.\u00e5"})
    void garbageIsRefused(String authorization) {
        HttpResponse<String> response = server.send(
                server.request("/v3/auth/userinfo").header("Authorization", authorization));
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
    }

    @Test
    void noTokenIsChallengedWithoutAnError() {
        HttpResponse<String> response = server.send(server.request("/v3/auth/userinfo"));
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"tidemark\"");
        assertThat(server.reasonOf(response)).isEqualTo("TOKEN_MISSING");
    }

    @Test
    void twoAuthorizationHeadersAreRefused() throws JOSEException {
        String good = "Bearer " + sign(header(), good());
        HttpResponse<String> response = server.send(server.request("/v3/auth/userinfo")
                .header("Authorization", good).header("Authorization", good));
        assertThat(response.statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"9000, 401 Unauthorized", "60000, 431 Request Header Fields Too Large"})
    void longTokensAreRefusedAndTheServerGoesOn(int length, String expected) throws IOException {
        char[] claim = new char[length];
        Arrays.fill(claim, 'A');
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write(("GET /v3/auth/userinfo HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                    + "Bearer e30." + new String(claim) + ".e30\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            String status = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.US_ASCII))
                    .readLine();
            assertThat(status).isEqualTo("HTTP/1.1 " + expected);
        }
        assertThat(server.send(server.request("/v3/auth/userinfo")).statusCode()).isEqualTo(401);
    }

    // 60 s of skew either way, with 20 s to spare for a slow machine
    @ParameterizedTest(name = "exp {0} s, nbf {1} s from now: {2}")
    @CsvSource({"-40, -100, 200", "-80, -100, 401", "100, 40, 200", "100, 80, 401"})
    void clocksMayDisagreeByAMinute(int end, int start, int status) throws JOSEException {
        String token = sign(header(), good().expirationTime(in(end)).notBeforeTime(in(start)));
        assertThat(server.userInfo(token).statusCode()).isEqualTo(status);
    }

    @Test
    void whatTheCommandLineDoesCountsAtOnce(@TempDir Path own) throws InterruptedException {
        // the server's clock is fixed, so its caches do not expire
        StepClock clock = new StepClock(Clock.systemUTC().instant());
        try (RunningServer other = new RunningServer(own, clock)) {
            // with a store of its own, as the command line has
            Accounts elsewhere = new Accounts(StateStore.openExisting(own, clock));
            elsewhere.addUser("late", null, Access.of(Role.ADMIN, null, null), "correct horse battery");
            HttpResponse<String> signedIn = other.post("/v3/auth/token",
                    "{\"username\":\"late\",\"password\":\"correct horse battery\"}");
            assertThat(signedIn.statusCode()).isEqualTo(200);
            String token = json(signedIn).get("access_token").textValue();
            assertThat(other.userInfo(token).statusCode()).isEqualTo(200);

            elsewhere.revokeUser("late");

            eventually().until(() -> other.userInfo(token).statusCode() == 401);
            assertThat(other.post("/v3/auth/refresh", "{\"refresh_token\":\""
                    + json(signedIn).get("refresh_token").textValue() + "\"}").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void anAccountStopsWorkingWithinTenSecondsOfItsRevocation(@TempDir Path own) {
        StepClock clock = new StepClock(Clock.systemUTC().instant());
        try (RunningServer other = new RunningServer(own, clock)) {
            Account user = other.identity.accounts().addUser("kari", null, Access.of(Role.ADMIN, null, null),
                    "correct horse battery");
            String token = other.identity.accessTokens().issue(user);
            assertThat(other.userInfo(token).statusCode()).isEqualTo(200);
            // as the command line does it, through a store of its own
            new Accounts(StateStore.openExisting(own, clock)).revokeUser("kari");
            clock.advance(Duration.ofSeconds(10));
            assertThat(other.userInfo(token).statusCode()).isEqualTo(401);
            assertThat(other.post("/v3/auth/token",
                    "{\"username\":\"kari\",\"password\":\"correct horse battery\"}").statusCode()).isEqualTo(401);
            // the same name again is another account: the old token stays dead
            other.identity.accounts().addUser("kari", null, Access.of(Role.ADMIN, null, null), "correct horse battery");
            clock.advance(Duration.ofSeconds(10));
            assertThat(other.userInfo(token).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aUsersTokenNamesNoClientOfItsOwn() throws ParseException {
        Account kari = server.identity.accounts().addUser("kari", null, Access.of(Role.FARMER, "F07", null),
                "correct horse battery");
        JWTClaimsSet claims = SignedJWT.parse(server.identity.accessTokens().issue(kari)).getJWTClaimsSet();
        assertThat(claims.getStringClaim("client_id")).isEqualTo("tidemark");
        assertThat(claims.getStringClaim("farmer_id")).isEqualTo("F07");
        assertThat(claims.getSubject()).isEqualTo(kari.id());
    }

    @Test
    void tokensAreSignedAsDocumented() throws ParseException, JOSEException {
        SignedJWT token = SignedJWT.parse(server.identity.accessTokens().issue(account));
        assertThat(token.getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.RS256);
        assertThat(token.getHeader().getType().getType()).isEqualTo("at+jwt");
        assertThat(token.getHeader().getKeyID()).isEqualTo(key.computeThumbprint().toString());
        JWTClaimsSet claims = token.getJWTClaimsSet();
        assertThat(claims.getClaims().keySet()).containsExactlyInAnyOrder("iss", "aud", "sub", "exp", "nbf", "iat",
                "jti", "client_id", "roles", "groups", "permissions", "name");
        assertThat(claims.getExpirationTime().toInstant())
                .isEqualTo(claims.getIssueTime().toInstant().plusSeconds(3_600));
        assertThat(claims.getStringListClaim("roles")).isEqualTo(claims.getStringListClaim("groups"))
                .containsExactly("admin");
    }
}
