package io.tidemark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.http.limit.GuardedServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Security headers on every response, and CORS. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class BrowserTest {
    private static final String OURS = "https://app.example.org";

    @TempDir
    static Path folder;

    private static GuardedServer closed;
    private static GuardedServer open;

    @BeforeAll
    static void start() {
        closed = new GuardedServer(folder.resolve("closed"), Map.of());
        open = new GuardedServer(folder.resolve("open"), Map.of("cors.allowed-origins", OURS));
    }

    @AfterAll
    static void stop() {
        closed.close();
        open.close();
    }

    @ParameterizedTest
    @CsvSource({"/v3/auth/userinfo, 401", "/v3/common/site, 401", "/nowhere, 404", "/health/live, 200",
            "/v3/auth/token, 405"})
    void everyAnswerHasTheSecurityHeaders(String path, int status) {
        HttpResponse<String> response = closed.send(closed.request(path));
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("Content-Security-Policy"))
                .contains("default-src 'none'; frame-ancestors 'none'");
        assertThat(response.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        // over plain HTTP a browser must ignore it (RFC 6797, section 7.2)
        assertThat(response.headers().firstValue("Strict-Transport-Security")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v3/common/site", "/v2/mortality/codelist", "/v3/auth/token"})
    void withoutConfigurationNoPageMayCall(String path) {
        HttpResponse<String> preflight = preflight(closed, path, OURS);
        assertThat(preflight.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        assertThat(preflight.statusCode()).isGreaterThanOrEqualTo(400);
        HttpResponse<String> simple = closed.send(closed.request(path).header("Origin", OURS));
        assertThat(simple.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v3/common/site", "/v2/mortality/codelist", "/v3/auth/token"})
    void aConfiguredOriginMayCall(String path) {
        HttpResponse<String> preflight = preflight(open, path, OURS);
        assertThat(preflight.statusCode()).isBetween(200, 204);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin")).contains(OURS);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
                .containsIgnoringCase("authorization");
        assertThat(preflight.headers().firstValue("Access-Control-Max-Age")).contains("600");
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
        HttpResponse<String> actual = open.send(open.request(path).header("Origin", OURS));
        assertThat(actual.headers().firstValue("Access-Control-Allow-Origin")).contains(OURS);
        assertThat(actual.headers().firstValue("Access-Control-Expose-Headers").orElseThrow()).contains("X-Request-Id");
        assertThat(actual.headers().allValues("Vary").toString()).containsIgnoringCase("origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example.org", "https://app.example.org.evil.org", "http://app.example.org",
            "null",
        "x"})
    void otherOriginsGetNoPermissionAndTheUsualAnswer(String origin) {
        HttpResponse<String> preflight = preflight(open, "/v3/common/site", origin);
        assertThat(preflight.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        HttpResponse<String> actual = open.send(open.request("/v3/common/site").header("Origin", origin));
        assertThat(actual.statusCode()).isEqualTo(401);
        assertThat(actual.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void withATokenTheAnswerIsReadableForThePage() {
        HttpResponse<String> answer = open.send(open.request("/v3/auth/userinfo").header("Origin", OURS)
                .header("Authorization", "Bearer " + open.token("kari")));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains(OURS);
    }

    @ParameterizedTest
    @CsvSource({"GET, true", "HEAD, true", "POST, true", "DELETE, false"})
    void aConfiguredOriginMayUseTheMethodsThatReadAndSignIn(String method, boolean may) {
        HttpResponse<String> preflight = preflight(open, "/v3/common/site", OURS, method);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin").isPresent()).isEqualTo(may);
    }

    private static HttpResponse<String> preflight(GuardedServer server, String path, String origin) {
        return preflight(server, path, origin, "GET");
    }

    private static HttpResponse<String> preflight(GuardedServer server, String path, String origin, String method) {
        return server.send(server.request(path).method("OPTIONS", BodyPublishers.noBody()).header("Origin", origin)
                .header("Access-Control-Request-Method", method)
                .header("Access-Control-Request-Headers", "authorization"));
    }
}
