package io.tidemark.server.audit;

import static io.tidemark.server.http.limit.GuardedServer.PASSWORD;
import static io.tidemark.server.http.limit.GuardedServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real server writes to its audit log. */
final class AuditLogTest {
    @TempDir
    Path folder;

    private List<JsonNode> lines() throws IOException {
        return read(folder.resolve("state/audit.log"));
    }

    static List<JsonNode> read(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(line -> {
            try {
                return Json.MAPPER.readTree(line);
            } catch (IOException e) {
                throw new AssertionError("not a line of JSON: " + line, e);
            }
        }).toList();
    }

    private static List<JsonNode> of(List<JsonNode> lines, String event) {
        return lines.stream().filter(line -> line.get("event").textValue().equals(event)).toList();
    }

    @Test
    void signInsAndRefusalsAreWrittenWithoutSecrets() throws IOException {
        String token;
        String refresh;
        try (GuardedServer server = new GuardedServer(folder,
                Map.of("server.behind-proxy", "true", "auth.refresh-needs-client-secret", "true"))) {
            JsonNode tokens = json(server.signIn("192.0.2.1", "kari", PASSWORD));
            token = tokens.get("access_token").textValue();
            refresh = tokens.get("refresh_token").textValue();
            server.signIn("192.0.2.2", "kari", "wrong horse battery");
            server.signIn("192.0.2.3", "my-password-by-mistake", "wrong horse battery");
            // used, its next one used, then used twice more
            String sent = refresh;
            for (int i = 0; i < 4; i++) {
                HttpResponse<String> answer = server.send(server.request("/v3/auth/refresh")
                        .header("Content-Type", "application/json")
                        .header("X-Forwarded-For", "192.0.2.4").header("X-Request-Id", "refresh-" + i)
                        .POST(BodyPublishers.ofString("{\"refresh_token\":\"" + sent + "\"}")));
                sent = i == 0 ? json(answer).get("refresh_token").textValue() : refresh;
            }
            ClientCredentials job = server.server.identity().accounts()
                    .addClient("job", Access.of(Role.ANALYST, null, null));
            String jobs = json(server.send(server.request("/v3/auth/token")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("grant_type=client_credentials&client_id=" + job.client().id()
                            + "&client_secret=" + job.clientSecret())))).get("refresh_token").textValue();
            HttpResponse<String> without = server.send(server.request("/v3/auth/refresh")
                    .header("Content-Type", "application/json")
                    .header("X-Forwarded-For", "192.0.2.7").POST(BodyPublishers.ofString("{\"refresh_token\":\"" + jobs
                    + "\"}")));
            assertThat(without.statusCode()).isEqualTo(401);
            assertThat(json(without).get("message").textValue()).contains("send its client_id and client_secret");
            String board = json(server.signIn("192.0.2.5", "board", PASSWORD)).get("access_token").textValue();
            server.send(server.request("/v3/feeding/sfr-by-weeknumber-and-year?from_date=2026")
                    .header("Authorization", "Bearer " + board).header("X-Forwarded-For", "192.0.2.5"));
            for (int i = 0; i < 50; i++) {
                server.send(server.request("/v3/common/site").header("Authorization", "Bearer bad" + token)
                        .header("X-Forwarded-For", "192.0.2.6"));
            }
            server.await(Event.Refused.class::isInstance, 1);
        }
        List<JsonNode> lines = lines();
        assertThat(lines).allSatisfy(line ->
                assertThat(line.get("time").textValue()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"));
        assertThat(of(lines, "sign_in")).hasSize(5).first().satisfies(line -> {
            assertThat(line.fieldNames()).toIterable()
                    .containsExactly("time", "event", "address", "request_id", "grant",
                    "account_id", "account_name");
            assertThat(line.get("address").textValue()).isEqualTo("192.0.2.1");
            assertThat(line.get("grant").textValue()).isEqualTo("password");
            assertThat(line.get("account_name").textValue()).isEqualTo("kari");
        });
        List<JsonNode> refused = of(lines, "sign_in_refused");
        assertThat(refused.stream().map(line -> line.get("address").textValue() + " " + line.get("reason").textValue()))
                .containsExactly("192.0.2.2 wrong_secret", "192.0.2.3 unknown_account", "192.0.2.4 refresh_revoked",
                "192.0.2.7 refresh_client_secret");
        assertThat(refused.get(0).get("account_id")).isNotNull();
        assertThat(refused.get(1).has("account_id")).isFalse();
        assertThat(of(lines, "refresh_reuse")).singleElement().satisfies(line ->
                assertThat(line.get("request_id").textValue()).isEqualTo("refresh-2"));
        // a theft is worth an alert at once
        assertThat(of(lines, "security_alert")).singleElement().satisfies(line ->
                assertThat(line.get("alarm").textValue()).isEqualTo("refresh_reuse"));
        assertThat(of(lines, "refused")).singleElement().satisfies(line -> {
            assertThat(line.get("status").intValue()).isEqualTo(403);
            assertThat(line.get("method").textValue()).isEqualTo("GET");
            assertThat(line.get("path").textValue()).isEqualTo("/v3/feeding/sfr-by-weeknumber-and-year");
            assertThat(line.get("reason").textValue()).isEqualTo("This route needs the permission feeding:read");
            assertThat(line.get("account_id").textValue()).isNotEmpty();
        });
        // 50 in a row: the first at once, the others together
        assertThat(of(lines, "token_refused")).hasSize(2);
        assertThat(of(lines, "token_refused").get(0).has("repeats")).isFalse();
        assertThat(of(lines, "token_refused").get(1).get("repeats").intValue()).isEqualTo(49);
        assertThat(Files.readString(folder.resolve("state/audit.log")))
                .doesNotContain(PASSWORD, "wrong horse", "my-password-by-mistake", token, refresh, "from_date");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("state/audit.log"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aPathIsLoggedAsItWasSent() {
        try (GuardedServer server = new GuardedServer(folder, Map.of())) {
            server.send(server.request("/v3/nothing%22%20192.0.2.1%20GET%20/forged"));
            server.await(event -> event instanceof Event.RequestAnswered answered
                    && answered.path().equals("/v3/nothing%22%20192.0.2.1%20GET%20/forged"), 1);
            // a line end in a path is refused before anything is logged
            assertThat(server.send(server.request("/v3/nothing%0aforged")).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void tooManyRequestsAreRefusalsToo() throws IOException {
        try (GuardedServer server = new GuardedServer(folder, Map.of("limits.sign-in-failures-per-minute", "2",
                "alert.failures", "7",
                "audit.file", folder.resolve("elsewhere.log").toString()))) {
            for (int i = 0; i < 7; i++) {
                server.signIn("192.0.2.1", "guess" + i, "wrong horse battery");
            }
            server.await(Event.Refused.class::isInstance, 5);
        }
        List<JsonNode> lines = read(folder.resolve("elsewhere.log"));
        assertThat(folder.resolve("state/audit.log")).doesNotExist();
        assertThat(of(lines, "sign_in_refused")).hasSize(2);
        // 7 - 2 refused without a look: one at once, four together.
        // The header of a peer that is no proxy is not believed
        assertThat(of(lines, "refused").stream().map(line -> line.path("repeats").asInt(0))).containsExactly(0, 4);
        assertThat(of(lines, "refused").getFirst().get("address").textValue()).isEqualTo("127.0.0.1");
        assertThat(of(lines, "refused").getFirst().get("status").intValue()).isEqualTo(429);
        assertThat(of(lines, "refused").getFirst().get("path").textValue()).isEqualTo("/v3/auth/token");
        // 2 + 5 of one address: an alert at the seventh
        assertThat(of(lines, "security_alert")).singleElement().satisfies(line -> {
            assertThat(line.get("alarm").textValue()).isEqualTo("address");
            assertThat(line.get("failures").intValue()).isEqualTo(7);
        });
    }
}
