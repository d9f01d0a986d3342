package io.tidemark.server.http.listen;

import static io.tidemark.server.Eventually.within;
import static io.tidemark.server.http.listen.Exchange.EOL;
import static io.tidemark.server.http.listen.Exchange.HOST;
import static io.tidemark.server.http.listen.Exchange.PROBE;
import static io.tidemark.server.http.listen.Exchange.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.http.listen.Exchange.End;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that end or reset their connection within a request, or leave a body out, over bare sockets. */
@ExtendWith(PlainServer.class)
final class BrokenOffRequestsTest {

    static Stream<Exchange> endings() {
        String json = "POST /v3/auth/token HTTP/1.1" + EOL + HOST + "Content-Type: application/json" + EOL;
        String nowhere = "POST /nowhere HTTP/1.1" + EOL + HOST;
        return Stream.of(
                new Exchange("nothing", "", "", End.CLOSED),
                new Exchange("half a request line", "GET /health", "", End.CLOSED),
                new Exchange("a request line alone", "GET /health/live HTTP/1.1" + EOL, "400", End.CLOSED),
                new Exchange("half a header", "GET /health/live HTTP/1.1" + EOL + "Host: loc", "400", End.CLOSED),
                new Exchange("no empty line", "GET /health/live HTTP/1.1" + EOL + HOST, "400", End.CLOSED),
                new Exchange("CR at the end", "GET /health/live HTTP/1.1" + EOL + HOST + "\r", "400", End.CLOSED),
                new Exchange("no body", json + "Content-Length: 2" + EOL + EOL, "400", End.CLOSED),
                new Exchange("half a body", json + "Content-Length: 3" + EOL + EOL + "{}", "400", End.CLOSED),
                new Exchange("half a chunk", json + "Transfer-Encoding: chunked" + EOL + EOL + "3" + EOL + "{}", "400",
                End.CLOSED),
                new Exchange("half a size", json + "Transfer-Encoding: chunked" + EOL + EOL + "3", "400", End.CLOSED),
                new Exchange("no last chunk", json + "Transfer-Encoding: chunked" + EOL + EOL + chunk("{}"), "400",
                End.CLOSED),
                new Exchange("half a last chunk", json + "Transfer-Encoding: chunked" + EOL + EOL + chunk("{}") + "0"
                        + EOL, "400", End.CLOSED),
                new Exchange("half a body that no route reads", nowhere + "Content-Length: 3" + EOL + EOL + "{}",
                "404", End.CLOSED),
                new Exchange("half a chunk that no route reads", nowhere + "Transfer-Encoding: chunked" + EOL + EOL
                        + "3" + EOL + "{}", "404", End.CLOSED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endings")
    void whenTheClientEndsTooEarly(Exchange exchange, GuardedServer server) throws IOException {
        try (LoggedLines logged = new LoggedLines(); Socket socket = server.connect()) {
            Exchange.write(socket, exchange.bytes(), Integer.MAX_VALUE);
            socket.shutdownOutput();
            String answer = Exchange.readAll(socket);
            assertThat(String.join(" ", Exchange.statuses(answer))).as(answer).isEqualTo(exchange.statuses());
            assertThat(logged.lines()).isEmpty();
        }
    }

    @Test
    void aClientThatBreaksOffIsNotLogged(GuardedServer server) throws Exception {
        List<Exchange> all = Stream.concat(endings(), Stream.of(new Exchange("a long pipeline",
                PROBE.replace("Connection: close" + EOL, "").repeat(500), "", End.CLOSED))).toList();
        try (LoggedLines logged = new LoggedLines()) {
            for (Exchange exchange : all) {
                try (Socket socket = server.connect()) {
                    Exchange.write(socket, exchange.bytes(), Integer.MAX_VALUE);
                    // a reset instead of an end
                    socket.setSoLinger(true, 0);
                }
            }
            // time for responses that nobody reads
            Thread.sleep(300);
            assertThat(server.rawLast(PROBE)).startsWith("HTTP/1.1 200 ");
            assertThat(logged.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 100", "Transfer-Encoding: chunked"})
    void aBodyThatNeverComesHoldsNoClosingConnection(String framing, GuardedServer server) throws Exception {
        within(Duration.ofSeconds(15), () -> {
            long start = System.nanoTime();
            String answer = server.raw("POST /nowhere HTTP/1.1" + EOL + HOST + "Connection: close" + EOL + framing + EOL
                    + EOL);
            assertThat(answer).startsWith("HTTP/1.1 404 ");
            return Duration.ofNanos(System.nanoTime() - start);
        });
    }
}
