package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server follows CURRENT without a restart, and a snapshot that it cannot serve leaves the one before it serving.
 */
class SnapshotFollowTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);
    private static final String WEEK = "/v3/mortality/areas/week";
    private static final String OPENED = "tidemark_snapshot_opened_timestamp_seconds";
    private static final String REFUSED = "tidemark_snapshot_refused";

    @TempDir
    Path folder;

    @Test
    void snapshotsAreTakenUpWhileTheServerRuns() throws Exception {
        long start = Instant.now().getEpochSecond();
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 8), Map.of("metrics.port", "0"))) {
            HttpResponse<String> before = server.get(WEEK, "admin");
            assertThat(before.statusCode()).isEqualTo(503);
            assertThat(before.headers().firstValue("Retry-After")).isPresent();
            assertThat(ready(server).statusCode()).isEqualTo(503);
            assertThat(server.metrics().value(OPENED)).isZero();

            // 10 dead of 1000 fish a day through a week: 10 x 7 / 7000
            server.ingest(delivery("first", 10));
            HttpResponse<String> published = server.get(WEEK, "admin");
            assertThat(LiveServer.json(published).at("/data/0/mortality_rate").asText()).isEqualTo("0.01");
            assertThat(ready(server).statusCode()).isEqualTo(200);

            double first = openedOnceServed(server, 1);
            assertThat(first).isBetween((double) start, (double) Instant.now().getEpochSecond() + 1);

            server.ingest(delivery("second", 20));
            double second = openedOnceServed(server, 2);
            assertThat(second).isGreaterThan(first);
            HttpResponse<String> corrected = server.get(WEEK, "admin");
            assertThat(LiveServer.json(corrected).at("/data/0/mortality_rate").asText()).isEqualTo("0.02");

            // a client that began to read pages of the first continues with it
            String first1 = published.headers().firstValue("X-Snapshot-Id").orElseThrow();
            HttpResponse<String> pinned = server.get(WEEK + "?snapshot=" + first1, "admin");
            assertThat(LiveServer.json(pinned).at("/data/0/mortality_rate").asText()).isEqualTo("0.01");
            assertThat(pinned.headers().firstValue("X-Snapshot-Id")).contains(first1);
            assertThat(pinned.headers().firstValue("ETag")).isEqualTo(published.headers().firstValue("ETag"))
                    .isNotEqualTo(corrected.headers().firstValue("ETag"));
            HttpResponse<String> details = server.get("/health/details", "admin");
            assertThat(LiveServer.json(details).at("/open_snapshots").asInt()).isEqualTo(2);
            assertThat(LiveServer.json(details).at("/snapshot/id").asText())
                    .isEqualTo(corrected.headers().firstValue("X-Snapshot-Id").orElseThrow());
            assertThat(LiveServer.json(details).at("/cache/entries").asInt()).isPositive();
            assertThat(LiveServer.json(details).get("engine").toString())
                    .isEqualTo("{\"name\":\"duckdb\",\"answers\":true}");
            assertThat(server.get("/health/details", "analyst").statusCode()).isEqualTo(403);
            assertThat(server.send(HttpRequest.newBuilder(server.uri("/health/details")).GET()).statusCode())
                    .isEqualTo(401);

            assertThat(server.metrics().value(REFUSED)).isZero();
            damage(server);
            assertThat(server.metrics().value(REFUSED)).isEqualTo(1);
            assertThat(server.metrics().value(OPENED)).isEqualTo(second);
            HttpResponse<String> after = server.get(WEEK, "admin");
            assertThat(after.statusCode()).isEqualTo(200);
            assertThat(after.headers().firstValue("X-Snapshot-Id"))
                    .isEqualTo(corrected.headers().firstValue("X-Snapshot-Id"));

            // rolled back to the served one: the failure is cleared
            Files.writeString(server.lake().resolve("CURRENT"), corrected.headers().firstValue("X-Snapshot-Id")
                    .orElseThrow() + "\n");
            assertThat(readyOnceItSays(server, "\"failure\":\"none\"")).contains("\"failure\":\"none\"");
            assertThat(server.metrics().value(REFUSED)).isZero();
            assertThat(server.metrics().value(OPENED)).isEqualTo(second);
        }
    }

    /** When the served snapshot was opened, once so many were. */
    private static double openedOnceServed(LiveServer server, int times) {
        eventually().untilAsserted(() -> assertThat(server.metrics().events("snapshot_served")).isEqualTo(times));
        return server.metrics().value(OPENED);
    }

    /** Publishes a snapshot whose only Parquet file is none, by hand, and waits until the server has seen it. */
    private static void damage(LiveServer server) throws Exception {
        Path good = Lake.at(server.lake()).current().orElseThrow().folder();
        Path bad = good.resolveSibling("damaged");
        Files.createDirectories(bad.resolve("site"));
        Files.writeString(bad.resolve("site/site.parquet"), "not Parquet");
        Files.writeString(bad.resolve("manifest.json"), """
                {"format_version":1,"id":"damaged","created_at":"2026-03-08T00:00:00Z","parent":null,"sources":[],
                 "tables":{"site":{"rows":1,"first_date":null,"last_date":null,
                   "files":[{"path":"site/site.parquet","rows":1,"bytes":11,"sha256":"","first_date":null,"last_date":null}]}}}
                """);
        Files.writeString(server.lake().resolve("CURRENT"), "damaged\n");
        // anybody may ask for health: why it failed is for the log, with its paths and its SQL
        assertThat(readyOnceItSays(server, "snapshot damaged")).contains("snapshot damaged")
                .doesNotContain(server.lake().toString(), "read_parquet");
    }

    private static String readyOnceItSays(LiveServer server, String text) {
        return eventually().until(() -> ready(server).body(), body -> body.contains(text));
    }

    private static HttpResponse<String> ready(LiveServer server) {
        return server.send(HttpRequest.newBuilder(server.uri("/health/ready")).GET());
    }

    private Path delivery(String name, int dead) {
        return new HandMadeDelivery(folder.resolve(name)).farmer("F1", "G1").site("10001", 3)
                .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).loss("F1", "10001", DAY, "mortality", "A101", dead)
                .write();
    }
}
