package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of a real Keycloak on data routes, configured as docs/oidc.md says. F1 is premium, F2 is not. */
@Tag("keycloak")
@SuppressWarnings("NullAway.Init") // set before all tests
class KeycloakTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);
    private static final String SITES = "/v3/treatment/by-site";

    @TempDir
    static Path folder;

    private static Keycloak keycloak;
    private static LiveServer server;
    private static final Map<String, String> TOKENS = new HashMap<>();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        try (Stream<Path> unpacked = Files.list(Path.of("target/keycloak"))) {
            keycloak = Keycloak.start(unpacked.filter(Files::isDirectory).findFirst().orElseThrow());
        }
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .line("reference/farmers.csv", "farmers", "F2,Company F2,G2,Group G2,standard,2020-01-01");
        for (String farmer : new String[] {"F1", "F2"}) {
            delivery.site("1000" + farmer.charAt(1), 3)
                    .stock(farmer, "1000" + farmer.charAt(1), TODAY.minusDays(6), TODAY, 1000);
        }
        Path secret = Files.writeString(folder.resolve("board.secret"), Keycloak.secret("board") + "\n");
        Map<String, String> settings = new HashMap<>(Map.of(
                "identity.external.issuer", keycloak.issuer(),
                "identity.external.roles-claim", "realm_access.roles",
                "identity.external.roles",
                "tidemark-admin=admin,tidemark-analyst=analyst,tidemark-farmer=farmer,tidemark-readonly=readonly"));
        Map.of("issuer", keycloak.fjord(), "roles-claim", "realm_access.roles", "roles", "tidemark-farmer=farmer",
                "farmers", "F2",
                "client-id", "board", "client-secret-file", secret.toString(), "domains", "fjord.example.org")
                .forEach((name, value) -> settings.put("identity.providers.fjord." + name, value));
        server = LiveServer.start(folder, TODAY, settings)
                .ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
        keycloak.close();
    }

    private static HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + token);
    }

    private static int status(String path, String token) {
        return server.send(request(path, token)).statusCode();
    }

    private static String token(String user) {
        return TOKENS.computeIfAbsent(user, keycloak::token);
    }

    // stine's account has no farm, nils's no role of ours
    @ParameterizedTest(name = "{0} on {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            ada   | /v3/common/generations                  | 200
            ada   | /v3/treatment/by-site?owner_id=F2       | 200
            ada   | /v3/common/farmer/me                    | 403
            anna  | /v3/common/generations                  | 200
            anna  | /v3/treatment/by-site                   | 403
            kari  | /v3/common/farmer/me                    | 200
            kari  | /v3/treatment/by-site                   | 200
            kari  | /v3/treatment/by-site?owner_id=F2       | 403
            kari  | /v3/treatment/by-site?site_id=10002     | 403
            ola   | /v3/common/farmer/me                    | 403
            rolf  | /v2/mortality/categories/level-1        | 200
            rolf  | /v3/common/generations                  | 403
            stine | /v3/common/generations                  | 401
            nils  | /v2/mortality/categories/level-1        | 401
            nils  | /v3/auth/userinfo                       | 401
            """)
    void whoMayDoWhat(String user, String path, int expected) {
        HttpResponse<String> answer = server.send(request(path, token(user)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(expected);
    }

    @Test
    void userinfoTellsWhatTheTokenSays() {
        JsonNode kari = LiveServer.json(server.send(request("/v3/auth/userinfo", token("kari")))).get("data");
        assertThat(kari.get("username").asText()).isEqualTo("kari");
        assertThat(kari.get("email").asText()).isEqualTo("kari@example.org");
        assertThat(kari.get("farmer_id").asText()).isEqualTo("F1");
        assertThat(kari.get("roles")).hasToString("[\"farmer\"]");
        JsonNode rolf = LiveServer.json(server.send(request("/v3/auth/userinfo", token("rolf")))).get("data");
        assertThat(rolf.get("permissions")).hasToString("[\"mortality:read\"]");
    }

    @Test
    void farmersSeeTheirOwnRecord() {
        assertThat(server.send(request("/v3/common/farmer/me", token("kari"))).body()).contains("F1")
                .doesNotContain("F2");
    }

    @Test
    void aFarmerWhoIsNotPremiumNeedsTheSecretOfItsIntegration() {
        ClientCredentials own = server.identity().accounts().addClient("own", Access.of(Role.FARMER, "F2", null));
        ClientCredentials other = server.identity().accounts().addClient("other", Access.of(Role.FARMER, "F1", null));
        assertThat(server.send(request("/v3/common/farmer/me", token("ola"))
                .header("x-client-secret", own.xClientSecret())).statusCode()).isEqualTo(200);
        assertThat(server.send(request("/v3/common/farmer/me", token("ola"))
                .header("x-client-secret", other.xClientSecret())).statusCode()).isEqualTo(403);
    }

    @Test
    void algorithmsAudiencesAndKindsOfTokens() throws InterruptedException {
        awaitAccepted(keycloak.signIn("kari", "dashboard-ec").get("access_token").asText());
        assertThat(status("/v3/auth/userinfo", keycloak.signIn("kari", "dashboard-ps").get("access_token").asText()))
                .isEqualTo(401);
        assertThat(status("/v3/auth/userinfo", keycloak.signIn("kari", "elsewhere").get("access_token").asText()))
                .isEqualTo(401);
        JsonNode tokens = keycloak.signIn("kari", "dashboard");
        assertThat(status("/v3/auth/userinfo", tokens.get("id_token").asText())).isEqualTo(401);
        assertThat(status("/v3/auth/userinfo", tokens.get("refresh_token").asText())).isEqualTo(401);
        assertThat(status(SITES, server.token("admin"))).isEqualTo(200);
    }

    @Test
    void aRotatedKeyIsTakenUp() throws InterruptedException {
        String before = keycloak.token("kari");
        assertThat(status("/v3/auth/userinfo", before)).isEqualTo(200);
        keycloak.rotateKeys();
        String after = keycloak.token("kari");
        assertThat(after.substring(0, after.indexOf('.'))).isNotEqualTo(before.substring(0, before.indexOf('.')));
        awaitAccepted(after);
        assertThat(status("/v3/auth/userinfo", before)).isEqualTo(200);
    }

    /** The second realm is a company's: it speaks for F2 and makes farmers only. */
    @ParameterizedTest(name = "{0} of fjord: {1}")
    @CsvSource({"siri, 200", "kari, 401", "ada, 401"})
    void aCompanysRealmSpeaksForTheCompanyAlone(String user, int expected) {
        HttpResponse<String> answer = server.send(request("/v3/auth/userinfo", keycloak.fjordToken(user)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(expected);
        if (expected == 200) {
            JsonNode person = LiveServer.json(answer).get("data");
            assertThat(person.get("sub").asText()).startsWith("external.fjord:");
            assertThat(person.get("farmer_id").asText()).isEqualTo("F2");
        }
        // the realm beside it is not touched
        assertThat(status("/v3/auth/userinfo", token("ada"))).isEqualTo(200);
    }

    @Test
    void aReaderOfACompanySignsInThereByTheDashboardsWay() throws NoSuchAlgorithmException {
        JsonNode at = LiveServer.json(post("/web/sign-in", "", Map.of("email", "siri@fjord.example.org")))
                .get("provider");
        assertThat(at.get("issuer").asText()).isEqualTo(keycloak.fjord());
        assertThat(at.get("names_issuer").asBoolean()).isTrue();
        String verifier = "v".repeat(50);
        String challenge = Base64.getUrlEncoder().withoutPadding()
                .encodeToString(MessageDigest.getInstance("SHA-256")
                .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        String redirect = "http://localhost/sign-in/fjord";

        String back = keycloak.byForm(URI.create(at.get("authorization_endpoint").asText()
                + "?response_type=code&client_id=board&scope=openid"
                + "&state=s&nonce=n&code_challenge_method=S256&code_challenge=" + challenge + "&redirect_uri="
                + redirect), "siri").toString();
        assertThat(back).startsWith(redirect + "?")
                .contains("iss=" + URLEncoder.encode(keycloak.fjord(), StandardCharsets.UTF_8));
        String code = back.replaceFirst(".*[?&]code=", "").replaceFirst("&.*", "");

        HttpResponse<String> given = post("/web/sign-in/tokens", "",
                Map.of("provider", "fjord", "code", code, "redirect_uri", redirect, "code_verifier", verifier));
        JsonNode tokens = LiveServer.json(given);
        JsonNode person = LiveServer.json(server.send(request("/v3/auth/userinfo",
                tokens.get("access_token").asText()))).get("data");
        assertThat(person.get("username").asText()).isEqualTo("siri");
        JsonNode renewed = LiveServer.json(post("/web/sign-in/session", given.headers().firstValue("Set-Cookie")
                .orElseThrow().replaceFirst(";.*", ""), Map.of()));
        assertThat(status("/v3/auth/userinfo", renewed.get("access_token").asText())).isEqualTo(200);
    }

    private static HttpResponse<String> post(String path, String cookie, Map<String, String> body) {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Content-Type", "application/json").header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    /** A key that is new to the server is asked for, but every ten seconds at most. */
    private static void awaitAccepted(String token) {
        eventually().untilAsserted(() -> assertThat(status("/v3/auth/userinfo", token)).isEqualTo(200));
    }
}
