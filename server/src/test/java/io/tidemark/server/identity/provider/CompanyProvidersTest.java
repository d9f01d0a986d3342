package io.tidemark.server.identity.provider;

import static io.tidemark.server.identity.RunningServer.json;
import static io.tidemark.server.identity.provider.TestProvider.header;
import static io.tidemark.server.identity.provider.TestProvider.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.token.IdentityConfig;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tokens of competing companies' providers: no company's gives what is another's. North may speak for F1 and F3, south
 * for F2, and both make farmers only, whom south alone may let deliver; the body's own provider has no name and may
 * speak for all.
 */
@SuppressWarnings("NullAway.Init") // set before the tests
final class CompanyProvidersTest {
    private static ECKey northKey;
    private static ECKey southKey;
    private static ECKey bodyKey;

    @TempDir
    Path state;

    private final Instant now = Instant.now();
    private TestProvider north;
    private TestProvider south;
    private TestProvider body;
    private RunningServer server;

    /** All keys have the same id, as two programs of one kind may give them. */
    @BeforeAll
    static void keys() throws JOSEException {
        northKey = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
        southKey = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
        bodyKey = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
    }

    @BeforeEach
    void start() {
        north = new TestProvider().publish(northKey.toPublicJWK());
        south = new TestProvider().publish(southKey.toPublicJWK()).of("F2");
        body = new TestProvider().publish(bodyKey.toPublicJWK());
        Map<String, Role> farmersOnly = Map.of("tidemark-farmer", Role.FARMER);
        server = new RunningServer(IdentityConfig.of("https://tidemark.test", "tidemark", state),
                List.of(body.configured(),
                north.configured("north", Set.of("F1", "F3"), farmersOnly, false),
                south.configured("south", Set.of("F2"), farmersOnly, true)),
                Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        server.close();
        north.close();
        south.close();
        body.close();
    }

    private static JWTClaimsSet.Builder roles(JWTClaimsSet.Builder claims, String... roles) {
        return claims.claim("realm_access", Map.of("roles", List.of(roles)));
    }

    private String sub(String token) {
        HttpResponse<String> answer = server.userInfo(token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).get("data").get("sub").asText();
    }

    @Test
    void theSameSubjectOfThreeProvidersIsThreeCallers() {
        assertThat(sub(sign(northKey, north.farmer(now)))).isEqualTo("external.north:8c2f");
        assertThat(sub(sign(southKey, south.farmer(now)))).isEqualTo("external.south:8c2f");
        assertThat(sub(sign(bodyKey, body.farmer(now)))).isEqualTo("external:8c2f");
        // what would be a subject of south's if names and subjects were just joined
        assertThat(sub(sign(bodyKey, body.farmer(now).subject("south:8c2f")))).isEqualTo("external:south:8c2f");
        assertThat(sub(sign(northKey, north.farmer(now).subject("external.south:8c2f"))))
                .isEqualTo("external.north:external.south:8c2f");
    }

    @ParameterizedTest(name = "north, {0} of {1}: {2}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            tidemark-farmer                  | F1  | -
            tidemark-farmer                  | F3  | -
            tidemark-farmer                  | F2  | TOKEN_FARMER
            tidemark-farmer                  | f1  | TOKEN_FARMER
            tidemark-farmer                  | F   | TOKEN_FARMER
            tidemark-farmer                  | *   | TOKEN_CLAIMS
            tidemark-farmer                  | -   | TOKEN_CLAIMS
            tidemark-admin                   | -   | TOKEN_ROLE
            tidemark-analyst                 | -   | TOKEN_ROLE
            tidemark-readonly                | -   | TOKEN_ROLE
            admin                            | -   | TOKEN_ROLE
            tidemark-farmer,tidemark-admin   | F1  | -
            """)
    void aCompanySpeaksForItselfAlone(String roles, String farmer, String reason) {
        HttpResponse<String> answer = server.userInfo(sign(northKey,
                roles(north.claims(now), roles.split(",")).claim("farmer_id", farmer)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(reason == null ? 200 : 401);
        if (reason == null) {
            assertThat(json(answer).get("data").get("roles")).hasToString("[\"farmer\"]");
        } else {
            assertThat(server.refusal(answer).reason()).isEqualTo(reason);
            // the log says whose it was
            assertThat(server.refusal(answer).accountId()).isEqualTo("external.north:8c2f");
            assertThat(json(answer).get("message").asText())
                    .isEqualTo("The access token is missing, invalid or expired");
        }
    }

    @Test
    void aCompanyOfOneFarmerIdNeedNotWriteItIntoItsTokens() {
        HttpResponse<String> answer = server.userInfo(sign(southKey, roles(south.claims(now), "tidemark-farmer")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(json(answer).get("data").get("farmer_id").asText()).isEqualTo("F2");
        // one that is written is not replaced
        assertThat(server.reasonOf(server.userInfo(sign(southKey, south.farmer(now).claim("farmer_id", "F1")))))
                .isEqualTo("TOKEN_FARMER");
        assertThat(server.reasonOf(server.userInfo(sign(southKey,
                south.farmer(now).claim("farmer_id", List.of("F2")))))).isEqualTo("TOKEN_CLAIMS");
    }

    @ParameterizedTest(name = "{0} claims {1}: {2}")
    @CsvSource({"north, mortality:read deliver, mortality:read", "north, deliver, ''",
        "south, mortality:read deliver, mortality:read deliver",
                "body, mortality:read deliver, mortality:read deliver"})
    void aCompanysTokensMayDeliverOnlyWhereTheOperatorSaysSo(String who, String claimed, String permissions) {
        String token = switch (who) {
            case "north" -> sign(northKey, north.farmer(now).claim("permissions", claimed));
            case "south" -> sign(southKey, south.farmer(now).claim("permissions", claimed));
            default -> sign(bodyKey, body.farmer(now).claim("permissions", claimed));
        };
        List<String> granted = new ArrayList<>();
        json(server.userInfo(token)).get("data").get("permissions").forEach(each -> granted.add(each.asText()));
        assertThat(String.join(" ", granted)).isEqualTo(permissions);
    }

    @Test
    void theBodysOwnProviderStillMayWhatItsSettingsSay() {
        assertThat(sub(sign(bodyKey, body.farmer(now).claim("farmer_id", "F2")))).isEqualTo("external:8c2f");
        assertThat(sub(sign(bodyKey, roles(body.claims(now), "tidemark-admin")))).isEqualTo("external:8c2f");
    }

    @Test
    void aKeySignsForItsOwnIssuerAlone() {
        for (String token : List.of(sign(northKey, south.farmer(now)), sign(southKey, north.farmer(now)),
                sign(northKey, body.farmer(now)), sign(bodyKey, north.farmer(now)))) {
            HttpResponse<String> answer = server.userInfo(token);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(server.refusal(answer).reason()).isEqualTo("TOKEN_SIGNATURE");
            assertThat(server.refusal(answer).accountId()).isNull();
        }
        // ours are signed with RS256 alone
        assertThat(server.reasonOf(server.userInfo(sign(northKey, north.farmer(now).issuer("https://tidemark.test")))))
                .isEqualTo("TOKEN_ALGORITHM");
    }

    @Test
    void anIssuerThatIsNobodysIsRefusedBeforeAnybodyIsAsked() throws JOSEException {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
        try (TestProvider stranger = new TestProvider().publish(key.toPublicJWK())) {
            for (String issuer : new String[] {stranger.issuer(), north.issuer() + "/",
                    north.issuer().replace("127.0.0.1", "localhost"), "north",
                ""}) {
                HttpResponse<String> answer = server.userInfo(sign(key, header(key)
                        .jwkURL(URI.create(stranger.issuer() + "/keys")), stranger.farmer(now).issuer(issuer)));
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(server.reasonOf(answer)).isEqualTo("TOKEN_ISSUER");
            }
            assertThat(List.of(stranger.keyRequests(), north.keyRequests(), south.keyRequests(), body.keyRequests()))
                    .containsOnly(0);
        }
    }

    @Test
    void onlyTheProviderOfATokenIsAsked() {
        sub(sign(northKey, north.farmer(now)));
        assertThat(List.of(north.keyRequests(), south.keyRequests(), body.keyRequests())).containsExactly(1, 0, 0);
    }

    @Test
    void whileOneIsDownTheOthersGoOn() {
        north.answerStatus(500);
        HttpResponse<String> answer = server.userInfo(sign(northKey, north.farmer(now)));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).doesNotContain("north", north.issuer());
        sub(sign(southKey, south.farmer(now)));
        sub(sign(bodyKey, body.farmer(now)));
        assertThat(server.userInfo(sign(northKey, north.farmer(now))).statusCode()).isEqualTo(503);
    }
}
