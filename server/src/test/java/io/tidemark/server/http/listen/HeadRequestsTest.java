package io.tidemark.server.http.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.Event;
import io.tidemark.server.http.limit.GuardedServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HEAD is answered as GET is, without the body, and the connection goes on (RFC 9110, section 9.3.2). Data routes are
 * in the live tests.
 */
@ExtendWith(PlainServer.class)
final class HeadRequestsTest {

    /** Headers that differ between two answers to the same request. */
    private static final List<String> OF_ONE_ANSWER = List.of("date:", "x-request-id:", "connection:");

    @ParameterizedTest
    @CsvSource({"/health, 503", "/health/live, 200", "/health/ready, 503", "/health/details, 401", "/openapi, 200",
            "/docs, 301", "/docs/, 200",
        "/docs/openapi.json, 200", "/docs/none.html, 404", "/, 200", "/sites/10001, 200", "/web/settings.json, 200",
        "/web/none.js, 404",
        "/.well-known/jwks.json, 200", "/.well-known/openid-configuration, 200", "/v3/auth/userinfo, 401",
        "/v3/auth/token, 405", "/v3/admin/users, 401", "/v3/common/site, 401", "/nowhere, 404", "/metrics, 404"})
    void theHeadersAreThoseOfGet(String path, int status, GuardedServer server) throws IOException {
        String answers = raw(server, request("HEAD", path, "") + request("GET", path, "Connection: close\r\n"));

        // the second answer begins where the headers of the first end
        String[] parts = answers.split("\r\n\r\n", 3);
        assertThat(parts[0]).startsWith("HTTP/1.1 " + status + " ");
        assertThat(headers(parts[0])).isEqualTo(headers(parts[1]))
                .anyMatch(line -> line.startsWith("x-content-type-options:"));
        assertThat(parts[2].length()).as(answers).isEqualTo(length(parts[0]));
    }

    @Test
    void aTokenIsReadAsByGet(GuardedServer server) throws IOException {
        String token = "Authorization: Bearer " + server.token("kari") + "\r\n";
        assertThat(Exchange.statuses(raw(server, request("HEAD", "/v3/auth/userinfo", token)
                + request("HEAD", "/health/details", token)
                + request("HEAD", "/v3/auth/userinfo", "Connection: close\r\n")))).containsExactly("200", "403", "401");
    }

    @Test
    void aTagIsReadAsByGet(GuardedServer server) throws IOException {
        String tag = server.send(server.request("/openapi")).headers().firstValue("ETag").orElseThrow();
        String answer = raw(server, request("HEAD", "/openapi", "If-None-Match: " + tag + "\r\nConnection: close\r\n"));
        assertThat(answer).startsWith("HTTP/1.1 304 ").contains("ETag: " + tag).endsWith("\r\n\r\n");
    }

    @Test
    void aBodyThatIsSentWithItIsNoRequest(GuardedServer server) throws IOException {
        String answers = raw(server, request("HEAD", "/health/live", "Expect: 100-continue\r\nContent-Length: 2\r\n")
                + "ok" + Exchange.PROBE);
        assertThat(Exchange.statuses(answers)).containsExactly("100", "200", "200");
        assertThat(answers.split("\"status\"", -1)).hasSize(3);
    }

    @Test
    void theLogNamesTheMethod(GuardedServer server) throws IOException {
        raw(server, request("HEAD", "/sites/head", "Connection: close\r\n"));
        server.await(event -> event instanceof Event.RequestAnswered answered && answered.path().equals("/sites/head")
                && answered.method().equals("HEAD") && answered.route().equals("/sites/{id}")
                && answered.status() == 200, 1);
    }

    @Test
    void itCountsAsARequest(@TempDir Path folder) throws IOException {
        try (GuardedServer strict = new GuardedServer(folder, Map.of("limits.requests-per-second", "2"))) {
            String head = request("HEAD", "/v3/common/site", "Authorization: Bearer " + strict.token("kari") + "\r\n");
            String last = request("HEAD", "/health/live", "Connection: close\r\n");
            assertThat(Exchange.statuses(raw(strict, head.repeat(200) + last))).hasSize(201).startsWith("503", "503")
                    .contains("429").endsWith("200");
        }
    }

    private static String request(String method, String path, String headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
    }

    private static List<String> headers(String answer) {
        return answer.toLowerCase(Locale.ROOT).lines()
                .filter(line -> OF_ONE_ANSWER.stream().noneMatch(line::startsWith)).sorted().toList();
    }

    private static int length(String head) {
        return head.toLowerCase(Locale.ROOT).lines().filter(line -> line.startsWith("content-length: "))
                .mapToInt(line -> Integer.parseInt(line.substring("content-length: ".length()))).sum();
    }

    private static String raw(GuardedServer server, String bytes) throws IOException {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
