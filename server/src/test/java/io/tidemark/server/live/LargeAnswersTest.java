package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.tls.TestCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers and queries that do not fit into memory, with their own routes. */
class LargeAnswersTest {

    private static final int ROWS = 200_000;
    private static final String NUMBERS = """
            /*
            summary: Numbers
            family: common
            parameters:
              rows: {type: integer, min: 1, max: 1000000, default: 3, meaning: how many}
            fields:
              number: {type: integer, meaning: the number}
              words: {type: string, meaning: the same in words}
            */
            SELECT n AS number, concat('the number ', CAST(n AS VARCHAR)) AS words
            FROM range(:rows) r(n)
            ORDER BY n
            """;
    private static final String HOARDING = """
            /*
            summary: Holds numbers
            family: common
            parameters:
              rows: {type: integer, min: 1, max: 1000000000, default: 3, meaning: how many}
            fields:
              count: {type: integer, meaning: how many there were}
            */
            SELECT len(array_agg(n)) AS count
            FROM range(:rows) r(n)
            """;

    /** So much text that a Parquet file of it takes a while. */
    private static final String WIDE = """
            /*
            summary: Text
            family: common
            fields:
              text: {type: string, meaning: much text}
            */
            SELECT repeat(md5(CAST(n AS VARCHAR)), 40) AS text
            FROM range(200000) r(n)
            """;

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        Path own = Files.createDirectories(folder.resolve("sql/v3/common"));
        Files.writeString(own.resolve("numbers.sql"), NUMBERS);
        Files.writeString(own.resolve("hoarding.sql"), HOARDING);
        Files.writeString(own.resolve("wide.sql"), WIDE);
        server = LiveServer.start(folder, FjordDelivery.TODAY,
                Map.of("query.engine-threads", "2", "sql", folder.resolve("sql").toString(),
                "query.max-rows", Integer.toString(ROWS), "query.send-seconds", "2", "metrics.port", "0"))
                .ingest(FjordDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<byte[]> numbers(int rows, String format, String... headers) {
        return server.bytes(server.request("/v3/common/numbers?rows=" + rows + "&format=" + format, "admin")
                .headers(Stream.concat(Stream.of("X-None", "none"), Stream.of(headers)).toArray(String[]::new)).GET());
    }

    /** Files that answers were written to. */
    private static List<Path> files(Path home) throws IOException {
        try (Stream<Path> all = Files.walk(home.resolve("state/spill"))) {
            return all.filter(file -> String.valueOf(file.getFileName()).startsWith("answer-")).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "ndjson"})
    void linesComeWholeThroughAFile(String format) throws IOException {
        HttpResponse<byte[]> answer = numbers(ROWS, format);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(answer.body().length);
        assertThat(answer.body().length).isGreaterThan(2 << 20);
        List<String> lines = new String(answer.body(), StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(ROWS + (format.equals("csv") ? 1 : 0));
        assertThat(lines.getLast()).contains("199999", "the number 199999");
        assertThat(files(folder)).isEmpty();
    }

    /** As on a full disk: no file can be made. */
    @ParameterizedTest
    @ValueSource(strings = {"csv", "parquet"})
    void anAnswerThatTheDiskDoesNotTakeIsRefused(String format) throws IOException {
        Path spill = folder.resolve("state/spill");
        double failed = ended("numbers", "failed");
        Path away = Files.move(spill, folder.resolve("away-" + format));
        try {
            HttpResponse<byte[]> answer = numbers(ROWS, format);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("no disk space for this answer")
                    .doesNotContain("spill");
        } finally {
            Files.move(away, spill);
        }
        eventually().untilAsserted(() -> assertThat(ended("numbers", "failed")).isEqualTo(failed + 1));
        assertThat(numbers(ROWS, format).statusCode()).isEqualTo(200);
    }

    /** The answer is made as for GET, so that its length is known, and sent to nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"csv", "ndjson", "parquet", "json"})
    void askedForTheHeadersAloneTheyLeaveNoFile(String format) throws IOException {
        String request = " /v3/common/numbers?rows=" + (format.equals("json") ? "1000" : ROWS) + "&format=" + format
                + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + server.token("admin") + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
            socket.getOutputStream().write(("HEAD" + request + "\r\nHEAD" + request + "\r\nGET" + request
                    + "Connection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            String[] answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
                    .split("\r\n\r\n", 4);
            assertThat(List.of(answers).subList(0, 3))
                    .allSatisfy(head -> assertThat(head).startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("\r\nContent-Length: " + answers[3].length() + "\r\n", "\r\nETag: "));
        }
        assertThat(files(folder)).isEmpty();
    }

    @Test
    void compressedTheyAreTheSame() throws IOException {
        byte[] plain = numbers(ROWS, "csv").body();
        HttpResponse<byte[]> gzip = numbers(ROWS, "csv", "Accept-Encoding", "gzip");
        assertThat(gzip.headers().firstValue("Content-Encoding")).contains("gzip");
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip.body()))) {
            assertThat(in.readAllBytes()).isEqualTo(plain);
        }
    }

    @Test
    void parquetToo() throws IOException {
        HttpResponse<byte[]> answer = numbers(ROWS, "parquet");
        Path file = Files.write(folder.resolve("numbers.parquet"), answer.body());
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            assertThat(session.number("SELECT sum(number) FROM " + SqlLiteral.of(file)))
                    .isEqualTo((long) ROWS * (ROWS - 1) / 2);
        }
        assertThat(files(folder)).isEmpty();
    }

    @Test
    void whatIsTooLongIsSaidAndNotCutShort() throws IOException, InterruptedException {
        double failed = ended("numbers", "failed");
        for (String format : List.of("csv", "ndjson", "parquet", "json")) {
            HttpResponse<byte[]> answer = numbers(ROWS + 1, format);
            assertThat(answer.statusCode()).as(format).isEqualTo(400);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("more than 200,000 rows");
        }
        assertThat(files(folder)).isEmpty();
        // no failure of the server's
        awaitEnded("numbers", "refused", 4);
        assertThat(ended("numbers", "failed")).isEqualTo(failed);
    }

    private static double ended(String route, String end) {
        return server.metrics().sum("tidemark_queries_total", "route=\"/v3/common/" + route + "\"", "end=\"" + end
                + "\"");
    }

    private static void awaitEnded(String route, String end, int times) {
        eventually().untilAsserted(() -> assertThat(ended(route, end)).as(route + " " + end).isEqualTo(times));
    }

    /** All rows have been read when the file is made: without a word DuckDB would go on to its end. */
    @Test
    void aParquetFileThatNobodyWaitsForIsNotMade() throws Exception {
        try (Socket socket = slowly(server)) {
            socket.getOutputStream().write(("GET /v3/common/wide?format=parquet HTTP/1.1\r\nHost: x\r\nAuthorization: "
                    + "Bearer " + server.token("admin") + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            eventually().pollInterval(Duration.ofMillis(5))
                    .until(() -> files(folder).stream().anyMatch(file -> file.toString().endsWith(".parquet")));
        }
        awaitEnded("wide", "cancelled", 1);
        assertThat(files(folder)).isEmpty();
    }

    @Test
    void whoReadsTooSlowlyIsLeft() throws Exception {
        try (Socket socket = slowly(server)) {
            ask(socket, "Authorization: Bearer " + server.token("admin"), "&format=ndjson");
            until(folder, true);
            until(folder, false);
            // the caller's place is free again
            assertThat(numbers(3, "csv").statusCode()).isEqualTo(200);
        }
    }

    /** Under TLS a write that waits for its reader would hold up another thread's close. */
    @Test
    void alsoUnderTls() throws Exception {
        Path home = Files.createDirectories(folder.resolve("tls"));
        TestCertificate certificate = TestCertificate.make(home, "EC", "slow");
        certificate.writeCertificate(home.resolve("cert.pem"));
        certificate.writeKey(home.resolve("key.pem"));
        try (LiveServer tls = LiveServer.start(home, FjordDelivery.TODAY,
                Map.of("sql", folder.resolve("sql").toString(),
                "query.send-seconds", "1", "tls.certificate", home.resolve("cert.pem").toString(),
                "tls.key", home.resolve("key.pem").toString())).ingest(folder.resolve("delivery"));
                Socket plain = slowly(tls)) {
            Socket socket = TestCertificate.trusting(certificate).getSocketFactory()
                    .createSocket(plain, "localhost", plain.getPort(), true);
            ask(socket, "X-API-Key: " + tls.identity().apiKeys().add("slow", Set.of(Permission.COMMON_READ), null)
                    .text(), "&format=ndjson");
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            until(home, false);
        }
    }

    /** Whoever hangs up before the end has most of the answer: the log of data accesses says what was asked for. */
    @Test
    void whoHangsUpIsInTheLogOfDataAccesses() throws Exception {
        try (Socket socket = slowly(server)) {
            ask(socket, "X-Request-Id: hung-up\r\nAuthorization: Bearer " + server.token("analyst"), "&format=ndjson");
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        eventually().untilAsserted(() ->
                assertThat(server.data("/v3/admin/accesses?route=/v3/common/numbers&limit=1000", "admin"))
                .filteredOn(line -> line.get("request_id").asText().equals("hung-up"))
                .singleElement().satisfies(line -> {
                    assertThat(line.get("rows").asInt()).isEqualTo(ROWS);
                    assertThat(line.at("/values/rows").asInt()).isEqualTo(ROWS);
                }));
    }

    /** A connection with little room, so that the server waits for its reader. */
    private static Socket slowly(LiveServer of) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), of.uri("/").getPort()));
        return socket;
    }

    private static void ask(Socket socket, String credentials, String more) throws IOException {
        socket.getOutputStream().write(("GET /v3/common/numbers?rows=" + ROWS + more + " HTTP/1.1\r\nHost: x\r\n"
                + credentials + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** A snapshot is closed as soon as another is served, even while a client still reads an answer slowly. */
    @Test
    void whoReadsSlowlyKeepsNoSnapshotOpen() throws Exception {
        try (LiveServer other = LiveServer.start(folder.resolve("other"), FjordDelivery.TODAY,
                Map.of("sql", folder.resolve("sql").toString(), "query.keep-snapshot-seconds", "0", "metrics.port",
                "0"))
                .ingest(folder.resolve("delivery"));
                Socket socket = slowly(other)) {
            ask(socket, "Authorization: Bearer " + other.token("admin"), "");
            // its head has arrived: the answer is being sent
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            other.ingest(folder.resolve("delivery"), LiveServer.RULE_OFF);
            eventually().untilAsserted(() -> assertThat(other.metrics().value("tidemark_snapshots_open")).isEqualTo(1));
        }
    }

    private static void until(Path home, boolean there) throws Exception {
        eventually().until(() -> files(home).isEmpty() != there);
    }

    @Test
    void aQueryThatTheMemoryIsTooShortForLeavesTheNextOneWorking() {
        HttpResponse<String> refused = server.get("/v3/common/hoarding?rows=100000000", "admin");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.body()).contains("not have enough memory").doesNotContain("Out of Memory");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(LiveServer.json(server.get("/v3/common/hoarding?rows=10", "admin")).at("/data/0/count").asInt())
                .isEqualTo(10);
    }
}
