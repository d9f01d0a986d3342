package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.ZstdInputStream;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same rows in every format and coding, over {@link FjordDelivery}. */
class FormatsTest {

    private static final String WEEK = "/v3/mortality/areas/week?from_date=2026-W53&to_date=2026-W53";
    private static final String SITES = "/v3/common/site";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, FjordDelivery.TODAY, Map.of("query.max-rows", "5"))
                .ingest(FjordDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<byte[]> ask(String path, String... headers) {
        return server.bytes(server.request(path, "admin")
                .headers(headers.length == 0 ? new String[] {"X-None", "none"} : headers).GET());
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void csvByParameterAndByHeader() {
        HttpResponse<byte[]> byParameter = ask(WEEK + "&format=csv");
        assertThat(byParameter.statusCode()).isEqualTo(200);
        assertThat(byParameter.headers().firstValue("Content-Type")).contains("text/csv; charset=utf-8");
        assertThat(byParameter.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"mortality-areas-week.csv\"");
        assertThat(text(byParameter).lines().toList()).hasSize(3)
                .satisfies(lines -> assertThat(lines.getFirst()).contains("mortality_rate", "production_area_ids"))
                .satisfies(lines -> assertThat(lines.get(1)).contains("2026-12-28", "Vest", "3|4", "0.0032"));
        assertThat(ask(WEEK, "Accept", "text/csv").body()).isEqualTo(byParameter.body());
    }

    @Test
    void csvForExcelInNorwegian() {
        String csv = text(ask(WEEK + "&format=csv&decimal=comma"));
        assertThat(csv).startsWith("\uFEFF");
        assertThat(csv.lines().toList().get(1)).contains(";0,0032;");
    }

    @Test
    void ndjsonHasTheRecordsOfJson() throws IOException {
        JsonNode data = LiveServer.json(server.get(WEEK, "admin")).get("data");
        List<JsonNode> lines = new ArrayList<>();
        for (String line : text(ask(WEEK + "&format=ndjson")).lines().toList()) {
            lines.add(LiveServer.JSON.readTree(line));
        }
        assertThat(lines).containsExactlyElementsOf(data);
    }

    @Test
    void parquetHasThemWithTheirTypes() throws IOException {
        HttpResponse<byte[]> answer = ask(WEEK + "&format=parquet");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/vnd.apache.parquet");
        Path file = Files.write(folder.resolve("week.parquet"), answer.body());
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            assertThat(session.list("SELECT loss_rate_week, platform_area_name, production_area_ids, site_count, "
                    + "mortality_rate FROM "
                    + SqlLiteral.of(file) + " ORDER BY platform_area_name DESC", row -> row.getDate(1) + " "
                    + row.getString(2) + " " + row.getString(3) + " " + row.getLong(4) + " " + row.getDouble(5)))
                    .containsExactly("2026-12-28 Vest [3, 4] 4 0.0032", "2026-12-28 Trøndelag [6, 7] 3 0.003");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv", "ndjson"})
    void everyCodingHoldsTheSame(String format) throws IOException {
        // long enough to be compressed
        String path = "/v2/mortality/categories/codelist?format=" + format
                + (format.equals("json") ? "" : "&limit=4");
        String plain = withoutTime(text(ask(path)));
        HttpResponse<byte[]> gzip = ask(path, "Accept-Encoding", "gzip");
        HttpResponse<byte[]> zstd = ask(path, "Accept-Encoding", "gzip, zstd");
        assertThat(gzip.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(zstd.headers().firstValue("Content-Encoding")).contains("zstd");
        assertThat(withoutTime(read(new GZIPInputStream(new ByteArrayInputStream(gzip.body()))))).isEqualTo(plain);
        assertThat(withoutTime(read(new ZstdInputStream(new ByteArrayInputStream(zstd.body()))))).isEqualTo(plain);
        assertThat(gzip.headers().firstValue("ETag")).isEqualTo(zstd.headers().firstValue("ETag"));
        assertThat(gzip.headers().allValues("Vary").toString()).contains("Accept-Encoding", "Authorization");
    }

    private static String read(InputStream in) throws IOException {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String withoutTime(String body) {
        return body.replaceAll("\"time\":\"[^\"]*\"", "").replaceAll("\"request_id\":\"[^\"]*\"", "");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            /v3/mortality/areas/week?format=xml                 |            | 400 | format
            /v3/mortality/areas/week?format=json&format=csv     |            | 400 | format
            /v3/mortality/areas/week?decimal=comma              |            | 400 | decimal
            /v3/mortality/areas/week?snapshot=20200101T000000.000Z |         | 410 | no longer open
            /v3/mortality/areas/week?snapshot=../..             |            | 410 | no longer open
            /v3/mortality/areas/week                            | image/png  | 406 | format
            /v3/common/site?format=csv                          |            | 400 | 5 rows
            """)
    void whatCannotBeAnsweredIsSaid(String path, String accept, int status, String words) {
        HttpResponse<byte[]> answer = accept == null ? ask(path) : ask(path, "Accept", accept);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(text(answer)).contains(words);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void anAnswerWithoutRowsIs204OrATable() throws IOException {
        String none = "/v3/mortality/areas/week?from_date=1999-01-01&to_date=1999-02-01&format=";
        HttpResponse<byte[]> json = ask(none + "json");
        assertThat(json.statusCode()).isEqualTo(204);
        // RFC 9110, section 8.6: a 204 has no length
        assertThat(json.headers().firstValue("Content-Length")).isEmpty();
        for (String format : List.of("csv", "ndjson", "parquet")) {
            HttpResponse<byte[]> empty = ask(none + format);
            assertThat(empty.statusCode()).as(format).isEqualTo(200);
            assertThat(empty.headers().firstValue("X-Hidden-Reason")).as(format).contains("no_history");
        }
        String header = text(ask(WEEK + "&format=csv")).lines().findFirst().orElseThrow();
        assertThat(text(ask(none + "csv"))).isEqualToIgnoringNewLines(header);
        assertThat(text(ask(none + "ndjson"))).isEmpty();
        Path file = Files.write(folder.resolve("none.parquet"), ask(none + "parquet").body());
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            List<String> names = session.list("DESCRIBE SELECT * FROM read_parquet(" + SqlLiteral.of(file) + ")",
                    row -> row.getString(1));
            assertThat(names).containsExactly(header.split(","));
        }
        // a page past the end is an empty list
        assertThat(text(ask(WEEK + "&format=csv&limit=10&offset=50")).lines()).hasSize(1);
        assertThat(LiveServer.json(server.get(WEEK + "&offset=2000000000", "admin")).get("data")).isEmpty();
    }

    @Test
    void theNextPageIsLinkedInItsSnapshot() {
        HttpResponse<byte[]> first = ask(WEEK + "&limit=1");
        String snapshot = first.headers().firstValue("X-Snapshot-Id").orElseThrow();
        String link = first.headers().firstValue("Link").orElseThrow();
        assertThat(link).isEqualTo("</v3/mortality/areas/week?from_date=2026-W53&limit=1&offset=1&snapshot=" + snapshot
                + "&to_date=2026-W53>; rel=\"next\"");
        HttpResponse<byte[]> next = ask(link.substring(1, link.indexOf('>')));
        assertThat(text(next)).contains("Trøndelag").doesNotContain("Vest");
        assertThat(next.headers().firstValue("Link")).isEmpty();
        assertThat(ask(SITES + "?format=csv&limit=2").headers().firstValue("Link").orElseThrow())
                .contains("offset=2", "format=csv");
    }

    @Test
    void formatsHaveTagsOfTheirOwn() {
        List<String> tags = new ArrayList<>();
        for (String format : List.of("json", "csv", "ndjson", "parquet", "csv&decimal=comma")) {
            String path = WEEK + "&format=" + format;
            String tag = ask(path).headers().firstValue("ETag").orElseThrow();
            HttpResponse<byte[]> same = ask(path, "If-None-Match", tag);
            assertThat(same.statusCode()).isEqualTo(304);
            // it would be that of the whole answer
            assertThat(same.headers().firstValue("Content-Length")).isEmpty();
            tags.add(tag);
        }
        assertThat(tags).doesNotHaveDuplicates();
    }
}
