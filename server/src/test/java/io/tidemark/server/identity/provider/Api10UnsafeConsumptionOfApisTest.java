package io.tidemark.server.identity.provider;

import static io.tidemark.server.identity.provider.TestProvider.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.token.IdentityConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * OWASP API10:2023. What an identity provider answers is trusted no further than needed: false, moved, huge and foreign
 * answers are in {@link ProviderKeysTest}; here one that never ends.
 */
final class Api10UnsafeConsumptionOfApisTest {

    @Test
    void anAnswerThatDripsInIsGivenUp(@TempDir Path state) throws IOException, JOSEException {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("key").generate();
        HttpServer dripping = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        dripping.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        dripping.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (exchange) {
                for (int i = 0; i < 3000; i++) {
                    exchange.getResponseBody().write(' ');
                    exchange.getResponseBody().flush();
                    Thread.sleep(100);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        dripping.start();
        try (TestProvider provider = new TestProvider()) {
            ExternalIssuer known = provider.configured();
            ExternalIssuer slow = new ExternalIssuer(known.name(), known.issuer(), known.audience(),
                    URI.create("http://127.0.0.1:" + dripping.getAddress().getPort() + "/keys"), known.claims(),
                    known.roles(), null, true);
            try (RunningServer server = new RunningServer(IdentityConfig.of("https://tidemark.test", "tidemark",
                    state), slow,
                    Clock.systemUTC())) {
                Instant start = Instant.now();
                assertThat(server.userInfo(sign(key, provider.farmer(start))).statusCode()).isEqualTo(503);
                // three seconds, and room for a slow machine; the answer would take three hundred
                assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(150));
            }
        } finally {
            dripping.stop(0);
        }
    }
}
