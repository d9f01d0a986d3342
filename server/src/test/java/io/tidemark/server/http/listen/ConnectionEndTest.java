package io.tidemark.server.http.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.http.limit.GuardedServer;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that says that a request is its last gets the answer and then the end, not a socket that stays open. */
@ExtendWith(PlainServer.class)
final class ConnectionEndTest {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "GET, /health/live, 200, ''",
        "GET, /v3/common/site, 401, ''",
        "GET, /nowhere, 404, ''",
        "PUT, /health/live, 405, ''",
        "GET, /v3/common/site?a=%00, 401, ''",
        "POST, /v3/auth/token, 400, {}",
        "POST, /v3/auth/token, 400, nonsense",
        "POST, /nowhere, 404, nobody reads this"})
    void theSocketEndsAfterTheAnswer(String method, String path, int status, String body, GuardedServer server)
    throws IOException {
        String answer = server.raw(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + (body.isEmpty() ? "" : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n")
                + "\r\n" + body);
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer.lines().map(line -> line.toLowerCase(Locale.ROOT))).contains("connection: close");
    }
}
