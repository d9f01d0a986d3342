package io.tidemark.server.http.limit;

import static io.tidemark.server.http.limit.GuardedServer.PASSWORD;
import static io.tidemark.server.http.limit.GuardedServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.event.Event;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failed sign-ins over HTTP, with the defaults; each test has addresses of its own, as a proxy on this machine reports
 * them.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
final class SignInLimitTest {
    @TempDir
    static Path folder;

    private static GuardedServer server;

    @BeforeAll
    static void start() {
        server = new GuardedServer(folder, Map.of("server.behind-proxy", "true"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void tooManyFailuresAreAnsweredAsTheInterfaceSays() {
        HttpResponse<String> refused = untilRefused(i ->
                server.signIn("192.0.2.1", "guess" + i, "wrong horse battery"));
        JsonNode body = json(refused);
        assertThat(body.get("error").textValue()).isEqualTo("rate_limit_exceeded");
        assertThat(body.get("message").textValue()).isEqualTo("Too many requests");
        assertThat(body.get("code").intValue()).isEqualTo(429);
        // one more each 6 s, less the time that the ten took
        assertThat(body.get("retry_after").intValue()).isBetween(1, 6);
        assertThat(refused.headers().firstValue("Retry-After")).contains(body.get("retry_after").asText());
        server.await(event -> event instanceof Event.Refused e && e.status() == 429
                && e.origin().address().equals("192.0.2.1") && e.reason().equals("Too many requests"), 1);
        // others are not concerned
        assertThat(server.signIn("192.0.2.2", "kari", PASSWORD).statusCode()).isEqualTo(200);
    }

    @Test
    void anAccountThatExistsAndOneThatDoesNotAreRefusedAlike() {
        for (String account : List.of("board", "nobody")) {
            HttpResponse<String> refused =
                    untilRefused(i -> server.signIn("198.51.100." + i, account, "wrong horse battery"));
            assertThat(json(refused).get("message").textValue()).as(account).isEqualTo("Too many requests");
        }
        // board's own password, from a place that it never used: not now either, unless six seconds end right here
        List<Integer> own = new ArrayList<>();
        for (int place = 200; place < 203 && !own.contains(429); place++) {
            int round = (place - 200) * 100;
            untilRefused(i -> server.signIn("2001:db8:0:" + (round + i) + "::1", "board", "wrong horse battery"), 0);
            own.add(server.signIn("198.51.100." + place, "board", PASSWORD).statusCode());
        }
        assertThat(own).contains(429);
    }

    @Test
    void clientsAndRefreshTokensAreGuardedToo() {
        for (String path : List.of("token", "refresh")) {
            String address = "203.0.113." + path.length();
            assertThat(untilRefused(i -> post(path, address, i))).as(path).isNotNull();
        }
    }

    /** The first 429 after at least ten times 401: a slow machine is allowed one more each six seconds. */
    private static HttpResponse<String> untilRefused(IntFunction<HttpResponse<String>> attempt) {
        return untilRefused(attempt, 10);
    }

    private static HttpResponse<String> untilRefused(IntFunction<HttpResponse<String>> attempt, int least) {
        for (int i = 0; i < 60; i++) {
            HttpResponse<String> response = attempt.apply(i);
            if (response.statusCode() == 429) {
                assertThat(i).isGreaterThanOrEqualTo(least);
                return response;
            }
            assertThat(response.statusCode()).isEqualTo(401);
        }
        throw new AssertionError("60 failures in a row and no 429");
    }

    private static HttpResponse<String> post(String path, String address, int i) {
        String body = path.equals("refresh") ? "{\"refresh_token\":\"tmr_" + i + "\"}"
                : "{\"grant_type\":\"client_credentials\",\"client_id\":\"tmc_" + i + "\",\"client_secret\":\"tms_x\"}";
        return server.send(server.request("/v3/auth/" + path).header("Content-Type", "application/json")
                .header("X-Forwarded-For", address).POST(BodyPublishers.ofString(body)));
    }

    @Test
    void whatAStrangerWritesLeftOfItsAddressIsNotBelieved() {
        HttpResponse<String> refused =
                untilRefused(i -> server.signIn("10.9.8." + i + ", 192.0.2.50", "spoof" + i, "wrong horse battery"));
        assertThat(refused.statusCode()).isEqualTo(429);
    }

    @Test
    void malformedBodiesAreNoFailures() {
        for (int i = 0; i < 30; i++) {
            assertThat(server.signIn("192.0.2.60", "kari", "").statusCode()).isEqualTo(400);
        }
        assertThat(server.signIn("192.0.2.60", "kari", PASSWORD).statusCode()).isEqualTo(200);
    }
}
