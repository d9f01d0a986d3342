package io.tidemark.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ListenException;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.limit.GuardedServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the metrics are, and where not. */
class MetricsListenerTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/metrics.txt");
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+ \\S+)$");

    @TempDir
    Path folder;

    private GuardedServer start(Map<String, String> settings) {
        return new GuardedServer(folder, settings);
    }

    private static String metrics(GuardedServer server) {
        return server.server.metrics().orElseThrow();
    }

    @Test
    void theyAreOffUnlessAPortIsGiven() {
        try (GuardedServer server = start(Map.of())) {
            assertThat(server.server.metrics()).isEmpty();
            assertThat(server.get("/metrics", server.token("kari")).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void theyAreAllThereIsOnTheirListenerAndNotOnTheOther() {
        try (GuardedServer server = start(Map.of("metrics.port", "0"))) {
            HttpResponse<String> answer = Scrape.get(metrics(server));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");

            String token = server.token("kari");
            for (String path : new String[] {"/metrics", "/metrics/", "/observe/metrics"}) {
                assertThat(server.send(server.request(path)).statusCode()).as(path).isEqualTo(404);
                assertThat(server.get(path, token).statusCode()).as(path).isEqualTo(404);
            }
            String base = metrics(server).replace("/metrics", "");
            for (String path : new String[] {"/", "/metrics/", "/metrics/x", "/health", "/health/live", "/observe",
                "/v3/auth/token", "/v3/mortality/areas/week", "/.well-known/jwks.json"}) {
                HttpResponse<String> other = Scrape.get(base + path);
                assertThat(other.statusCode()).as(path).isEqualTo(404);
                assertThat(GuardedServer.json(other).get("error").textValue()).isEqualTo("not_found");
            }
            HttpResponse<String> head =
                    Scrape.send(HttpRequest.newBuilder(URI.create(metrics(server)))
                    .method("HEAD", BodyPublishers.noBody()));
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValue("Content-Type"))
                    .isEqualTo(answer.headers().firstValue("Content-Type"));
            assertThat(head.body()).isEmpty();
            HttpResponse<String> post =
                    Scrape.send(HttpRequest.newBuilder(URI.create(metrics(server))).POST(BodyPublishers.ofString("x")));
            assertThat(post.statusCode()).isEqualTo(405);
            assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
        }
    }

    @Test
    void theyStayOnTheMachineWhereverTheServerListens() throws IOException {
        try (GuardedServer server = start(Map.of("metrics.port", "0", "server.host", "0.0.0.0", "server.behind-proxy",
                "true"))) {
            int port = URI.create(metrics(server)).getPort();
            // another address of this machine: the server's port is there, that of the metrics is not
            connect("127.0.0.2", server.server.port());
            assertThatThrownBy(() -> connect("127.0.0.2", port)).isInstanceOf(ConnectException.class);
            assertThat(Scrape.of(server.server).series()).isNotEmpty();
        }
    }

    @Test
    void aPortThatIsTakenLeavesNothingBehind() throws IOException {
        int free = freePort();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            String message = "cannot listen on 127.0.0.1:" + port + "; is the port taken?";
            assertThatThrownBy(() -> start(Map.of("metrics.port", port))).isInstanceOf(ListenException.class)
                    .hasMessage(message);
            assertThatThrownBy(() -> start(Map.of("metrics.port", Integer.toString(free), "server.port", port)))
                    .isInstanceOf(ListenException.class).hasMessage(message);
        }
        try (GuardedServer server = start(Map.of("metrics.port", Integer.toString(free)))) {
            assertThat(metrics(server)).isEqualTo("http://127.0.0.1:" + free + "/metrics");
            assertThat(Scrape.of(server.server).series()).isNotEmpty();
        }
        // closed with its server
        assertThatThrownBy(() -> connect("127.0.0.1", free)).isInstanceOf(ConnectException.class);
    }

    private static void connect(String address, int port) throws IOException {
        new Socket(InetAddress.ofLiteral(address), port).close();
    }

    // beneath those that a system gives out by itself, so that no other test gets it in the meantime
    private static int freePort() {
        for (int port = 19_464; ; port++) {
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (IOException taken) {
                assertThat(port).isLessThan(20_000);
            }
        }
    }

    /**
     * Without the collector's, of which some are there from the first collection on, and which depend on the collector.
     */
    @Test
    void theirNamesAreKnownAndExplained() throws IOException {
        String names;
        try (GuardedServer server = start(Map.of("metrics.port", "0"))) {
            server.send(server.request("/health/live"));
            server.await(Event.RequestAnswered.class::isInstance, 1);
            String text = Scrape.of(server.server).text();
            assertThat(text).contains("# TYPE jvm_gc_memory_allocated_bytes_total counter");
            names = TYPE.matcher(text).results().map(type -> type.group(1)).filter(name -> !name.startsWith("jvm_gc_"))
                    .sorted().collect(Collectors.joining("\n", "", "\n"));
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(GOLDEN, names);
        }
        assertThat(names).isEqualTo(Files.readString(GOLDEN));
        String page = Files.readString(Path.of("../docs/operations.md"));
        assertThat(names.lines().map(line -> line.substring(0, line.indexOf(' '))))
                .allMatch(name -> page.contains("`" + name + "`"), "has its place in the docs");
    }
}
