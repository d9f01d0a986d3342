package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.identity.StepClock;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine's clock jumps under a running server, as after a time server was reached, or a virtual machine was
 * suspended.
 */
class ClockJumpTest {

    private static final Instant BEGIN = Instant.parse("2026-03-08T12:00:00Z");
    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);
    private static final String ROUTE = "/v3/mortality/areas/week";

    @TempDir
    Path folder;

    @Test
    void tokensFollowTheClockAndTheServerStaysReady() throws Exception {
        StepClock clock = new StepClock(BEGIN);
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 8), Map.of(), event -> { }, clock)) {
            server.ingest(new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).loss("F1", "10001", DAY, "mortality", "A101", 10)
                    .write());
            assertThat(ask(server)).isEqualTo(200);

            clock.to(BEGIN.plus(Duration.ofMinutes(59)));
            assertThat(ask(server)).isEqualTo(200);
            clock.to(BEGIN.plus(Duration.ofMinutes(62)));
            assertThat(ask(server)).isEqualTo(401);
            clock.to(BEGIN.plus(Duration.ofDays(3650)));
            assertThat(ask(server)).isEqualTo(401);
            assertThat(ready(server)).isEqualTo(200);

            // back before the token was made: refused or not, it is answered, and as soon as the clock is right it
            // counts again
            clock.to(BEGIN.plus(Duration.ofDays(-3650)));
            assertThat(ask(server)).isIn(200, 401);
            assertThat(ready(server)).isEqualTo(200);
            clock.to(BEGIN);
            assertThat(ask(server)).isEqualTo(200);

            // a new snapshot is served at whatever time
            clock.to(BEGIN.plus(Duration.ofDays(-1)));
            server.ingest(new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", DAY, DAY.plusDays(6), 1001).loss("F1", "10001", DAY, "mortality", "A101", 10)
                    .write());
            assertThat(ready(server)).isEqualTo(200);
            clock.to(BEGIN);
            assertThat(ask(server)).isEqualTo(200);
        }
    }

    private static int ask(LiveServer server) {
        return server.get(ROUTE, "admin").statusCode();
    }

    private static int ready(LiveServer server) {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/health/ready")).GET());
        return answer.statusCode();
    }
}
