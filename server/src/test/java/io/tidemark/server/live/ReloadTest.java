package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ReloadingServer;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server reads its configuration again, and goes on with the one before where the new one cannot be used. */
class ReloadTest {

    private static final String ORIGIN = "https://app.example.org";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("tidemark.yaml");
        KeptSigningKeys.into(folder.resolve("state"));
        write("");
    }

    private void write(String more) throws IOException {
        Files.writeString(file, "lake: " + folder.resolve("lake") + "\nstate: " + folder.resolve("state")
                + "\nserver: {port: 0}\nquery: {engine-memory-mb: 256}\n" + more);
    }

    private ReloadingServer start() {
        return ReloadingServer.start(() -> ConfigReader.read(file, Map.of(), Map.of()), event -> { }, List::of);
    }

    private static boolean mayAsk(TidemarkServer server) throws IOException, InterruptedException {
        HttpRequest preflight = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port()
                + "/v3/common/site"))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()).header("Origin", ORIGIN)
                .header("Access-Control-Request-Method", "GET").build();
        return HttpClient.newHttpClient().send(preflight, HttpResponse.BodyHandlers.discarding()).headers()
                .firstValue("Access-Control-Allow-Origin").filter(ORIGIN::equals).isPresent();
    }

    @Test
    void aChangedConfigurationIsTaken() throws Exception {
        try (ReloadingServer server = start()) {
            TidemarkServer first = server.server();
            assertThat(mayAsk(first)).isFalse();

            server.reload();
            assertThat(server.server()).as("nothing changed").isSameAs(first);

            write("cors: {allowed-origins: [\"" + ORIGIN + "\"]}\n");
            server.reload();
            assertThat(server.server()).isNotSameAs(first);
            assertThat(mayAsk(server.server())).isTrue();
        }
    }

    @Test
    void aWrongOneChangesNothing() throws Exception {
        try (ReloadingServer server = start()) {
            TidemarkServer first = server.server();
            write("query: {queue: 0}\n");
            server.reload();
            assertThat(server.server()).isSameAs(first);
            assertThat(mayAsk(first)).isFalse();
        }
    }

    @Test
    void oneThatCannotBeUsedBringsTheOneBeforeBack() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ReloadingServer server = start()) {
            Files.writeString(file, Files.readString(file).replace("port: 0", "port: " + taken.getLocalPort()));
            server.reload();
            assertThat(server.config().http().port()).isZero();
            assertThat(mayAsk(server.server())).isFalse();
            assertThat(server.failed()).isNotDone();
        }
    }

    // the process must end then, for whoever watches it to start it again
    @Test
    void whereTheOneBeforeCannotBeUsedAnyMoreTheServerHasFailed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ReloadingServer server = start()) {
            Files.writeString(file, Files.readString(file).replace("port: 0", "port: " + taken.getLocalPort()));
            Files.move(folder.resolve("state"), folder.resolve("elsewhere"));
            Files.writeString(folder.resolve("state"), "no folder");
            server.reload();
            assertThatThrownBy(() -> server.failed().join()).hasCauseInstanceOf(StateException.class);
        }
    }
}
