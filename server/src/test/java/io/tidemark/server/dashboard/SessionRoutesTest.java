package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.Event;
import io.tidemark.server.http.limit.GuardedServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The session of the dashboard, as a browser and as an attacker ask for it. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class SessionRoutesTest {
    private static final String SIGN_IN = "{\"username\":\"kari\",\"password\":\"" + GuardedServer.PASSWORD + "\"}";

    @TempDir
    static Path folder;

    @AutoClose
    private static GuardedServer server;

    @BeforeAll
    static void start() {
        server = new GuardedServer(folder, Map.of("limits.sign-in-failures-per-minute", "1000"));
    }

    private static HttpResponse<String> post(@Nullable String cookie, String body, String... headers) {
        return send("POST", cookie, body, headers);
    }

    private static HttpResponse<String> send(String method, @Nullable String cookie, String body, String... headers) {
        var request = server.request("/web/sign-in/session").method(method, BodyPublishers.ofString(body));
        if (cookie != null) {
            request.header("Cookie", "other=1; " + cookie);
        }
        if (headers.length > 0) {
            request.headers(headers);
        } else {
            request.header("Content-Type", "application/json");
        }
        return server.send(request);
    }

    private static String cookie(HttpResponse<String> answer) {
        String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        return set.substring(0, set.indexOf(';'));
    }

    private static String begun() {
        return cookie(post(null, SIGN_IN));
    }

    @Test
    void aPasswordBeginsASessionWhoseRefreshTokenNoScriptReads() {
        HttpResponse<String> answer = post(null, SIGN_IN);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(GuardedServer.json(answer).properties()).extracting(Map.Entry::getKey)
                .containsExactly("access_token");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.headers().allValues("Set-Cookie")).singleElement().asString()
                .matches("tidemark-session=:tmr_[A-Za-z0-9_-]{43}; Path=/web/sign-in; HttpOnly; SameSite=Strict");
        String token = GuardedServer.json(answer).get("access_token").asText();
        assertThat(server.get("/v3/auth/userinfo", token).body()).contains("\"username\":\"kari\"");
    }

    /** The page says by its origin that it came by TLS, also where a proxy ends that. */
    @Test
    void overTlsTheCookieGoesBackOverTlsAlone() {
        HttpResponse<String> answer = post(null, SIGN_IN, "Content-Type", "application/json",
                "Sec-Fetch-Site", "same-origin", "Origin", "https://tidemark.example.org");
        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).contains("; Secure");
    }

    @Test
    void eachUseRotatesAndAUsedTokenEndsTheFamily() {
        String first = begun();
        HttpResponse<String> second = post(first, "{}");
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(cookie(second)).startsWith("tidemark-session=:tmr_").isNotEqualTo(first);
        // a second tab at the same time, or an answer that was lost
        assertThat(cookie(post(first, "{}"))).isEqualTo(cookie(second));
        HttpResponse<String> third = post(cookie(second), "{}");
        assertThat(third.statusCode()).isEqualTo(200);

        HttpResponse<String> replayed = post(first, "{}");
        assertThat(replayed.statusCode()).isEqualTo(204);
        assertThat(replayed.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("tidemark-session=;")
                .contains("1 Jan 1970");
        assertThat(post(cookie(third), "{}").statusCode()).isEqualTo(204);
        server.await(Event.RefreshReuse.class::isInstance, 1);
    }

    @Test
    void signingOutEndsTheFamilyAndClearsTheCookie() {
        String first = begun();
        HttpResponse<String> ended = send("DELETE", first, "");
        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(ended.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("tidemark-session=;")
                .contains("1 Jan 1970", "Path=/web/sign-in");
        assertThat(post(first, "{}").statusCode()).isEqualTo(204);
    }

    /** What is no session is none, without an error: a page that is opened for the first time asks so too. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"-", "tidemark-session=", "tidemark-session=tmr_x",
        "tidemark-session=:tmr_unknown", "tidemark-session=none:x", "tidemark-session=a:b:c", "tidemark-session=:%41",
        "tidemark-session=:%", "tidemark-session=:%zz"})
    void whatIsNoSessionIsNone(@Nullable String cookie) {
        HttpResponse<String> answer = post(cookie, "{}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                      | 204
            []                                      | 400
            {                                       | 400
            {"username":7,"password":"x"}           | 400
            {"username":"kari"}                     | 400
            {"username":"kari","password":"wrong"}  | 401
            """)
    void whatIsSentIsChecked(String body, int status) {
        HttpResponse<String> answer = post(null, body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }

    /** Of another site's page: its forms, and requests that say where they come from. None of them uses the token. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            POST   | text/plain                        | -           | -                         | 400
            POST   | application/x-www-form-urlencoded | -           | -                         | 400
            POST   | multipart/form-data               | -           | -                         | 400
            POST   | application/json                  | cross-site  | -                         | 403
            POST   | application/json                  | same-site   | -                         | 403
            POST   | application/json                  | none        | -                         | 403
            POST   | application/json                  | -           | https://evil.example.org  | 403
            POST   | application/json                  | -           | null                      | 403
            POST   | application/json                  | -           | http://localhost          | 403
            POST   | application/json                  | -           | :                         | 403
            DELETE | application/json                  | cross-site  | -                         | 403
            DELETE | application/json                  | -           | https://evil.example.org  | 403
            """)
    void anotherSitesPageGetsNothing(String method, String type, @Nullable String site, @Nullable String origin,
            int status) {
        String first = begun();
        String[] headers = site != null ? new String[] {"Content-Type", type, "Sec-Fetch-Site", site}
                : origin != null ? new String[] {"Content-Type", type, "Origin", origin}
                : new String[] {"Content-Type", type};
        HttpResponse<String> answer = send(method, first, "{}", headers);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("access_token");
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        HttpResponse<String> own = post(first, "{}", "Content-Type", "application/json", "Origin",
                "http://localhost:" + server.server.port());
        assertThat(own.statusCode()).isEqualTo(200);
        // it is the first use: the other site's was none
        assertThat(cookie(own)).isNotEqualTo(first);
    }

    @Test
    void noOriginIsAllowedToAsk() {
        HttpResponse<String> preflight = server.send(server.request("/web/sign-in/session")
                .method("OPTIONS", BodyPublishers.noBody()).headers("Origin", "https://evil.example.org",
                "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type"));
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(preflight.statusCode()).isEqualTo(405);
    }

    /** Scripts have their own way, which no cookie opens. */
    @Test
    void theRoutesOfScriptsKnowNoCookie() {
        String first = begun();
        for (String path : new String[] {"/v3/auth/refresh", "/v3/auth/revoke", "/v3/auth/token"}) {
            HttpResponse<String> answer = server.send(server.request(path).header("Cookie", first)
                    .header("Content-Type", "application/json").POST(BodyPublishers.ofString("{}")));
            assertThat(answer.statusCode()).as(path).isEqualTo(400);
        }
        assertThat(server.send(server.request("/v3/auth/userinfo").header("Cookie", first)).statusCode())
                .isEqualTo(401);
    }
}
