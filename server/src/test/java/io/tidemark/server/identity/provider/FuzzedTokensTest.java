package io.tidemark.server.identity.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.WatchMail;
import io.tidemark.server.identity.state.StateCache;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.identity.token.KeptSigningKeys;
import io.tidemark.server.identity.token.OwnIssuer;
import io.tidemark.server.identity.token.SigningKeys;
import io.tidemark.server.identity.token.TokenVerifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Good tokens of both issuers with something changed, most of them signed again: each is accepted or refused, and none
 * breaks the check.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
final class FuzzedTokensTest {

    private static final int CHANGED_BYTES = 200;
    /** The same ones in each run. */
    private static final long SEED = 20_260_301;

    private static final List<String> HEADERS = List.of("alg", "typ", "kid", "crit", "jwk", "jku", "x5u", "x5c", "enc",
            "cty", "zip", "b64", "aud", "iss", "sub", "");
    private static final List<String> CLAIMS = List.of("iss", "sub", "aud", "exp", "nbf", "iat", "jti", "typ", "name",
            "roles", "permissions", "farmer_id", "realm_access", "preferred_username", "email", "nonce", "");
    private static final List<String> VALUES = List.of("null", "true", "0", "-0", "-1", "1.5", "1e400", "-1e400",
            "1e-400", "9223372036854775807",
            "9223372036854775808", "-9223372036854775808", "31556889864403199", "31556889864403200",
            "9.223372036854775807E18",
            "1" + "0".repeat(900), "1" + "0".repeat(1_100), "\"\"", "\"1\"", "\"\\u0000\"", "\"\\ud800\"", "\"none\"",
            "\"HS256\"", "[]", "[null]",
            "[[\"x\"]]", "[1,\"tidemark\"]", "{}", "{\"roles\":null}", "{\"a\":{\"a\":1,\"a\":2}}", "[".repeat(900)
            + "]".repeat(900),
            "{\"a\":".repeat(600) + "1" + "}".repeat(600), "NaN", "Infinity", "'x'", "\"" + "a".repeat(3_000) + "\"");

    @TempDir
    static Path state;

    private static TestProvider provider;
    private static TokenVerifier verifier;
    private static Map<Issuer, Good> good;

    /**
     * RSA signs slowly, so most of the cases have the provider's curve. A step has no divisor in common with the number
     * of values.
     */
    private enum Issuer {
        OWN(11), PROVIDER(5);

        private final int step;

        Issuer(int step) {
            this.step = step;
        }
    }

    /** A token that is accepted, and what signs it. */
    private record Good(String header, String claims, JWSAlgorithm algorithm, JWSSigner signer) {

        String token() {
            return signed(header.getBytes(StandardCharsets.UTF_8), claims.getBytes(StandardCharsets.UTF_8));
        }

        String signed(byte[] otherHeader, byte[] otherClaims) {
            String input = Base64URL.encode(otherHeader) + "." + Base64URL.encode(otherClaims);
            try {
                return input + "." + signer.sign(new JWSHeader(algorithm), input.getBytes(StandardCharsets.US_ASCII));
            } catch (JOSEException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @BeforeAll
    static void start() throws JOSEException {
        ECKey curve = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        provider = new TestProvider().publish(curve);
        KeptSigningKeys.into(state);
        Clock clock = Clock.systemUTC();
        SigningKeys keys = SigningKeys.open(state, clock);
        RSAKey own = keys.signingKey();
        Account job = new Account(Account.Kind.CLIENT, "job", "job", null, Access.of(Role.ADMIN, null, null),
                clock.instant(), null, null, WatchMail.OFF);
        String account = job.id();
        StateCache<Optional<Account>> accounts = new StateCache<>(id ->
                Optional.of(job).filter(each -> each.id().equals(id)), clock);
        verifier = new TokenVerifier(List.of(new OwnIssuer(IdentityConfig.of("https://tidemark.test", "tidemark",
                state), keys, accounts, clock),
                new ExternalVerifier(provider.configured(), clock)));
        long now = Instant.now().getEpochSecond();
        good = Map.of(
                Issuer.OWN, new Good("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"" + own.getKeyID() + "\"}",
                        "{\"iss\":\"https://tidemark.test\",\"aud\":\"tidemark\",\"sub\":\"" + account + "\",\"iat\":"
                        + now + ",\"exp\":"
                        + (now + 3_600) + ",\"name\":\"job\",\"roles\":[\"admin\"],\"permissions\":[\"common:read\"]}",
                        JWSAlgorithm.RS256, new RSASSASigner(own)),
                Issuer.PROVIDER, new Good("{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"ec\"}",
                        provider.farmer(Instant.now()).build().toString(), JWSAlgorithm.ES256, new ECDSASigner(curve)));
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    private static Good good(Issuer issuer) {
        return Objects.requireNonNull(good.get(issuer));
    }

    /** Whether it is accepted; what is neither accepted nor refused fails the test. */
    private static boolean isAccepted(String token) {
        try {
            return !verifier.verify("Bearer " + token).subject().isEmpty();
        } catch (IdentityException e) {
            return false;
        }
    }

    private static void isAnswered(String token, Object what) {
        assertThatCode(() -> isAccepted(token)).as("%s", what).doesNotThrowAnyException();
    }

    /** The object with one more value, or with another one where it has that name. */
    private static byte[] with(String object, String name, String value) {
        String rest = object.replaceFirst("\"" + name + "\":(\"[^\"]*\"|\\[[^]]*]|\\{[^}]*}|[^,}]*),?", "")
                .replace(",}", "}");
        return ("{\"" + name + "\":" + value + (rest.equals("{}") ? "}" : "," + rest.substring(1)))
                .getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(Issuer.class)
    void anyValueOfAnyClaimIsAnswered(Issuer issuer) {
        Good token = good(issuer);
        assertThat(isAccepted(token.token())).isTrue();
        byte[] header = token.header().getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < CLAIMS.size() * VALUES.size(); i += issuer.step) {
            String name = CLAIMS.get(i / VALUES.size());
            String value = VALUES.get(i % VALUES.size());
            isAnswered(token.signed(header, with(token.claims(), name, value)), name + ": " + value);
        }
    }

    @ParameterizedTest
    @EnumSource(Issuer.class)
    void anyValueOfAnyHeaderIsAnswered(Issuer issuer) {
        Good token = good(issuer);
        byte[] claims = token.claims().getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < HEADERS.size() * VALUES.size(); i += issuer.step) {
            String name = HEADERS.get(i / VALUES.size());
            String value = VALUES.get(i % VALUES.size());
            isAnswered(token.signed(with(token.header(), name, value), claims), name + ": " + value);
        }
    }

    @ParameterizedTest
    @EnumSource(Issuer.class)
    void changedBytesThatAreSignedAreAnswered(Issuer issuer) {
        Good token = good(issuer);
        Random random = new Random(SEED);
        for (int i = 0; i < CHANGED_BYTES; i += issuer.step) {
            byte[] header = token.header().getBytes(StandardCharsets.UTF_8);
            byte[] claims = token.claims().getBytes(StandardCharsets.UTF_8);
            byte[] part = i % 3 == 0 ? header : claims;
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                part[random.nextInt(part.length)] = (byte) random.nextInt(256);
            }
            isAnswered(token.signed(header, claims), i);
        }
    }

    @ParameterizedTest
    @EnumSource(Issuer.class)
    void changedCharactersAreRefused(Issuer issuer) {
        String token = good(issuer).token();
        Random random = new Random(SEED);
        for (int i = 0; i < CHANGED_BYTES; i++) {
            StringBuilder other = new StringBuilder(token);
            int at = random.nextInt(token.length());
            switch (random.nextInt(4)) {
                case 0 -> other.setCharAt(at, (char) random.nextInt(33, 127));
                case 1 -> other.deleteCharAt(at);
                case 2 -> other.insert(at, (char) random.nextInt(33, 127));
                default -> other.setLength(at);
            }
            if (!other.toString().equals(token)) {
                assertThat(isAccepted(other.toString())).as("%d: %s", i, other).isFalse();
            }
        }
    }

    /**
     * Signatures of ES256 whose numbers are zero, the order of the curve, or of another length: Java 15 to 18 accepted
     * zeros.
     */
    @ParameterizedTest
    @EnumSource(Issuer.class)
    void madeUpSignaturesAreRefused(Issuer issuer) {
        String token = good(issuer).token();
        String input = token.substring(0, token.lastIndexOf('.') + 1);
        byte[] order = Curve.P_256.toECParameterSpec().getOrder().toByteArray();
        byte[] orders = new byte[64];
        System.arraycopy(order, 1, orders, 0, 32);
        System.arraycopy(order, 1, orders, 32, 32);
        for (byte[] signature : List.of(new byte[64], orders, new byte[1], new byte[63], new byte[65], new byte[255],
                new byte[256], new byte[257], new byte[] {48, 6, 2, 1, 0, 2, 1, 0})) {
            assertThat(isAccepted(input + Base64URL.encode(signature))).as("%d bytes", signature.length).isFalse();
        }
    }
}
