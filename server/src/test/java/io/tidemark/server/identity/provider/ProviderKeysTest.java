package io.tidemark.server.identity.provider;

import static io.tidemark.server.identity.provider.TestProvider.header;
import static io.tidemark.server.identity.provider.TestProvider.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.token.IdentityConfig;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider's keys over time: rotated, withdrawn, not to be had. The clock is set by the tests. */
@SuppressWarnings("NullAway.Init") // set before the tests
final class ProviderKeysTest {
    private static ECKey first;
    private static ECKey second;

    @TempDir
    Path state;

    private TestProvider provider;
    private StepClock clock;
    private RunningServer server;

    @BeforeAll
    static void keys() throws JOSEException {
        first = new ECKeyGenerator(Curve.P_256).keyID("first").generate();
        second = new ECKeyGenerator(Curve.P_256).keyID("second").generate();
    }

    @BeforeEach
    void start() {
        provider = new TestProvider().publish(first);
        clock = new StepClock(Clock.systemUTC().instant());
        server = new RunningServer(IdentityConfig.of("https://tidemark.test", "tidemark", state),
                provider.configured(), clock);
    }

    @AfterEach
    void stop() {
        server.close();
        provider.close();
    }

    private HttpResponse<String> ask(ECKey key) {
        return server.userInfo(sign(key, provider.farmer(clock.instant())));
    }

    private int status(ECKey key) {
        return ask(key).statusCode();
    }

    private int ownStatus() {
        return server.userInfo(server.identity.accessTokens().issue(
                server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client())).statusCode();
    }

    @Test
    void theyAreFetchedOnceAndWithTheFirstToken() {
        assertThat(ownStatus()).isEqualTo(200);
        assertThat(provider.keyRequests()).isZero();
        assertThat(Stream.generate(() -> status(first)).limit(20)).containsOnly(200);
        assertThat(provider.keyRequests()).isEqualTo(1);
    }

    @Test
    void aNewKeyIsTakenUpAndOneWithdrawnIsDropped() {
        assertThat(status(first)).isEqualTo(200);
        provider.publish(first, second);
        clock.advance(ProviderKeys.PAUSE);
        assertThat(status(second)).isEqualTo(200);
        assertThat(status(first)).isEqualTo(200);
        assertThat(provider.keyRequests()).isEqualTo(2);
        provider.publish(second);
        clock.advance(ProviderKeys.FRESH.plusSeconds(1));
        assertThat(status(first)).isEqualTo(401);
        assertThat(status(second)).isEqualTo(200);
        assertThat(provider.keyRequests()).isEqualTo(3);
    }

    @Test
    void unknownKeysMakeNoFlood() {
        assertThat(status(first)).isEqualTo(200);
        for (int i = 0; i < 50; i++) {
            String kid = "made up " + i;
            assertThat(server.userInfo(sign(second, header(second).keyID(kid), provider.farmer(clock.instant())))
                    .statusCode())
                    .isEqualTo(401);
        }
        assertThat(provider.keyRequests()).isEqualTo(1);
        clock.advance(ProviderKeys.PAUSE);
        assertThat(Stream.generate(() -> status(second)).limit(20)).containsOnly(401);
        assertThat(provider.keyRequests()).isEqualTo(2);
        assertThat(status(first)).isEqualTo(200);
    }

    @Test
    void manyAtOnceAskOnce() throws InterruptedException, ExecutionException {
        Callable<Integer> call = () -> status(first);
        try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
            for (var answer : callers.invokeAll(Stream.generate(() -> call).limit(16).toList())) {
                assertThat(answer.get()).isEqualTo(200);
            }
        }
        assertThat(provider.keyRequests()).isEqualTo(1);
    }

    @Test
    void whileTheProviderIsDownOwnTokensAndKnownKeysGoOn() {
        assertThat(status(first)).isEqualTo(200);
        provider.close();
        clock.advance(ProviderKeys.FRESH.plusSeconds(1));
        assertThat(status(first)).isEqualTo(200);
        assertThat(status(second)).isEqualTo(401);
        clock.advance(Duration.ofMinutes(49));
        assertThat(status(first)).isEqualTo(200);
        clock.advance(Duration.ofMinutes(10));
        assertThat(status(first)).isEqualTo(503);
        assertThat(ownStatus()).isEqualTo(200);
    }

    @Test
    void aProviderThatWasDownAtTheStartIsTriedAgain() {
        provider.answerStatus(500);
        HttpResponse<String> answer = ask(first);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.body()).contains("The identity provider cannot be reached now").doesNotContain("127.0.0.1");
        assertThat(ownStatus()).isEqualTo(200);
        provider.answerStatus(200);
        assertThat(status(first)).isEqualTo(503);
        clock.advance(ProviderKeys.PAUSE);
        assertThat(status(first)).isEqualTo(200);
    }

    /** Java takes no exponent below 3, and no exponent above 64 bits where the modulus has more than 3072. */
    @ParameterizedTest
    @CsvSource({"2048, AQ", "2048, Ag", "4096, AQAAAAAAAAAAAQ"})
    void aKeyThatCannotBeUsedSpoilsNoOther(int bits, String exponent) {
        byte[] modulus = new byte[bits / 8];
        Arrays.fill(modulus, (byte) 0xff);
        provider.answerKeys("{\"keys\":[" + first.toPublicJWK() + ",{\"kty\":\"RSA\",\"kid\":\"unusable\",\"n\":\""
                + Base64URL.encode(modulus) + "\",\"e\":\"" + exponent + "\"}]}");
        assertThat(status(first)).isEqualTo(200);
        assertThat(server.userInfo(sign(second, header(second).keyID("unusable"), provider.farmer(clock.instant())))
                .statusCode()).isEqualTo(401);
    }

    // RFC 7517, section 5: keys that are not understood are ignored
    @ParameterizedTest
    @ValueSource(strings = {"{'kty':'EC','crv':'P-999','kid':'unusable','x':'AQ','y':'AQ'}",
        "{'kty':'EC','crv':'P-256','kid':'unusable','x':'AQ','y':'AQ'}",
        "{'kty':'new','kid':'unusable'}", "{'kty':'RSA','kid':'unusable'}",
        "{'kty':'RSA','kid':7,'n':'AQ','e':'AQAB'}", "{'kid':'unusable'}", "{}", "null", "7"})
    void aKeyThatCannotBeReadSpoilsNoOther(String other) {
        provider.answerKeys("{\"keys\":[" + other.replace('\'', '"') + "," + first.toPublicJWK() + "]}");
        assertThat(status(first)).isEqualTo(200);
        assertThat(server.userInfo(sign(second, header(second).keyID("unusable"), provider.farmer(clock.instant())))
                .statusCode()).isEqualTo(401);
    }

    @Test
    void aClockThatIsSetBackDelaysNoFetch() {
        assertThat(status(first)).isEqualTo(200);
        clock.advance(Duration.ofHours(-1));
        provider.publish(second);
        // asked a moment ago
        assertThat(status(second)).isEqualTo(401);
        clock.advance(ProviderKeys.PAUSE);
        assertThat(status(second)).isEqualTo(200);
        provider.publish(first);
        clock.advance(Duration.ofHours(-1));
        assertThat(status(second)).isEqualTo(200);
        clock.advance(ProviderKeys.FRESH.plusSeconds(1));
        assertThat(status(second)).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{}", "{\"keys\":7}", "{\"keys\":[{\"kty\":\"RSA\"}]}", "<html>",
        "{\"keys\":[null]}"})
    void aSetThatIsNoneIsRefused(String body) {
        provider.answerKeys(body);
        assertThat(status(first)).isIn(401, 503);
        assertThat(ownStatus()).isEqualTo(200);
    }

    @Test
    void aSetThatIsTooLargeOrMovedOrDoubleIsRefused() {
        List<Runnable> bad = List.of(() -> provider.answerKeys(" ".repeat(600_000) + "{\"keys\":["
                + first.toPublicJWK() + "]}"),
                () -> provider.publish(first).answerStatus(302),
                () -> provider.answerStatus(200)
                        .answerKeys("{\"keys\":[" + first.toPublicJWK() + "," + first.toPublicJWK() + "]}"));
        for (Runnable answer : bad) {
            answer.run();
            assertThat(status(first)).isEqualTo(503);
            clock.advance(ProviderKeys.PAUSE);
        }
        provider.publish(first);
        assertThat(status(first)).isEqualTo(200);
    }

    @Test
    void discoveryMustBeOfThatIssuerAndItsKeysSafe() {
        for (String document : new String[] {"", "[]",
                "{\"issuer\":\"https://evil.test\",\"jwks_uri\":\"ISSUER/keys\"}",
            "{\"issuer\":\"ISSUER\"}", "{\"issuer\":\"ISSUER\",\"jwks_uri\":\"http://169.254.169.254/keys\"}",
            "{\"issuer\":\"ISSUER\",\"jwks_uri\":\"file:///etc/passwd\"}"}) {
            provider.answerDiscovery(document.replace("ISSUER", provider.issuer()));
            assertThat(status(first)).as(document).isEqualTo(503);
            clock.advance(ProviderKeys.PAUSE);
        }
        assertThat(provider.keyRequests()).isZero();
    }
}
