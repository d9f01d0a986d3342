package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.trino.TrinoCluster;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trino comes, goes, is given snapshots and is relieved of them; requests that it cannot answer end. */
@Tag("trino")
@SuppressWarnings("NullAway.Init") // set before each test
class TrinoLifeTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);
    private static final String REQUEST = "/v3/mortality/areas/week";

    @TempDir
    static Path own;

    private static TrinoCluster cluster;

    @TempDir
    Path folder;

    private List<String> before;

    @BeforeAll
    static void start() throws IOException {
        cluster = TrinoCluster.start(own, 0);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void look() throws SQLException {
        before = List.of();
        before = schemas();
    }

    /** Ends it, and starts it again where it was. */
    private static void restart(Between between) throws Exception {
        int port = cluster.port();
        cluster.close();
        try {
            between.run();
        } finally {
            cluster = TrinoCluster.start(own, port);
        }
    }

    private interface Between {
        void run() throws Exception;
    }

    private HandMadeDelivery delivery(String name) {
        return new HandMadeDelivery(folder.resolve(name)).farmer("F1", "G1").site("10001", 3)
                .stock("F1", "10001", DAY, DAY.plusDays(6), 1000).loss("F1", "10001", DAY, "mortality", "A101", 10);
    }

    private LiveServer server(Map<String, String> more) throws IOException {
        Path lake = Files.createDirectories(folder.resolve("lake"));
        Map<String, String> settings = new HashMap<>(cluster.settings(lake));
        settings.putAll(more);
        return LiveServer.start(folder, TODAY, settings);
    }

    @Test
    void aTrinoThatGoesGives503AndComesBackByItself() throws Exception {
        try (LiveServer server = server(Map.of("query.cache-mb", "0")).ingest(delivery("one").write())) {
            int rows = server.data(REQUEST, "farmer:F1").size();
            assertThat(rows).isPositive();
            restart(() -> {
                HttpResponse<String> refused = server.get(REQUEST, "farmer:F1");
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.body()).contains("The query engine does not answer now")
                        .doesNotContain("127.0.0.1", "jdbc");
                assertThat(server.awaitReady(503)).contains("the query engine does not answer");
            });
            server.awaitReady(200);
            assertThat(server.data(REQUEST, "farmer:F1")).hasSize(rows);
        }
    }

    @Test
    void aServerStartsWithoutTrinoAndFindsItLater() throws Exception {
        try (LiveServer server = server(Map.of()).ingest(delivery("one").write())) {
            assertThat(server.data(REQUEST, "farmer:F1")).isNotEmpty();
        }
        LiveServer[] later = new LiveServer[1];
        restart(() -> {
            later[0] = server(Map.of("state", folder.resolve("another").toString()));
            assertThat(later[0].get(REQUEST, "admin").statusCode()).isEqualTo(503);
        });
        try (LiveServer server = later[0]) {
            server.awaitReady(200);
            assertThat(server.data(REQUEST, "farmer:F1")).isNotEmpty();
        }
    }

    @Test
    void aLongQueryIsCancelledAtItsDeadline() throws Exception {
        Path sql = folder.resolve("own/v3/custom");
        Files.createDirectories(sql);
        Files.writeString(sql.resolve("long.sql"), """
                /*
                summary: Counts for longer than anybody waits
                family: common
                fields:
                  n: {type: integer, meaning: a number}
                */
                SELECT count(*) AS n
                FROM stock_day a CROSS JOIN stock_day b CROSS JOIN stock_day c CROSS JOIN stock_day d CROSS JOIN stock_day e
                CROSS JOIN stock_day f CROSS JOIN stock_day g CROSS JOIN stock_day h CROSS JOIN stock_day i CROSS JOIN stock_day j
                CROSS JOIN stock_day k CROSS JOIN stock_day l CROSS JOIN stock_day m CROSS JOIN stock_day o
                WHERE a.fish_count + b.fish_count + c.fish_count + d.fish_count + e.fish_count + o.fish_count > 0
                """.replace("family: common\n", "family: common\naccess: admin\nconfidentiality: admin\n"));
        try (LiveServer server = server(Map.of("sql", folder.resolve("own").toString(), "query.timeout-seconds", "3"))
                .ingest(delivery("one").write())) {
            assertThat(server.get("/v3/custom/long", "admin").statusCode()).isEqualTo(504);
            eventually().untilAsserted(() -> assertThat(running()).as("queries that still run").isZero());
        }
    }

    private long running() throws SQLException {
        return Long.parseLong(ask("tidemark", "SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING'"
                + " AND query LIKE '%CROSS JOIN stock_day b%' AND query NOT LIKE '%system.runtime%'").getFirst());
    }

    @Test
    void snapshotsArePublishedOnceAndDroppedWithTheirFolders() throws Exception {
        Path lake = folder.resolve("lake");
        try (LiveServer server = server(Map.of()).ingest(delivery("one").write())) {
            assertThat(schemas()).hasSize(1);
            String first = schemas().getFirst();
            server.ingest(delivery("two").loss("F1", "10001", DAY.plusDays(1), "mortality", "A101", 5).write());
            assertThat(schemas()).hasSize(2).contains(first);
        }
        Pruning.plan(Lake.at(lake), 1).carryOut(Lake.at(lake));
        Path config = config(lake);
        CommandRun again = CommandRun.of("snapshot", "publish", "--engine", "trino", "--config", config.toString());
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).contains("drop tidemark_").contains("is in Trino, schema " + schemas().getFirst());
        assertThat(schemas()).hasSize(1);
    }

    @Test
    void theServersAccountOnlyReads() throws Exception {
        try (LiveServer _ = server(Map.of()).ingest(delivery("one").write())) {
            String table = schemas().getFirst() + ".stock_day";
            assertThat(ask("tidemark", "SELECT count(*) FROM " + table)).containsExactly("7");
            for (String write : List.of("DROP TABLE " + table, "DELETE FROM " + table, "CREATE SCHEMA other",
                    "DROP SCHEMA " + schemas().getFirst() + " CASCADE")) {
                assertThatThrownBy(() -> ask("tidemark", write)).as(write).hasMessageContaining("Access Denied");
            }
        }
    }

    @Test
    void aLocationThatIsAnotherLakeIsRefused() throws Exception {
        try (LiveServer server = server(Map.of()).ingest(delivery("one").write())) {
            assertThat(server.data(REQUEST, "farmer:F1")).isNotEmpty();
        }
        Path copy = folder.resolve("copy");
        FolderCopy.copy(folder.resolve("lake"), copy);
        try (var files = Files.walk(copy)) {
            for (Path file : files.filter(f -> f.endsWith("stock_day.parquet")).toList()) {
                DurableFiles.deleteTree(file);
            }
        }
        CommandRun run = CommandRun.of("snapshot", "publish", "--engine", "trino", "--config", config(copy).toString(),
                "--lake", folder.resolve("lake").toString());
        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains("Trino finds 0 rows in stock_day", "the manifest says 7",
                "Is trino.location this lake?");
    }

    @Test
    void withoutAnAccountThatMayPublishItIsSaid() throws Exception {
        try (LiveServer server = server(Map.of()).ingest(delivery("one").write())) {
            assertThat(server.data(REQUEST, "farmer:F1")).isNotEmpty();
        }
        Path config = config(folder.resolve("lake"));
        Files.writeString(config, Files.readString(config).replaceAll("(?m)^trino.publisher.*\n", ""));
        CommandRun run = CommandRun.of("snapshot", "publish", "--engine", "trino", "--config", config.toString());
        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains("trino.publisher.user is not set");
        Path right = config(folder.resolve("lake"));
        restart(() -> {
            CommandRun away = CommandRun.of("snapshot", "publish", "--engine", "trino", "--config", right.toString());
            assertThat(away.code()).isEqualTo(5);
            assertThat(away.err()).contains("Trino cannot be queried").doesNotContain("\tat ");
        });
    }

    private Path config(Path location) throws IOException {
        return TrinoCluster.config(folder, cluster.settings(location));
    }

    private List<String> schemas() throws SQLException {
        return ask("publisher", "SHOW SCHEMAS LIKE 'tidemark\\_%' ESCAPE '\\'").stream()
                .filter(name -> !before.contains(name)).toList();
    }

    private static List<String> ask(String user, String sql) throws SQLException {
        return cluster.ask(Map.of("user", user), sql);
    }
}
