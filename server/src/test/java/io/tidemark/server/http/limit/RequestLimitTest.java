package io.tidemark.server.http.limit;

import static io.tidemark.server.http.limit.GuardedServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** So many data requests a second of one caller; here two, so that no machine is too slow to exceed it. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class RequestLimitTest {
    private static final String PATH = "/v3/common/platform-areas";

    @TempDir
    static Path folder;

    private static GuardedServer server;

    @BeforeAll
    static void start() {
        server = new GuardedServer(folder, Map.of("limits.requests-per-second", "2", "server.behind-proxy", "true"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void moreAreRefusedUntilTheSecondIsOver() throws InterruptedException {
        String kari = server.token("kari");
        String board = server.token("board");
        HttpResponse<String> refused = burst(kari);
        assertThat(json(refused).get("error").textValue()).isEqualTo("rate_limit_exceeded");
        assertThat(json(refused).get("retry_after").intValue()).isEqualTo(1);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        // another caller is not concerned, and the same one no longer after the time that it was told
        assertThat(server.get(PATH, board).statusCode()).isNotEqualTo(429);
        Thread.sleep(1100);
        assertThat(server.get(PATH, kari).statusCode()).isNotEqualTo(429);
        // a new token is no new caller
        burst(kari);
        assertThat(burst(server.token("kari")).statusCode()).isEqualTo(429);
    }

    /** The first 429 of as many requests as it takes, which no machine spreads over so many seconds. */
    private static HttpResponse<String> burst(String token) {
        for (int i = 0; i < 200; i++) {
            HttpResponse<String> response = server.get(PATH, token);
            if (response.statusCode() == 429) {
                return response;
            }
        }
        throw new AssertionError("200 requests in a row and no 429");
    }

    @Test
    void badTokensAreLimitedByAddress() {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 200 && !statuses.contains(429); i++) {
            statuses.add(server.send(server.request(PATH).header("Authorization", "Bearer no.such.token")
                    .header("X-Forwarded-For", "192.0.2.9")).statusCode());
        }
        assertThat(statuses).startsWith(401, 401).endsWith(429);
        // other addresses are not affected
        assertThat(server.send(server.request(PATH).header("X-Forwarded-For", "192.0.2.10")).statusCode())
                .isEqualTo(401);
    }
}
