package io.tidemark.server.metrics;

import static io.tidemark.server.http.limit.GuardedServer.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventName;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the meters say after what a server did. */
class MetricsTest {
    private static final String WEEK = "/v3/mortality/areas/week";
    private static final String TOKEN = "/v3/auth/token";
    private static final String WRONG = "wrong horse battery";

    @TempDir
    Path folder;

    private GuardedServer start(String name) {
        return new GuardedServer(folder.resolve(name),
                Map.of("metrics.port", "0", "alert.failures", "3", "server.behind-proxy", "true"));
    }

    private static Scrape afterRequests(GuardedServer server, int requests) {
        server.await(Event.RequestAnswered.class::isInstance, requests);
        return Scrape.of(server.server);
    }

    @Test
    void eventsAndRequestsAreCountedForEachServerByItself() {
        try (GuardedServer server = start("one"); GuardedServer other = start("other")) {
            Scrape before = Scrape.of(server.server);
            for (String name : EventName.all()) {
                assertThat(before.events(name)).as(name).isZero();
            }
            // three of one address and of three accounts, of which two do not exist: one alert, for the address
            server.signIn("192.0.2.1", "kari", WRONG);
            server.signIn("192.0.2.1", "nobody", WRONG);
            server.signIn("192.0.2.1", "no-one", WRONG);
            String board = server.token("board");
            // board has the permission for common alone: 403. Nothing is published: 503. No token: 401. No route: 404
            server.get(WEEK, board);
            server.get("/v3/common/site/10001", board);
            server.get("/v3/common/site/10002", board);
            server.send(server.request(WEEK));
            server.get("/v3/nothing", board);
            server.send(server.request("/nothing"));

            Scrape after = afterRequests(server, 10);
            assertThat(after.events("sign_in_refused")).isEqualTo(3);
            assertThat(after.events("security_alert")).isEqualTo(1);
            assertThat(after.events("sign_in")).isEqualTo(1);
            assertThat(after.events("refused")).isEqualTo(1);
            assertThat(after.events("token_refused")).isEqualTo(1);
            // 3 + 1 sign-ins, 4 to data routes, 2 to none
            assertThat(after.events("request")).isEqualTo(10);
            assertThat(after.requests(TOKEN, 401)).isEqualTo(3);
            assertThat(after.requests(TOKEN, 200)).isEqualTo(1);
            assertThat(after.requests(WEEK, 403)).isEqualTo(1);
            assertThat(after.requests(WEEK, 401)).isEqualTo(1);
            assertThat(after.requests("/v3/common/site/{site_id}", 503)).isEqualTo(2);
            assertThat(after.requests("none", 404)).isEqualTo(2);

            Scrape others = Scrape.of(other.server);
            assertThat(others.events("request")).isZero();
            assertThat(others.events("security_alert")).isZero();
            assertThat(others.series().keySet()).noneMatch(key -> key.startsWith("tidemark_requests_total"));
        }
    }

    @Test
    void timesFallIntoBuckets() {
        try (GuardedServer server = start("one")) {
            server.send(server.request("/health/live"));
            server.send(server.request("/health/live"));

            Scrape scrape = afterRequests(server, 2);
            String route = "{route=\"/health/live\"";
            double sum = scrape.value("tidemark_request_seconds_sum" + route + "}");
            double max = scrape.value("tidemark_request_seconds_max" + route + "}");
            assertThat(scrape.value("tidemark_request_seconds_count" + route + "}")).isEqualTo(2);
            assertThat(max).isPositive().isLessThan(sum);
            // as the events say it, in seconds
            assertThat(sum).isCloseTo(server.events.stream().filter(Event.RequestAnswered.class::isInstance)
                    .mapToLong(event -> ((Event.RequestAnswered) event).took().toNanos()).sum() / 1e9,
                    Offset.offset(1e-6));
            double below = 0;
            for (String bound : new String[] {"0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5",
                    "5.0", "10.0",
                "30.0", "+Inf"}) {
                double count = scrape.value("tidemark_request_seconds_bucket" + route + ",le=\"" + bound + "\"}");
                assertThat(count).as(bound).isGreaterThanOrEqualTo(below);
                below = count;
            }
            assertThat(below).isEqualTo(2);
        }
    }

    @Test
    void whatClientsSendMakesNoLabels() throws Exception {
        try (GuardedServer server = start("one")) {
            String[] paths = {"/v3/common/site/hostile", "/v3/common/site/hostile%0A%22%7D",
                    "/v3/common/site/%68ostile",
                "/v3/mortality/areas/week;hostile=1", "/v3/mortality/areas/week?hostile", "/v3/hostile",
                "/hostile/%22,x=%22",
                "/v3/auth/hostile", "/.well-known/hostile", "/health/hostile", "/../hostile",
                "/v3/./hostile/../auth/token",
                "/hostile\\", "/v2/hostile%00", "/v3/hostile/" + "a".repeat(3000), "//hostile", "/metrics/hostile"};
            for (String path : paths) {
                for (String method : new String[] {"GET", "HOSTILE"}) {
                    assertThat(server.rawLast(method + " " + path + " HTTP/1.1\r\nHost: hostile\r\nUser-Agent: "
                            + "hostile\r\n"
                            + "X-Request-Id: hostile\r\nX-Forwarded-For: 192.0.2.66\r\n\r\n")).startsWith("HTTP/1.1 4");
                }
            }
            for (int i = 0; i < 100; i++) {
                server.send(server.request("/v3/common/site/hostile" + i));
                server.send(server.request("/hostile" + i));
            }
            Scrape scrape = Scrape.of(server.server);
            assertThat(scrape.text().toLowerCase(Locale.ROOT))
                    .doesNotContain("hostile", "192.0.2.66", "127.0.0.1", "localhost");
            String count = "tidemark_request_seconds_count";
            assertThat(scrape.series().keySet().stream().filter(key -> key.startsWith(count))).isSubsetOf(
                    Arrays.stream(new String[] {"/v3/common/site/{site_id}", WEEK, TOKEN, "none"})
                            .map(route -> count + "{route=\"" + route + "\"}").toList());
            assertThat(scrape.requests("/v3/common/site/{site_id}", 401)).isGreaterThanOrEqualTo(100);
            assertThat(scrape.requests("none", 404)).isGreaterThanOrEqualTo(100);
        }
    }

    @Test
    void nothingTellsWhoWasThere() {
        try (GuardedServer server = start("one")) {
            ClientCredentials client =
                    server.server.identity().accounts().addClient("nightly", Access.of(Role.FARMER, "F07", null));
            String token = server.token("kari");
            server.get("/v3/common/farmer/me?farmer=F07", token);
            server.signIn("192.0.2.1", "ola.nordmann", WRONG);
            server.send(server.request(WEEK).header("X-API-Key", "tm_0123456789abcdef_secretsecretsecret"));

            String text = afterRequests(server, 4).text();
            assertThat(text).contains("route=\"/v3/common/farmer/me\"");
            String account = server.events.stream().filter(Event.SignIn.class::isInstance)
                    .map(event -> ((Event.SignIn) event).accountId()).findFirst().orElseThrow();
            assertThat(text).doesNotContain(PASSWORD, WRONG, token, token.substring(token.lastIndexOf('.') + 1),
                    account, "kari", "ola.nordmann", "nightly", client.client().id(), client.xClientSecret(), "F07",
                    "192.0.2.1", "203.0.113.77", "127.0.0.1", "0123456789abcdef", "secretsecretsecret",
                    folder.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tidemark_x{a=\"b\"}", "tidemark_x{a=\"b} 1", "tidemark_x{a=\"b\"c\"} 1", "tidemark-x 1",
            "1x 1",
        "tidemark_x 1 # note", "# TYPE tidemark_x timer", "tidemark_x one", "", "tidemark_x 1\ntidemark_x 2"})
    void thisTestKnowsWhatIsNotTheTextFormat(String text) {
        assertThatThrownBy(() -> Scrape.parse("tidemark_y{a=\"b\",c=\"\\\"\"} 1.5E-4\n" + text + "\n"))
                .isInstanceOf(AssertionError.class);
    }
}
