package io.tidemark.server.http.listen;

import static io.tidemark.server.Eventually.eventually;
import static io.tidemark.server.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.limit.GuardedServer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Too long, too large and too slow, over bare sockets. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class ListenerLimitsTest {
    private static final int REQUEST_SECONDS = 2;
    /** Bytes drip in for this long, unless the server ends it. */
    private static final Duration DRIPS = Duration.ofSeconds(100);
    private static final String END = "Host: localhost\r\nConnection: close\r\n\r\n";

    @TempDir
    static Path folder;

    private static GuardedServer server;

    @BeforeAll
    static void start() {
        server = new GuardedServer(folder, Map.of("server.max-url-bytes", "1024", "server.max-header-bytes", "4096",
                "server.request-seconds", Integer.toString(REQUEST_SECONDS)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"900, 401", "1100, 414", "100000, 414"})
    void theLengthOfTheUrl(int length, int status) throws IOException {
        String answer = server.raw("GET /v3/common/site?a=" + "x".repeat(length) + " HTTP/1.1\r\n" + END);
        assertStatus(answer, status);
    }

    @ParameterizedTest
    @CsvSource({"3000, 401", "5000, 431", "100000, 431"})
    void theSizeOfTheHeaders(int length, int status) throws IOException {
        String answer = server.raw("GET /v3/common/site HTTP/1.1\r\nX-Long: " + "x".repeat(length) + "\r\n" + END);
        assertStatus(answer, status);
    }

    @Test
    void manySmallHeadersAreTooLargeTogether() throws IOException {
        StringBuilder headers = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            headers.append("X-").append(i).append(": y\r\n");
        }
        assertStatus(server.raw("GET /v3/common/site HTTP/1.1\r\n" + headers + END), 431);
    }

    @ParameterizedTest
    @CsvSource({"16385, 413", "1000000000, 413"})
    void theSizeOfABodyIsRefusedBeforeItIsSent(long length, int status) throws IOException {
        assertStatus(server.raw("POST /v3/auth/token HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: "
                + length + "\r\n" + END), status);
    }

    /**
     * A client that sends all before it reads, over a slow connection: a reset would fail its writing, and it would
     * never read.
     */
    @ParameterizedTest
    @ValueSource(ints = {20_000, 100_000})
    void aBodyThatIsTooLargeMayArriveSlowly(int length) throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(("POST /v3/auth/token HTTP/1.1\r\nContent-Type: "
                    + "application/json\r\nContent-Length: " + length
                    + "\r\n" + END).getBytes(StandardCharsets.US_ASCII));
            for (int part = 0; part < 4; part++) {
                Thread.sleep(300);
                socket.getOutputStream().write(new byte[length / 4]);
            }
            assertStatus(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII), 413);
        }
    }

    @Test
    void aHeadThatDripsInIsRefusedInTime() throws Exception {
        Duration took = drip("GET /v3/common/site HTTP/1.1\r\n", "X-Slow: ");
        assertThat(took).isBetween(Duration.ofSeconds(REQUEST_SECONDS), DRIPS);
    }

    @Test
    void aRequestLineThatDripsInIsRefusedInTime() throws Exception {
        assertThat(drip("G", "")).isLessThan(DRIPS);
    }

    @Test
    void aBodyThatDripsInIsRefusedInTime() throws Exception {
        Duration took = drip(String.join("\r\n", "POST /v3/auth/token HTTP/1.1", "Host: localhost",
                "Content-Type: application/json", "Content-Length: 10000", "", ""), "{\"username\":\"");
        assertThat(took).isLessThan(DRIPS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 10000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"})
    void aBodyThatStallsIsRefusedInTime(String begin) throws Exception {
        // a second read would take as long again
        within(Duration.ofSeconds(2 * REQUEST_SECONDS), () -> {
            long start = System.nanoTime();
            try (Socket socket = server.connect()) {
                socket.getOutputStream().write(("POST /v3/auth/token HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\n" + begin).getBytes(StandardCharsets.US_ASCII));
                assertStatus(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII), 408);
            }
            return Duration.ofNanos(System.nanoTime() - start);
        });
    }

    /** How long a connection lives on which one byte arrives every 100 ms; it must end with a 408 or without a word. */
    private static Duration drip(String begin, String more) throws Exception {
        try (Socket socket = server.connect()) {
            long start = System.nanoTime();
            socket.getOutputStream().write((begin + more).getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(100);
            StringBuilder answer = new StringBuilder();
            while (Duration.ofNanos(System.nanoTime() - start).compareTo(DRIPS) < 0) {
                try {
                    int next = socket.getInputStream().read();
                    if (next < 0) {
                        break;
                    }
                    answer.append((char) next);
                } catch (SocketTimeoutException e) {
                    socket.getOutputStream().write('x');
                } catch (IOException e) {
                    // reset, since we went on writing
                    break;
                }
            }
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertStatus(answer.toString(), 408);
            return took;
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        within(Duration.ofSeconds(REQUEST_SECONDS + 5), () -> {
            long start = System.nanoTime();
            try (Socket socket = server.connect()) {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            return Duration.ofNanos(System.nanoTime() - start);
        });
    }

    @Test
    void aConnectionInUseLivesLongerThanOneRequestMay() {
        // again if this thread was held up for longer than a request may take
        eventually().ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(this::assertThatFiveRequestsAreAnswered);
    }

    private void assertThatFiveRequestsAreAnswered() throws Exception {
        String request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Socket socket = server.connect()) {
            for (int i = 0; i < 5; i++) {
                // in two halves, each request within its time, all of them together beyond it
                socket.getOutputStream().write(request.substring(0, 20).getBytes(StandardCharsets.US_ASCII));
                Thread.sleep(600);
                socket.getOutputStream().write(request.substring(20).getBytes(StandardCharsets.US_ASCII));
                assertThat(line(socket)).isEqualTo("HTTP/1.1 200 OK");
                while (socket.getInputStream().available() > 0) {
                    socket.getInputStream().skipNBytes(socket.getInputStream().available());
                    Thread.sleep(20);
                }
            }
        }
    }

    @Test
    void moreConnectionsThanAllowedWait() throws Exception {
        try (GuardedServer small = new GuardedServer(folder.resolve("small"), Map.of("server.max-connections", "2"))) {
            String request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
            Socket first = small.connect();
            try (Socket second = small.connect(); Socket third = small.connect()) {
                for (Socket socket : new Socket[] {first, second, third}) {
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                }
                assertThat(line(first)).isEqualTo("HTTP/1.1 200 OK");
                assertThat(line(second)).isEqualTo("HTTP/1.1 200 OK");
                third.setSoTimeout(700);
                assertThatThrownBy(() -> line(third)).isInstanceOf(SocketTimeoutException.class);
                third.setSoTimeout(120_000);
                first.close();
                assertThat(line(third)).isEqualTo("HTTP/1.1 200 OK");
            } finally {
                first.close();
            }
        }
    }

    private static String line(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = socket.getInputStream().read(); next >= 0 && next != '\n'; next = socket.getInputStream()
                .read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static void assertStatus(String answer, int status) throws IOException {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer.toLowerCase(Locale.ROOT)).contains("x-content-type-options: nosniff");
        JsonNode body = Json.MAPPER.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
        assertThat(body.get("code").intValue()).isEqualTo(status);
        assertThat(body.get("error").textValue()).isNotEmpty();
    }
}
