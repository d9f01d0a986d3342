package io.tidemark.server.identity.provider;

import static io.tidemark.server.identity.provider.TestProvider.header;
import static io.tidemark.server.identity.provider.TestProvider.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.token.IdentityConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * OWASP API7:2023. The server calls only the configured web hook and identity provider, never an address from a
 * request: here with a listener that would notice. The addresses allowed in discovery are in {@link ProviderKeysTest}.
 */
final class Api7ServerSideRequestForgeryTest {

    @Test
    void noAddressInATokenIsCalled(@TempDir Path state) throws JOSEException {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("stranger").generate();
        try (TestProvider trusted = new TestProvider(); TestProvider stranger = new TestProvider().publish(key);
                RunningServer server = new RunningServer(IdentityConfig.of("https://tidemark.test", "tidemark", state),
                        trusted.configured(), Clock.systemUTC())) {
            URI keys = URI.create(stranger.issuer() + "/keys");
            Instant now = Instant.now();
            for (String issuer : new String[] {stranger.issuer(), trusted.issuer(), "https://tidemark.test"}) {
                String token = sign(key, header(key).jwkURL(keys).x509CertURL(keys),
                        stranger.farmer(now).issuer(issuer).claim("jwks_uri", keys.toString()));
                assertThat(server.userInfo(token).statusCode()).isEqualTo(401);
            }
            assertThat(stranger.keyRequests()).isZero();
            assertThat(trusted.keyRequests()).isEqualTo(1);
        }
    }
}
