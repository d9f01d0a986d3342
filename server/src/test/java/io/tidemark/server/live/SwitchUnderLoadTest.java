package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots follow each other while requests go on, with little memory and a query that spills. */
class SwitchUnderLoadTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);
    private static final String WEEK = "/v3/mortality/areas/week";
    /** Puts more rows in order than the memory takes. */
    private static final String SPILLING = """
            /*
            summary: Spills
            family: common
            parameters:
              salt: {type: integer, min: 0, max: 1000000, default: 0, meaning: makes each request another}
            fields:
              first: {type: integer, meaning: the first of them in another order}
            */
            SELECT min(n) AS first
            FROM (SELECT n, row_number() OVER (ORDER BY hash(n + :salt)) AS place FROM range(2500000) r(n)) a
            WHERE place < 3
            """;

    @TempDir
    Path folder;

    @Test
    void noRequestIsLostAndNoneIsMixed() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("sql/v3/common")).resolve("spilling.sql"), SPILLING);
        Map<String, String> rates = new ConcurrentHashMap<>();
        try (LiveServer server = LiveServer.start(folder, TODAY, Map.of("query.engine-threads", "2",
                "query.engine-memory-mb", "256", "metrics.port", "0",
                "sql", folder.resolve("sql").toString(), "query.cache-mb", "1"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            rates.put(server.ingest(delivery(1)).get(WEEK, "admin").headers().firstValue("X-Snapshot-Id")
                    .orElseThrow(), "0.001");
            AtomicBoolean stop = new AtomicBoolean();
            Set<Integer> statuses = ConcurrentHashMap.newKeySet();
            List<Future<?>> load = new ArrayList<>();
            AtomicInteger salt = new AtomicInteger();
            Map<String, String> seen = new ConcurrentHashMap<>();
            for (String caller : List.of("admin", "analyst", "common-only")) {
                server.token(caller);
                load.add(threads.submit(() -> {
                    while (!stop.get()) {
                        statuses.add(server.get("/v3/common/spilling?salt=" + salt.incrementAndGet(), caller)
                                .statusCode());
                    }
                }));
            }
            load.add(threads.submit(() -> {
                while (!stop.get()) {
                    HttpResponse<String> answer = server.get(WEEK, "admin");
                    statuses.add(answer.statusCode());
                    if (answer.statusCode() == 200) {
                        seen.merge(answer.headers().firstValue("X-Snapshot-Id").orElseThrow(),
                                LiveServer.json(answer).at("/data/0/mortality_rate").asText(), (a, b) -> a.equals(b)
                                ? a : a + " and " + b);
                    }
                }
            }));
            Lake lake = Lake.at(server.lake());
            for (int dead = 2; dead <= 4; dead++) {
                Ingest.run(new IngestOptions(delivery(dead), lake, TODAY, false, 0.01), event -> { });
                rates.put(lake.currentId().orElseThrow().text(), "0.00" + dead);
            }
            String last = lake.currentId().orElseThrow().text();
            eventually().until(() -> seen.containsKey(last));
            stop.set(true);
            for (Future<?> each : load) {
                each.get();
            }
            // busy or short of memory is allowed; nothing else may fail
            assertThat(statuses).contains(200).isSubsetOf(200, 429, 503);
            seen.forEach((id, rate) -> assertThat(rate).as(id).isEqualTo(rates.get(id)));
            assertThat(server.metrics().value("tidemark_snapshots_open")).isLessThanOrEqualTo(2);
            for (String earlier : new TreeSet<>(rates.keySet()).headSet(last)) {
                waits(server, lake, earlier);
            }
        }
    }

    /**
     * One that was just published is left alone for half a second, since another may follow; a busy machine takes
     * longer, never less.
     */
    private static void waits(LiveServer server, Lake lake, String id) {
        long start = System.nanoTime();
        lake.publish(new SnapshotId(id));
        eventually().untilAsserted(() -> assertThat(server.get(WEEK, "admin").headers().firstValue("X-Snapshot-Id"))
                .contains(id));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    private Path delivery(int dead) {
        // of 1000 fish so many die in the week: the rate is theirs times 7 over 7000 fish days
        return new HandMadeDelivery(folder.resolve("d" + dead)).farmer("F1", "G1").site("10001", 3)
                .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).loss("F1", "10001", DAY, "mortality", "A101", dead)
                .write();
    }
}
