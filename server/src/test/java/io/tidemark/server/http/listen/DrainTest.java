package io.tidemark.server.http.listen;

import static io.tidemark.server.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.http.limit.GuardedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that stops while clients ask all the time: every request that was sent is answered. */
class DrainTest {

    private static final int CLIENTS = 6;
    private static final String GET = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    Path folder;

    /** Asks on one connection until an answer says that it closes; returns whether each request was answered. */
    private static boolean ask(int port, CountDownLatch asking) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(120_000);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.ISO_8859_1));
            while (answered(socket, in)) {
                asking.countDown();
                if (!read(in)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static boolean answered(Socket socket, BufferedReader in) throws IOException {
        try {
            socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
            String status = in.readLine();
            return status != null && status.startsWith("HTTP/1.1 20");
        } catch (SocketException e) {
            return false;
        }
    }

    /** Reads the rest of an answer; returns whether the connection stays. */
    private static boolean read(BufferedReader in) throws IOException {
        boolean stays = true;
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            stays &= !line.equalsIgnoreCase("Connection: close");
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        in.skip(length);
        return stays;
    }

    @Test
    void noRequestIsLost() throws Exception {
        GuardedServer server = new GuardedServer(folder, Map.of("limits.requests-per-second", "100000"));
        CountDownLatch asking = new CountDownLatch(CLIENTS * 20);
        int port = server.server.port();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> answered = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Callable<Boolean> client = () -> ask(port, asking);
                answered.add(clients.submit(client));
            }
            assertThat(asking.await(5, TimeUnit.MINUTES)).isTrue();
            server.close();
            for (Future<Boolean> client : answered) {
                assertThat(client.get()).isTrue();
            }
        }
    }

    /** The listener of metrics is stopped without a drain, so that its answer does not close the connection. */
    @Test
    void aRequestUnderWayIsAnsweredAndNothingIsWaitedForAfterIt() throws Exception {
        within(Duration.ofSeconds(3), this::answeredUnderWay);
    }

    private Duration answeredUnderWay() throws Exception {
        GuardedServer server = new GuardedServer(folder, Map.of("metrics.port", "0"));
        int port = URI.create(server.server.metrics().orElseThrow()).getPort();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write("GET /metrics HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            Thread.sleep(1_500);
            long begin = System.nanoTime();
            socket.getOutputStream().write("Host: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("tidemark_events_total");
            stopped.get(5, TimeUnit.MINUTES);
            return Duration.ofNanos(System.nanoTime() - begin);
        }
    }

    @Test
    void aQuietConnectionIsNotWaitedFor() throws Exception {
        within(Duration.ofSeconds(5), this::closedBesideAQuietConnection);
    }

    private Duration closedBesideAQuietConnection() throws IOException {
        GuardedServer server = new GuardedServer(folder, Map.of());
        try (Socket socket = new Socket("127.0.0.1", server.server.port())) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.ISO_8859_1));
            assertThat(answered(socket, in)).isTrue();
            assertThat(read(in)).isTrue();
            long begin = System.nanoTime();
            server.close();
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(in.readLine()).isNull();
            return took;
        }
    }
}
