package io.tidemark.server.cli.setup;

import static io.tidemark.server.Eventually.eventually;
import static io.tidemark.server.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.http.Json;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own: signals, and a disk with logs that is full. */
@SuppressWarnings("NullAway.Init") // start sets the fields
class ServeProcessTest {

    private static final int STOPPED = 143;

    @TempDir
    Path folder;

    private int port;
    private Process server;

    private void start(File log) throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(folder.resolve("tidemark.yaml"), "query: {engine-memory-mb: 256}\nlog: {format: json}\n");
        ProcessBuilder serve = JavaProcess.of(Tidemark.class, "serve", "--config",
                folder.resolve("tidemark.yaml").toString(), "--lake",
                folder.resolve("lake").toString(), "--state", folder.resolve("state").toString(), "--port",
                Integer.toString(port));
        // what systemd-notify is told
        Path notify = folder.resolve("systemd-notify");
        Files.writeString(notify, "#!/bin/sh\necho \"$@\" >> " + folder.resolve("told") + "\n");
        assertThat(notify.toFile().setExecutable(true)).isTrue();
        serve.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        serve.environment().putAll(Map.of("NOTIFY_SOCKET", folder.resolve("none").toString(), "WATCHDOG_USEC",
                "600000"));
        // under nohup the tests ignore SIGHUP, and so would the server
        serve.command().addAll(0, List.of("env", "--default-signal=HUP"));
        server = serve.redirectError(log).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        eventually().until(() -> answers() || !server.isAlive());
        assertThat(answers()).isTrue();
    }

    @AfterEach
    void end() {
        server.destroyForcibly();
    }

    private boolean answers() {
        try {
            return ask("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(120_000);
        return socket;
    }

    private String ask(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aStopLetsARequestUnderWayFinishAndLogsIt() throws Exception {
        within(Duration.ofSeconds(14), this::stopped);
    }

    private Duration stopped() throws Exception {
        Path log = folder.resolve("log");
        Files.deleteIfExists(folder.resolve("told"));
        start(log.toFile());
        // the first sign-in of its process: nothing that it needs may be made too late
        String body = "{\"username\":\"nobody\",\"password\":\"correct horse battery\"}";
        try (Socket idle = connect(); Socket socket = connect()) {
            assertThat(idle.isConnected()).isTrue();
            socket.getOutputStream().write(("""
                    POST /v3/auth/token HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    Content-Length: %d
                    Connection: close

                    """.formatted(body.length()).replace("\n", "\r\n") + body.substring(0, 10)).getBytes(StandardCharsets.US_ASCII));
            Thread.sleep(500);
            eventually().untilAsserted(() ->
                    assertThat(folder.resolve("told")).content().startsWith("READY=1\nWATCHDOG=1\nWATCHDOG=1\n"));
            long began = System.nanoTime();
            server.destroy();
            // longer than a hasty stop would wait
            Thread.sleep(1500);
            assertThat(server.isAlive()).isTrue();
            socket.getOutputStream().write(body.substring(10).getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 401");
            assertThat(server.waitFor(5, TimeUnit.MINUTES)).isTrue();
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(server.exitValue()).isEqualTo(STOPPED);
            assertThat(folder.resolve("told")).content().containsOnlyOnce("READY=1\n").containsOnlyOnce("STOPPING=1\n");
            List<JsonNode> lines = new ArrayList<>();
            for (String line : Files.readAllLines(log)) {
                // Java's own warnings come before the log
                if (!line.startsWith("WARNING: ")) {
                    lines.add(Json.MAPPER.readTree(line));
                }
            }
            assertThat(lines).allSatisfy(line -> assertThat(Instant.parse(line.get("time").asText()))
                    .isBeforeOrEqualTo(Instant.now()));
            assertThat(lines).anySatisfy(line -> {
                assertThat(line.get("message").asText()).contains(" POST /v3/auth/token 401 ");
                assertThat(line.get("level").asText()).isEqualTo("INFO");
                assertThat(line.get("logger").asText()).isEqualTo("io.tidemark.access");
            });
            assertThat(lines).anySatisfy(line ->
                    assertThat(line.get("message").asText()).startsWith("serving no snapshot yet"));
            return took;
        }
    }

    @Test
    void aHangUpReadsTheConfigurationAgain() throws Exception {
        // standard error is a disk that is full: every line of the log fails
        start(new File("/dev/full"));
        Files.writeString(folder.resolve("tidemark.yaml"),
                "query: {engine-memory-mb: 256}\nserver: {max-url-bytes: 512}\n");
        String longer = "GET /health/live?x=" + "x".repeat(1000)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        assertThat(ask(longer)).startsWith("HTTP/1.1 200");
        assertThat(new ProcessBuilder("kill", "-HUP", Long.toString(server.pid())).start().waitFor()).isZero();
        // meanwhile a connection may fail
        eventually().ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> assertThat(ask(longer)).startsWith("HTTP/1.1 414"));
        assertThat(server.isAlive()).isTrue();
    }
}
