package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lake on a mount may go and come back under a running server. */
class LakeAwayTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);

    @TempDir
    Path folder;

    @Test
    void readinessFollowsTheLake() throws Exception {
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 8))) {
            server.ingest(new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).loss("F1", "10001", DAY, "mortality", "A101", 10)
                    .write());
            server.awaitReady(200);

            Files.move(server.lake(), folder.resolve("away"));
            assertThat(server.awaitReady(503)).contains("the served snapshot's files cannot be read")
                    .doesNotContain(folder.toString());
            Files.move(folder.resolve("away"), server.lake());
            assertThat(server.awaitReady(200)).contains("\"failure\":\"none\"");
            assertThat(server.get("/v3/mortality/areas/week", "admin").statusCode()).isEqualTo(200);

            // the files are there, and what names them is not: they are served
            Files.delete(server.lake().resolve("CURRENT"));
            eventually().until(() -> ready(server).contains("CURRENT cannot be read"));
            assertThat(server.awaitReady(200)).contains("the lake's CURRENT cannot be read");
        }
    }

    @Test
    void aNewerSnapshotThatCannotBeServedIsStillNamedWhenTheLakeIsBack() throws Exception {
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 8))) {
            server.ingest(new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).write());
            server.awaitReady(200);
            Path current = server.lake().resolve("CURRENT");
            Files.writeString(current, Files.readString(current).replaceFirst("^\\d{4}", "2099"));
            eventually().until(() -> ready(server).contains("snapshot 2099"));

            Files.move(server.lake(), folder.resolve("away"));
            server.awaitReady(503);
            Files.move(folder.resolve("away"), server.lake());
            assertThat(server.awaitReady(200)).contains("snapshot 2099").contains("cannot be served");
        }
    }

    @Test
    void anotherPublishedSnapshotIsServedWhenTheServedOneIsGoneForGood() throws Exception {
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 8))) {
            server.ingest(new HandMadeDelivery(folder.resolve("first")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).write());
            Path current = server.lake().resolve("CURRENT");
            String first = Files.readString(current);
            server.ingest(new HandMadeDelivery(folder.resolve("second")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", DAY, DAY.plusDays(6), 2000).write());
            server.awaitReady(200);

            Files.move(server.lake().resolve("snapshots").resolve(Files.readString(current).strip()),
                    folder.resolve("gone"));
            server.awaitReady(503);
            Files.writeString(current, first);
            assertThat(server.awaitReady(200)).contains(first.strip()).contains("\"failure\":\"none\"");
            assertThat(server.get("/v3/mortality/areas/week", "admin").statusCode()).isEqualTo(200);
        }
    }

    private static String ready(LiveServer server) {
        return server.send(HttpRequest.newBuilder(server.uri("/health/ready")).GET()).body();
    }
}
