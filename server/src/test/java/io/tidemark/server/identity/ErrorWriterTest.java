package io.tidemark.server.identity;

import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors as they leave a real server: JSON with a request id, whatever went wrong and wherever. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class ErrorWriterTest {
    @TempDir
    static Path state;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = new RunningServer(state, Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void anUnexpectedFailureSaysNothingOfItself() {
        HttpResponse<String> response = server.send(server.request("/breaks").header("X-Request-Id", "trace-7"));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEqualTo(
                "{\"error\":\"internal_error\",\"message\":\"Internal error\",\"code\":500,\"request_id\":\"trace-7\"}");
    }

    @Test
    void anUnknownPathIsNotFound() {
        HttpResponse<String> response = server.send(server.request("/v3/nothing").header("X-Request-Id", "a"));
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEqualTo(
                "{\"error\":\"not_found\",\"message\":\"No such path\",\"code\":404,\"request_id\":\"a\"}");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.headers().allValues("X-Request-Id")).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "<script>", "0123456789012345678901234567890123456789012345678901234567890123x", ""})
    void anOddRequestIdIsReplaced(String id) {
        HttpResponse<String> response = server.send(server.request("/v3/nothing").header("X-Request-Id", id));
        assertThat(response.headers().firstValue("X-Request-Id").orElseThrow()).matches("[0-9a-f-]{36}")
                .isEqualTo(json(response).get("request_id").textValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nonsense                               | 400 | bad_request",
        "GET /v3/auth/%zz HTTP/1.1              | 400 | bad_request",
        "GET /v3/auth/userinfo HTTP/9.9         | 400 | bad_request",
        "GET /v3/auth/userinfo HTTP/1.1~Bad Name: x | 400 | bad_request"})
    void whatNeverReachesARouteIsJsonToo(String request, int status, String error) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write((request.replace("~", "\r\n")
                    + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(response).startsWith("HTTP/1.1 " + status + " ");
            JsonNode body = Json.MAPPER.readTree(response.substring(response.indexOf("\r\n\r\n") + 4));
            assertThat(body.get("error").textValue()).isEqualTo(error);
            assertThat(body.get("code").intValue()).isEqualTo(status);
            assertThat(response.toLowerCase(Locale.ROOT))
                    .contains("x-request-id: " + body.get("request_id").textValue());
        }
    }

    @Test
    void withoutItsStateTheServerIsUnavailable(@TempDir Path own) throws IOException {
        try (RunningServer other = new RunningServer(own, Clock.systemUTC())) {
            Files.delete(own.resolve("tidemark.db"));
            HttpResponse<String> response = other.post("/v3/auth/token", "{\"username\":\"kari\",\"password\":\"x\"}");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).contains("5");
            assertThat(json(response).get("error").textValue()).isEqualTo("unavailable");
            assertThat(json(response).get("retry_after").intValue()).isEqualTo(5);
            assertThat(response.body()).doesNotContain("tidemark.db");
        }
    }
}
