package io.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The load generator's client, against a server that says exactly what a test wants. */
final class HttpConnectionTest {

    private static final byte[] ASK = HttpConnection.request("GET", "/x", "", "If-None-Match: W/\"a\"");

    /** Sends the text to each request, in pieces of three bytes. */
    private static ServerSocket answering(String text) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(() -> {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    Thread.startVirtualThread(() -> serve(socket, text.getBytes(StandardCharsets.UTF_8)));
                } catch (IOException e) {
                    return; // closed
                }
            }
        });
        return server;
    }

    private static void serve(Socket socket, byte[] text) {
        try (socket; InputStream in = socket.getInputStream(); OutputStream out = socket.getOutputStream()) {
            while (in.readNBytes(ASK.length).length == ASK.length) {
                for (int i = 0; i < text.length; i += 3) {
                    out.write(text, i, Math.min(3, text.length - i));
                    out.flush();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsBodiesOfBothKindsAndNoneOneAfterTheOther() throws IOException {
        String[][] cases = {
            {"HTTP/1.1 200 OK\r\ncontent-length: 6\r\nETag: W/\"a\"\r\n\r\nlaks\u00f8", "200", "laks\u00f8"},
            {"HTTP/1.1 200 OK\r\nETag: W/\"a\"\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nlak\r\nA\r\ns og "
            + "torsk\r\n0\r\n\r\n", "200", "laks og torsk"},
            {"HTTP/1.1 304 Not Modified\r\nETag: W/\"a\"\r\nContent-Length: 6\r\n\r\n", "304", ""},
        };
        for (String[] each : cases) {
            try (ServerSocket server = answering(each[0]);
                    HttpConnection connection = new HttpConnection(server.getLocalPort())) {
                for (int i = 0; i < 3; i++) {
                    HttpConnection.Answer answer = connection.ask(ASK);
                    assertThat(answer.status()).isEqualTo(Integer.parseInt(each[1]));
                    assertThat(answer.body()).isEqualTo(each[2]);
                    assertThat(answer.size()).isEqualTo(each[2].getBytes(StandardCharsets.UTF_8).length);
                    assertThat(answer.etag()).isEqualTo("W/\"a\"");
                    assertThat(connection.status(ASK)).isEqualTo(answer.status());
                }
            }
        }
    }

    @Test
    void anAnswerThatEndsEarlyIsAFailure() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nlaks"
                            .getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (HttpConnection connection = new HttpConnection(server.getLocalPort())) {
                assertThatThrownBy(() -> connection.status(ASK)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void refusalsAreCountedAndNotTimed() throws IOException, InterruptedException {
        try (ServerSocket server = answering("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")) {
            LoadResult result = Load.run(server.getLocalPort(), 4, Duration.ofSeconds(1), (connection, turn) -> ASK);
            assertThat(result.count()).isZero();
            assertThat(result.statuses().get(503)).isPositive();
            assertThat(result.isClean()).isFalse();
        }
    }

    @Test
    void percentilesAreTheNearestRank() {
        long[] tens = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
        assertThat(Numbers.percentile(tens, 50)).isEqualTo(50);
        assertThat(Numbers.percentile(tens, 95)).isEqualTo(100);
        assertThat(Numbers.percentile(tens, 100)).isEqualTo(100);
        assertThat(Numbers.percentile(new long[] {7}, 50)).isEqualTo(7);
        assertThat(Numbers.percentile(new long[0], 99)).isZero();
    }
}
