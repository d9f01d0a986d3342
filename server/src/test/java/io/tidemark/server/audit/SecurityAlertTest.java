package io.tidemark.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Alarm;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.metrics.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    void anAlertIsLoggedAndCounted() throws Exception {
        try (GuardedServer server = new GuardedServer(folder, Map.of("metrics.port", "0", "alert.failures", "3"))) {
            for (int i = 0; i < 6; i++) {
                server.signIn("192.0.2.1", "kari" + i, "wrong horse battery");
            }
            Scrape scrape = Scrape.of(server.server);
            assertThat(scrape.events("security_alert")).isEqualTo(1);
            assertThat(scrape.events("sign_in_refused")).isEqualTo(6);
            assertThat(server.events.stream().filter(Event.SecurityAlert.class::isInstance)).hasSize(1);
        }
        assertThat(AuditLogTest.read(folder.resolve("state/audit.log")).stream()
                .filter(line -> line.get("event").textValue().equals("security_alert"))).hasSize(1);
    }
}
