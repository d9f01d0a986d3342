package io.tidemark.server.audit;

import static io.tidemark.server.Eventually.eventually;
import static io.tidemark.server.Eventually.within;
import static io.tidemark.server.http.limit.GuardedServer.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Alarm;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.metrics.Scrape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When repeated failures raise an alert, and where it goes. */
final class SecurityAlertTest {
    @TempDir
    Path folder;

    private static Event refused(int i, String address, String account) {
        return new Event.SignInRefused(Instant.EPOCH, new Origin("r" + i, address), Event.Grant.PASSWORD,
                "WRONG_SECRET", account);
    }

    @Test
    void oneAlertForEachAddressAndAccountInAWindow() {
        AtomicLong nanos = new AtomicLong();
        List<Event.SecurityAlert> alerts = new ArrayList<>();
        SecurityAlerts counting = new SecurityAlerts(5, Duration.ofMinutes(5), "/v3/auth", nanos::get,
                event -> alerts.add((Event.SecurityAlert) event));
        for (int i = 0; i < 4; i++) {
            counting.publish(refused(i, "192.0.2.1", "a" + i));
        }
        assertThat(alerts).isEmpty();
        for (int i = 0; i < 20; i++) {
            counting.publish(refused(i, "192.0.2.1", "b" + i));
        }
        assertThat(alerts).singleElement().satisfies(alert -> {
            assertThat(alert.alarm()).isEqualTo(Alarm.ADDRESS);
            assertThat(alert.address()).isEqualTo("192.0.2.1");
            assertThat(alert.failures()).isEqualTo(5);
        });
        for (int i = 0; i < 5; i++) {
            counting.publish(refused(i, "198.51.100." + i, "kari"));
        }
        assertThat(alerts).hasSize(2).last().satisfies(alert -> {
            assertThat(alert.alarm()).isEqualTo(Alarm.ACCOUNT);
            assertThat(alert.accountId()).isEqualTo("kari");
        });
        // 29 so far; the 50th failure of the server, spread over addresses and accounts, is one too
        for (int i = 0; i < 21; i++) {
            assertThat(alerts).hasSize(2);
            counting.publish(refused(i, "203.0.113." + i, "c" + i));
        }
        assertThat(alerts).hasSize(3).last().satisfies(alert -> assertThat(alert.alarm()).isEqualTo(Alarm.SERVER));
        nanos.addAndGet(Duration.ofMinutes(6).toNanos());
        for (int i = 0; i < 5; i++) {
            counting.publish(refused(i, "192.0.2.1", "d" + i));
        }
        assertThat(alerts).hasSize(4);
    }

    @Test
    void anAlertIsLoggedCountedAndPosted() throws Exception {
        List<String> posted = new CopyOnWriteArrayList<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/hook", exchange -> {
            posted.add(exchange.getRequestMethod() + " " + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        try (GuardedServer server = new GuardedServer(folder, Map.of("metrics.port", "0", "alert.failures", "3",
                "alert.webhook", "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook?token=T0KEN"))) {
            for (int i = 0; i < 6; i++) {
                server.signIn("192.0.2.1", "kari" + i, "wrong horse battery");
            }
            eventually().until(() -> !posted.isEmpty());
            assertThat(posted).singleElement().satisfies(post -> {
                assertThat(post).startsWith("POST application/json {").doesNotContain(PASSWORD, "wrong horse", "T0KEN");
                assertThat(Json.MAPPER.readTree(post.substring(post.indexOf('{'))).get("event").textValue())
                        .isEqualTo("security_alert");
            });
            Scrape scrape = Scrape.of(server.server);
            assertThat(scrape.events("security_alert")).isEqualTo(1);
            assertThat(scrape.events("sign_in_refused")).isEqualTo(6);
            assertThat(server.events.stream().filter(Event.SecurityAlert.class::isInstance)).hasSize(1);
        } finally {
            receiver.stop(0);
        }
        assertThat(AuditLogTest.read(folder.resolve("state/audit.log")).stream()
                .filter(line -> line.get("event").textValue().equals("security_alert"))).hasSize(1);
    }

    @Test
    void aReceiverThatDoesNotAnswerHoldsNobodyUp() throws Exception {
        // a receiver that were waited for would take five seconds more
        within(Duration.ofSeconds(5), this::besideASilentReceiver);
    }

    private Duration besideASilentReceiver() throws IOException {
        Path own = Files.createTempDirectory(folder, "own");
        // accepts connections and never reads
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                GuardedServer server = new GuardedServer(own, Map.of("alert.failures", "1",
                        "alert.webhook", "http://127.0.0.1:" + silent.getLocalPort() + "/"))) {
            // the first one loads classes
            assertThat(server.signIn("192.0.2.1", "kari", PASSWORD).statusCode()).isEqualTo(200);
            long start = System.nanoTime();
            server.signIn("192.0.2.1", "nobody", "wrong horse battery");
            assertThat(server.signIn("192.0.2.1", "kari", PASSWORD).statusCode()).isEqualTo(200);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(server.events.stream().filter(Event.SecurityAlert.class::isInstance)).hasSize(1);
            return took;
        }
    }
}
