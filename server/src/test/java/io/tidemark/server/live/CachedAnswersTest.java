package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.metrics.Scrape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine caches, shares, cancels and refuses, with {@link FjordDelivery} and its own slow route. */
class CachedAnswersTest {

    private static final String COUNTING = "/v3/common/counting";
    private static final String WEEK = "/v3/mortality/areas/week?from_date=2026-W53&to_date=2026-W53";
    /** Counts to billions, which takes minutes; how far is a parameter, so that each request can have its own. */
    private static final String SLOW = """
            /*
            summary: Counts
            family: common
            parameters:
              upto: {type: integer, min: 1, max: 2000000000, default: 1, meaning: how far}
            fields:
              counted: {type: integer, meaning: the count}
            */
            SELECT count(*) AS counted
            FROM range(:upto) a(i)
            CROSS JOIN range(100000) b(j)
            WHERE (i * 7 + j) % 3 = 1
            """;

    @TempDir
    static Path folder;

    private static Path delivery;
    /** With time for every query, and nothing made beforehand. */
    private static LiveServer server;
    /** With what is made beforehand. */
    private static LiveServer warm;
    /** With little time. */
    private static LiveServer hasty;
    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

    @BeforeAll
    static void start() throws IOException {
        Path own = Files.createDirectories(folder.resolve("sql/v3/common"));
        Files.writeString(own.resolve("counting.sql"), SLOW);
        delivery = FjordDelivery.write(folder.resolve("delivery"));
        server = start("shared", Map.of("query.timeout-seconds", "600", "query.concurrent", "2"));
        String lake = server.lake().toString();
        warm = on(lake, "warm", Map.of("query.timeout-seconds", "600", "query.warm-up", "true"));
        hasty = on(lake, "hasty", Map.of("query.timeout-seconds", "3", "server.request-seconds", "1"));
    }

    private static LiveServer start(String name, Map<String, String> settings) {
        return on(folder.resolve(name).resolve("lake").toString(), name, settings).ingest(delivery);
    }

    private static LiveServer on(String lake, String name, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of("metrics.port", "0", "sql", folder.resolve("sql").toString(),
                "lake", lake));
        all.putAll(settings);
        return LiveServer.start(folder.resolve(name), FjordDelivery.TODAY, all);
    }

    @AfterAll
    static void stop() {
        List.of(server, warm, hasty).forEach(LiveServer::close);
        THREADS.shutdownNow();
    }

    private static String counting(int upto) {
        return COUNTING + "?upto=" + upto;
    }

    /** Slices are made in the background, whenever there is time, and do not count. */
    private static double ended(LiveServer server, String route, String end) {
        Scrape metrics = server.metrics();
        String of = "route=\"" + route + "\"";
        String how = "end=\"" + end + "\"";
        return metrics.sum("tidemark_queries_total", of, how)
                - metrics.sum("tidemark_queries_total", of, how, "format=\"slice\"");
    }

    /** How many queries of a route have ended so far, by where their answer came from. */
    private static Map<String, Integer> ends(String route) {
        Map<String, Integer> ends = new HashMap<>();
        for (String end : List.of("answered", "shared", "cached")) {
            ends.put(end, (int) ended(server, route, end));
        }
        return ends;
    }

    /**
     * Where the answer of a route comes from: answered by a query, shared or cached. Only admins are told, so the
     * metrics say it.
     */
    private static String source(String path, String caller) {
        server.token(caller);
        String route = path.replaceAll("\\?.*", "");
        Map<String, Integer> before = ends(route);
        assertThat(server.get(path, caller).statusCode()).isIn(200, 204);
        // a query's end is counted right after its answer is sent
        eventually().until(() -> !ends(route).equals(before));
        return ends(route).entrySet().stream().filter(end -> end.getValue() > before.getOrDefault(end.getKey(), 0))
                .map(Map.Entry::getKey).reduce("", String::concat);
    }

    private static void until(LiveServer server, String metric, double value) {
        eventually().untilAsserted(() -> assertThat(server.metrics().value(metric)).as(metric).isEqualTo(value));
    }

    @Test
    void askedAgainItIsNotWorkedOutAgain() {
        String path = "/v3/mortality/areas/month?from_date=2026-11&to_date=2026-12";
        HttpResponse<String> first = server.get(path, "admin");
        HttpResponse<String> second = server.get(path, "admin");
        assertThat(LiveServer.json(second).get("data")).isEqualTo(LiveServer.json(first).get("data"));
        assertThat(LiveServer.json(second).at("/metadata/request_id"))
                .isNotEqualTo(LiveServer.json(first).at("/metadata/request_id"));
        assertThat(first.headers().firstValue("Server-Timing").orElseThrow().replaceAll(";dur=[0-9]+\\.[0-9]{3}", ""))
                .isEqualTo("identify, match, admit, read, recognise, ask, queue, query, answer, source;desc=query");
        assertThat(second.headers().firstValue("Server-Timing").orElseThrow()).contains("source;desc=cache");
        assertThat(second.headers().firstValue("Cache-Control")).contains("private, no-cache");
    }

    /** {@link SlicesTest} has what is in such an answer. */
    @Test
    void aWindowThatNobodyAskedForIsCutOutOfTheDefaultCombinationsRows() {
        eventually().untilAsserted(() -> assertThat(warm.metrics()
                .sum("tidemark_queries_total", "route=\"/v3/mortality/size/month\"",
                "format=\"slice\"", "end=\"answered\"")).isGreaterThanOrEqualTo(1));
        double before = ended(warm, "/v3/mortality/size/month", "sliced");
        warm.data("/v3/mortality/size/month?from_date=2026-03&to_date=2026-05", "analyst");
        eventually().untilAsserted(() -> assertThat(ended(warm, "/v3/mortality/size/month", "sliced"))
                .isEqualTo(before + 1));
    }

    @Test
    void callersOfOneGroupShareAndOthersDoNot() {
        String path = WEEK + "&generations=H2025,V2025";
        List<String> sources = new ArrayList<>();
        for (String caller : List.of("farmer:F1", "farmer:F2", "farmer:F6", "analyst", "readonly", "admin")) {
            sources.add(caller + " " + source(path, caller));
        }
        // F1 and F2 are one group; analysts and readers see the same, admins everything
        assertThat(sources).containsExactly("farmer:F1 answered", "farmer:F2 cached", "farmer:F6 answered",
                "analyst answered", "readonly cached", "admin answered");
    }

    /** Whoever is told that an answer comes from the cache learns that another caller has just asked the same. */
    @Test
    void onlyAdminsAreToldWhetherAnAnswerComesFromTheCache() throws IOException {
        String path = WEEK + "&areas=vest";
        for (String caller : List.of("analyst", "farmer:F1", "readonly")) {
            for (String suffix : List.of("", "", "&format=csv")) {
                HttpResponse<String> answer = server.get(path + suffix, caller);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().map()).as(caller).doesNotContainKey("server-timing");
                assertThat(answer.headers().map().toString()).doesNotContainIgnoringCase("source;")
                        .doesNotContainIgnoringCase("query;dur");
            }
        }
        assertThat(server.get(path, "admin").headers().firstValue("Server-Timing")).isPresent();
        assertThat(server.get("/v3/common/site?site_id=0", "analyst").headers().map())
                .doesNotContainKey("server-timing");
    }

    @Test
    void identicalRequestsAtOnceAreOneQuery() throws Exception {
        String path = counting(401);
        Map<String, Integer> before = ends(COUNTING);
        List<Future<HttpResponse<String>>> all = new ArrayList<>();
        for (String caller : List.of("admin", "analyst", "common-only", "farmer:F1", "farmer:F2", "farmer:F6")) {
            server.token(caller);
            all.add(THREADS.submit(() -> server.get(path, caller)));
        }
        for (Future<HttpResponse<String>> each : all) {
            assertThat(each.get().statusCode()).isEqualTo(200);
        }
        eventually().untilAsserted(() -> {
            Map<String, Integer> after = ends(COUNTING);
            assertThat(after.getOrDefault("answered", 0) - before.getOrDefault("answered", 0)).isEqualTo(1);
            assertThat(after.values().stream().mapToInt(n -> n).sum() - before.values().stream().mapToInt(n -> n).sum())
                    .isEqualTo(6);
        });
    }

    @Test
    void aQueryOverItsTimeIsCancelled() throws Exception {
        long start = System.nanoTime();
        HttpResponse<String> answer = hasty.get(counting(1_999_999_001), "admin");
        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat((System.nanoTime() - start) / 1e9).isBetween(2.5, 120.0);
        until(hasty, "tidemark_queries_running", 0);
    }

    /** The server would let the query run for much longer than this test waits. */
    @Test
    void aClientThatGoesAwayCancelsItsQuery() throws Exception {
        try (LiveServer patient = start("patient", Map.of("query.timeout-seconds", "600"))) {
            try (Socket _ = asking(patient, counting(1_999_999_002), "admin")) {
                until(patient, "tidemark_queries_running", 1);
            }
            until(patient, "tidemark_queries_running", 0);
            eventually().untilAsserted(() -> assertThat(ended(patient, COUNTING, "cancelled")).isEqualTo(1));
        }
    }

    /** A wait that is longer than the connection may be quiet leaves the connection as it was. */
    @Test
    void afterALongWaitTheConnectionGoesOn() throws IOException {
        // before there is a connection, which would be closed if this took longer than it may be quiet
        String request = " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + hasty.token("admin") + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), hasty.uri("/").getPort())) {
            socket.setSoTimeout(120_000);
            BufferedReader answers = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.UTF_8));
            // out of time after 3 s, of which the connection is quiet for longer than the 1 s that it may be
            socket.getOutputStream().write(("GET " + counting(1_999_999_003) + request + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(answers.readLine()).contains("504");
            socket.getOutputStream().write(("GET /v3/common/platform-areas" + request + "Connection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(answers.lines().toList()).anyMatch(line -> line.contains("HTTP/1.1 200 OK"));
        }
    }

    @Test
    void aRequestThatFollowsOneThatWasWaitedForIsAnsweredOnTheSameConnection() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
            socket.setSoTimeout(120_000);
            String request = " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + server.token("admin") + "\r\n";
            socket.getOutputStream().write(("GET " + counting(403) + request + "\r\nGET /v3/common/platform-areas"
                    + request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            String both = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(both.split("HTTP/1.1 200 OK", -1)).hasSize(3);
            assertThat(both).contains("counted", "Sørvest");
        }
    }

    /** Two queries run and four wait, each for much longer than this test: only the end of one gives a turn. */
    @Test
    void oneCallerCannotTakeAllTurns() throws Exception {
        try (LiveServer patient = start("taking-turns",
                Map.of("query.timeout-seconds", "600", "query.concurrent", "2", "query.caller-queue", "4"))) {
            List<Socket> greedy = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                greedy.add(asking(patient, counting(1_999_990_000 + i), "common-greedy"));
                until(patient, "tidemark_queries_running", Math.min(i + 1, 2));
                until(patient, "tidemark_queries_waiting", Math.max(i - 1, 0));
            }
            assertThat(patient.get(counting(1_999_990_006), "common-greedy").statusCode()).isEqualTo(429);
            patient.token("analyst");
            Future<HttpResponse<String>> other = THREADS.submit(() ->
                    patient.get("/v3/common/site?limit=3", "analyst"));
            until(patient, "tidemark_queries_waiting", 5);

            greedy.getFirst().close();

            // before the four that have waited for longer; then the greedy caller has its turn again
            assertThat(other.get().statusCode()).isEqualTo(200);
            until(patient, "tidemark_queries_waiting", 3);
            until(patient, "tidemark_queries_running", 2);
            for (Socket each : greedy) {
                each.close();
            }
            until(patient, "tidemark_queries_running", 0);
        }
    }

    /** A connection that has sent a request. */
    private static Socket asking(LiveServer of, String path, String caller) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), of.uri("/").getPort());
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + of.token(caller) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void enginesHaveFoldersOfTheirOwnWhichTheyClear() throws IOException {
        try (Stream<Path> folders = Files.list(folder.resolve("shared/state/spill"))) {
            // one for large answers, one for the served snapshot, one for that without rows at most
            assertThat(folders.filter(Files::isDirectory).map(f -> f.getFileName().toString())).hasSizeBetween(2, 3)
                    .allMatch(name -> name.startsWith("engine-" + ProcessHandle.current().pid() + "-"));
        }
    }

    @Test
    void defaultWindowsAreThereWhenTheyAreFirstAskedFor() {
        String route = "/v3/environment/temperature-trends-by-region";
        eventually().until(() -> ended(warm, route, "answered") > 0);
        assertThat(warm.get(route, "analyst").statusCode()).isEqualTo(200);
        eventually().untilAsserted(() -> assertThat(ended(warm, route, "cached")).isEqualTo(1));
    }

    /**
     * A route of one's own that no request could wait for would keep the next snapshot waiting, and processors busy.
     */
    @Test
    void aRouteThatIsTooSlowForRequestsIsGivenUpBeforehandToo() throws IOException {
        Path own = Files.createDirectories(folder.resolve("endless/v3/common"));
        Files.writeString(own.resolve("endless.sql"), SLOW.replace("default: 1,", "default: 1999999999,"));
        try (LiveServer impatient = start("impatient",
                Map.of("query.timeout-seconds", "2", "query.warm-up", "true", "query.cache-mb", "1",
                "sql", folder.resolve("endless").toString()))) {
            eventually().until(() -> impatient.metrics().value("tidemark_queries_running") > 0
                    || ended(impatient, "/v3/common/endless", "cancelled") > 0);
            long start = System.nanoTime();
            eventually().until(() -> ended(impatient, "/v3/common/endless", "cancelled") > 0);
            // 30 s if it had the time of the default settings
            assertThat((System.nanoTime() - start) / 1e9).isLessThan(28);
            eventually().until(() -> impatient.metrics().value("tidemark_queries_running") == 0);
            // the routes behind it are computed beforehand all the same
            eventually().until(() -> ended(impatient, "/v3/environment/temperature-trends-by-region", "answered") > 0);
            // so are slices, in half of the cache at most
            eventually().untilAsserted(() -> assertThat(impatient.metrics().value("tidemark_slices_bytes"))
                    .isBetween(1.0, 5e5));
        }
    }

    @Test
    void metricsTellOfTheCache() {
        server.get(WEEK, "admin");
        Scrape metrics = server.metrics();
        assertThat(metrics.value("tidemark_cache_bytes")).isPositive();
        assertThat(metrics.value("tidemark_cache_entries")).isPositive();
        assertThat(metrics.value("tidemark_snapshots_open")).isEqualTo(1);
    }
}
