package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.identity.provider.AuthorizationCodes;
import io.tidemark.server.identity.provider.TestProvider;
import io.tidemark.server.metrics.Scrape;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the server says about companies' providers to whoever asks, and the tokens that it fetches there. Each client
 * has an address of its own.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
final class ProviderSignInRoutesTest {
    private static final String VERIFIER = "v".repeat(43);

    @TempDir
    static Path folder;

    private static TestProvider north;
    private static TestProvider south;
    private static TestProvider gone;
    private static GuardedServer server;
    private static String goneToken;
    private static int clients;

    @BeforeAll
    static void start() throws JOSEException, IOException {
        north = TestProvider.withSignIn();
        south = TestProvider.withSignIn().of("F2");
        gone = TestProvider.withSignIn();
        Path secret = Files.writeString(folder.resolve("south.secret"), "s/cret+42\n");
        south.codes().demand("s%2Fcret%2B42");
        Map<String, String> settings = new HashMap<>(Map.of("server.behind-proxy", "true", "metrics.port", "0",
                "identity.providers.south.client-secret-file", secret.toString()));
        settings.putAll(north.companySettings("north", "F1"));
        settings.putAll(south.companySettings("south", "F2"));
        settings.putAll(gone.companySettings("gone", "F3"));
        server = new GuardedServer(folder, settings);
        goneToken = gone.token();
        gone.close();
    }

    @AfterAll
    static void stop() {
        server.close();
        north.close();
        south.close();
    }

    private static HttpResponse<String> post(String path, String address, String body) {
        return server.send(server.request(path).header("X-Forwarded-For", address)
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    private static synchronized String address() {
        clients++;
        return "198.51.100." + clients;
    }

    private static HttpResponse<String> byEmail(String email) {
        return post("/web/sign-in", address(), "{\"email\":\"" + email + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kari@north.example.org", "Kari.Nord@NORTH.example.org", " kari@north.example.org ",
            "\\\"a@b\\\"@north.example.org"})
    void theDomainOfAnAddressTellsTheProvider(String email) {
        JsonNode found = GuardedServer.json(byEmail(email)).get("provider");
        assertThat(found.get("name").asText()).isEqualTo("north");
        assertThat(found.get("issuer").asText()).isEqualTo(north.issuer());
        assertThat(found.get("client_id").asText()).isEqualTo("dashboard");
        assertThat(found.get("scopes").asText()).isEqualTo("openid profile email");
        assertThat(found.get("authorization_endpoint").asText()).isEqualTo(north.issuer() + "/authorize");
        assertThat(found.get("end_session_endpoint").isNull()).isTrue();
    }

    @Test
    void whoeverIsNoCustomerGetsTheSameAnswer() {
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (String email : new String[] {"kari@west.example.org", "kari@example.org", "kari@post.north.example.org",
            "kari@xnorth.example.org", "north.example.org", "@north.example.org", "kari@", "",
            "kari@north.example.org.", "x".repeat(300) + "@north.example.org", "kari@\\u0000"}) {
            answers.add(byEmail(email));
        }
        // where readers find theirs by e-mail, a name tells nothing
        for (String name : new String[] {"north", "none"}) {
            answers.add(post("/web/sign-in", address(), "{\"provider\":\"" + name + "\"}"));
        }
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"provider\":null}");
            assertThat(answer.headers().map().keySet()).isEqualTo(answers.getFirst().headers().map().keySet());
        });
    }

    @Test
    void nothingThatIsOpenNamesACompany() {
        assertThat(server.send(server.request("/web/settings.json")).body())
                .isEqualTo("{\"provider\":null,\"companies\":{\"by\":\"email\"},\"authority\":null}");
        for (String path : new String[] {"/", "/sign-in/north", "/sign-in/none", "/docs/", "/openapi",
                "/.well-known/openid-configuration",
            "/health/ready"}) {
            HttpResponse<String> answer = server.send(server.request(path));
            assertThat(answer.body() + answer.headers().map()).as(path)
                    .doesNotContain("north.example.org", "Company north", URI.create(north.issuer()).getAuthority());
        }
        HttpResponse<String> known = server.send(server.request("/sign-in/north"));
        HttpResponse<String> unknown = server.send(server.request("/sign-in/none"));
        assertThat(known.body()).isEqualTo(unknown.body());
        assertThat(known.headers().firstValue("Content-Security-Policy"))
                .isEqualTo(unknown.headers().firstValue("Content-Security-Policy"));
    }

    @Test
    void whoeverTriesManyDomainsHasToWait() {
        String address = address();
        for (int i = 0; i < 10; i++) {
            assertThat(post("/web/sign-in", address, "{\"email\":\"a@company" + i + ".no\"}").statusCode())
                    .isEqualTo(200);
        }
        HttpResponse<String> refused = post("/web/sign-in", address, "{\"email\":\"kari@north.example.org\"}");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        // those who know their company's do not
        String other = address();
        for (int i = 0; i < 30; i++) {
            assertThat(post("/web/sign-in", other, "{\"email\":\"kari@north.example.org\"}").body())
                    .contains("authorize");
        }
    }

    @Test
    void whileOneIsDownTheOthersGoOn() {
        HttpResponse<String> down = byEmail("kari@gone.example.org");
        assertThat(down.statusCode()).isEqualTo(503);
        assertThat(down.headers().firstValue("Retry-After")).isPresent();
        assertThat(down.body()).doesNotContain("127.0.0.1", "gone");
        assertThat(byEmail("kari@north.example.org").body()).contains("\"north\"");
        assertThat(byEmail("kari@south.example.org").body()).contains("\"south\"");
    }

    @Test
    void theMetricsNameTheProviderThatIsDown() throws Exception {
        assertThat(server.get("/v3/auth/userinfo", north.token()).statusCode()).isEqualTo(200);
        assertThat(server.get("/v3/auth/userinfo", goneToken).statusCode()).isEqualTo(503);
        assertThat(Scrape.of(server.server).series())
                .containsEntry("tidemark_provider_answers{provider=\"north\"}", 1.0)
                .containsEntry("tidemark_provider_answers{provider=\"gone\"}", 0.0);
    }

    /** Goes to a provider as a browser does, and gives the code that it comes back with. */
    private static String code(TestProvider provider, String redirect) throws IOException, InterruptedException,
            NoSuchAlgorithmException {
        String challenge = Base64.getUrlEncoder().withoutPadding()
                .encodeToString(MessageDigest.getInstance("SHA-256")
                .digest(VERIFIER.getBytes(StandardCharsets.US_ASCII)));
        AuthorizationCodes codes = provider.codes();
        try (HttpClient browser = HttpClient.newHttpClient()) {
            URI at = URI.create(codes.address() + "?response_type=code&client_id=dashboard&scope=openid&state="
                    + "s".repeat(40) + "&nonce="
                    + "n".repeat(40) + "&code_challenge_method=S256&code_challenge=" + challenge + "&redirect_uri="
                    + URLEncoder.encode(redirect, StandardCharsets.UTF_8));
            String back = browser.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString()).headers()
                    .firstValue("Location").orElseThrow();
            return back.substring(back.indexOf("code=") + "code=".length());
        }
    }

    private static HttpResponse<String> tokens(String provider, String code, String redirect) {
        return post("/web/sign-in/tokens", address(), "{\"provider\":\"" + provider
                + "\",\"grant_type\":\"authorization_code\",\"code\":\"" + code
                + "\",\"redirect_uri\":\"" + redirect + "\",\"code_verifier\":\"" + VERIFIER + "\"}");
    }

    @ParameterizedTest
    @CsvSource({"north, F1", "south, F2"})
    void theServerFetchesTheTokensAndRenewsThem(String name, String farmer) throws Exception {
        TestProvider provider = name.equals("north") ? north : south;
        String redirect = "http://localhost/sign-in/" + name;
        HttpResponse<String> answer = tokens(name, code(provider, redirect), redirect);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        JsonNode first = GuardedServer.json(answer);
        JsonNode person = GuardedServer.json(server.get("/v3/auth/userinfo", first.get("access_token").asText()))
                .get("data");
        assertThat(person.get("sub").asText()).isEqualTo("external." + name + ":8c2f");
        assertThat(person.get("farmer_id").asText()).isEqualTo(farmer);

        // the page gets no refresh token: the cookie has it, and the server asks the same provider again
        assertThat(first.has("refresh_token")).isFalse();
        String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).startsWith("tidemark-session=" + name + ":").contains("Path=/web/sign-in;", "HttpOnly",
                "SameSite=Strict");
        HttpResponse<String> renewed = server.send(server.request("/web/sign-in/session")
                .header("X-Forwarded-For", address()).header("Cookie", cookie.substring(0, cookie.indexOf(';')))
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString("{}")));
        assertThat(renewed.statusCode()).as(renewed.body()).isEqualTo(200);
        assertThat(GuardedServer.json(renewed).get("access_token").asText()).contains(".");
        assertThat(GuardedServer.json(renewed).at("/provider/name").asText()).isEqualTo(name);
        assertThat(renewed.body()).doesNotContain("refresh_token");
    }

    // the provider refuses all of these; a name that is no provider's is answered in the same way
    @Test
    void aCodeIsGoodAtItsOwnProviderWithItsOwnAddressOnce() throws Exception {
        String redirect = "http://localhost/sign-in/north";
        String code = code(north, redirect);
        List<HttpResponse<String>> refused = List.of(tokens("south", code, redirect), tokens("none", code, redirect),
                tokens("", code, redirect),
                tokens("north", "made-up", redirect), tokens("north", code, "http://localhost/sign-in/south"),
                tokens("north", code, redirect));
        assertThat(refused).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(GuardedServer.json(answer).get("message").asText())
                    .isEqualTo("provider: gave no tokens for this sign-in");
        });
        assertThat(south.codes().asked).contains("refused: code");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "", "{\"provider\":7}", "{\"provider\":null}", "{\"provider\":\"north\"}",
        "{\"provider\":\"north\",\"code\":{}}", "{\"provider\":\"north\",\"refresh_token\":\"x\"}",
                "{\"provider\":\"north\""})
    void whatIsNoRequestForTokensIsRefused(String body) {
        assertThat(post("/web/sign-in/tokens", address(), body).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"{}, 400", "{\"email\":7}, 400", "{\"provider\":null}, 400", "[], 400"})
    void whatIsNoAddressIsRefused(String body, int status) {
        assertThat(post("/web/sign-in", address(), body).statusCode()).isEqualTo(status);
        assertThat(server.send(server.request("/web/sign-in")).statusCode()).isEqualTo(405);
        assertThat(server.send(server.request("/web/sign-in/tokens")).statusCode()).isEqualTo(405);
    }
}
