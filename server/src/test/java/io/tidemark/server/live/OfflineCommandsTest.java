package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.http.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line asks of a lake by itself, beside what the server answers over HTTP. */
@ExtendWith(CoastServer.class)
class OfflineCommandsTest {

    private static final String WEEK = "/v3/mortality/areas/week";

    @TempDir
    Path folder;

    private static CommandRun run(String in, List<String> words) {
        return CommandRun.of(new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                words.toArray(String[]::new));
    }

    private static CommandRun query(LiveServer server, String... words) {
        List<String> all = new ArrayList<>(List.of("query", "--lake", server.lake().toString(), "--today",
                CoastDelivery.TODAY.toString()));
        all.addAll(List.of(words));
        return run("", all);
    }

    /** Runs SQL from standard input. */
    private static CommandRun sql(LiveServer server, String text, String... words) {
        List<String> all = new ArrayList<>(List.of("sql", "--lake", server.lake().toString()));
        all.addAll(List.of(words));
        return run(text, all);
    }

    private static CommandRun token(LiveServer server, String... words) {
        List<String> all = new ArrayList<>(List.of("token", "--state",
                server.lake().resolveSibling("state").toString()));
        all.addAll(List.of(words));
        return run("", all);
    }

    // the same SQL, parameters, access and confidentiality; request ids and times differ
    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /v3/mortality/areas/week             | analyst   | -
            /v3/mortality/areas/week             | admin     | areas=vest
            /v3/mortality/areas/week             | farmer:F1 | exclude_self=true
            /v3/mortality/areas/month            | farmer:F1 | limit=2
            /v3/treatment/by-size                | analyst   | -
            /v3/treatment/by-site                | farmer:F1 | -
            /v2/mortality/categories/codelist    | admin     | limit=3
            /v3/common/farmer/me                 | farmer:F1 | -
            """)
    void theAnswerIsTheServers(String route, String caller, String parameter, LiveServer server) throws IOException {
        HttpResponse<String> http = server.get(route + (parameter == null ? "" : "?" + parameter), caller);
        assertThat(http.statusCode()).as(http.body()).isEqualTo(200);

        CommandRun run = parameter == null ? query(server, route.substring(1), "--as", caller, "--json")
                : query(server, route.substring(1), parameter, "--as", caller, "--format", "json");

        assertThat(run.code()).as(run.err()).isZero();
        // letter by letter, up to what tells one request from another
        assertThat(run.out()).startsWith(http.body().substring(0, http.body().lastIndexOf(",\"meta")));
        assertThat(Json.MAPPER.readTree(run.out()).fieldNames()).toIterable()
                .containsExactlyElementsOf(() -> LiveServer.json(http).fieldNames());
    }

    @Test
    void otherFormatsAreTheServersToo(LiveServer server) throws IOException {
        for (String format : List.of("csv", "ndjson")) {
            assertThat(query(server, WEEK, "--format", format).out())
                    .isEqualTo(server.get(WEEK + "?format=" + format, "analyst").body()).isNotEmpty();
        }
        Path file = folder.resolve("weeks.csv");
        assertThat(query(server, WEEK, "--format", "csv", "decimal=comma", "--output", file.toString()).out())
                .isEmpty();
        assertThat(Files.readString(file)).isEqualTo(server.get(WEEK + "?format=csv&decimal=comma", "analyst").body());

        Path parquet = folder.resolve("weeks.parquet");
        assertThat(query(server, WEEK, "--format", "parquet", "-o", parquet.toString()).code()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("weeks.csv", "weeks.parquet");
        }
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder.resolve("spill")))) {
            assertThat(session.number("SELECT count(*) FROM read_parquet(" + SqlLiteral.of(parquet) + ")"))
                    .isEqualTo(server.data(WEEK, "analyst").size());
        }
    }

    @Test
    void aTableIsForPeople(LiveServer server) {
        CommandRun run = query(server, "/v3/common/platform-areas");
        assertThat(run.out()).startsWith("area_id  name  ").doesNotContain(",,");
        assertThat(run.out().lines()).hasSize(1 + server.data("/v3/common/platform-areas", "analyst").size());
        assertThat(query(server, "/v3/common/site", "limit=1").err()).contains("more rows follow");
        assertThat(query(server, WEEK, "from_date=1990-01-01", "to_date=1990-02-01").err())
                .isEqualTo("no rows" + System.lineSeparator());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /v3/mortality/areas/weak                         | there is no route /v3/mortality/areas/weak; did you mean /v3/mortality/areas/week?
            /v3/mortality/areas/week areas=vest2             | areas=vest2:
            /v3/mortality/areas/week limit=0                 | limit=0: must be a whole number from 1 to 1000
            /v3/mortality/areas/week fromdate=today          | no such parameter; did you mean from_date?
            /v3/mortality/areas/week vest                    | write parameters as name=value, not vest
            /v3/mortality/areas/week format=csv              | format and snapshot are options here
            /v3/treatment/by-site                            | This route has rows of single sites; it is for admins
            /v3/treatment/by-size --as farmer:F1 owner_id=F2 | owner_id: a farmer may ask for its own company only
            /v3/mortality/areas/week exclude_self=true       | exclude_self=true is for farmers only (asked as analyst, see --as)
            /v3/common/farmer/me --as farmer:F0              | there is no farmer F0 in snapshot
            /v3/common/farmer/me --as fisherman              | --as must be farmer:ID, analyst or admin, not fisherman
            /v3/common/site/nowhere                          | There is no such record
            /v3/common/site --format parquet                 | Parquet is binary: name a file with --output FILE
            /v3/common/site --format xml                     | 'xml' is none of table, csv, json, ndjson, parquet
            /v3/common/site --output none/x.csv              | is no file in a folder that is there
            /v3/common/site --snapshot none                  | there is no snapshot none in
            """)
    void whatIsWrongIsSaidAndExitsWith2(String line, String message, LiveServer server) {
        CommandRun run = query(server, line.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void sqlReadsTheSnapshotInEveryFormat(LiveServer server) throws IOException {
        String sql = "SELECT 1 AS a, 'x;y' AS b, DATE '2026-03-01' AS c, [1, 2] AS d, 1.5 AS e, NULL AS f, true AS g";
        assertThat(sql(server, "", "-c", sql, "--format", "csv").out())
                .isEqualToNormalizingNewlines("a,b,c,d,e,f,g\n1,x;y,2026-03-01,1|2,1.5,,true\n");
        assertThat(sql(server, "", "-c", sql, "--json").out())
                .isEqualTo("[{\"a\":1,\"b\":\"x;y\",\"c\":\"2026-03-01\",\"d\":[1,2],\"e\":1.5,\"f\":null,\"g\":true}]\n");
        assertThat(sql(server, sql + ";", "--format", "ndjson").out()).startsWith("{\"a\":1,").hasLineCount(1);
        Path parquet = folder.resolve("x.parquet");
        assertThat(sql(server, sql, "--format", "parquet", "-o", parquet.toString()).code()).isZero();
        assertThat(parquet).isNotEmptyFile();
        // several statements, comments, a view and a macro of ours
        CommandRun several = sql(server, "-- one\nSELECT count(*) AS n FROM cell; /* two; */ SELECT period_rate(10, "
                + "7000, 7) AS r;\n");
        assertThat(several.code()).as(several.err()).isZero();
        // 10 of a mean of 1000 fish in 7 days
        assertThat(several.out()).contains("0.01");
        assertThat(sql(server, "", "-c", "FROM range(1500)").err()).contains("only the first 1000 rows are shown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DESCRIBE stock_day", "SHOW TABLES", "SUMMARIZE site", "EXPLAIN SELECT 1", "VALUES (1)",
            "FROM site",
        "SELECT count(*) FROM duckdb_columns()", "WITH x AS (FROM range(3)) SELECT * FROM x"})
    void whatOnlyReadsRuns(String sql, LiveServer server) {
        CommandRun run = sql(server, sql);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isNotEmpty();
    }

    @Test
    void sqlMayStandOnSharedPieces(LiveServer server) {
        CommandRun run = sql(server, """
                /*
                with: [area]
                set: {all_areas: false}
                */
                SELECT count(*) AS n FROM area;
                """, "--format", "csv");
        assertThat(run.code()).as(run.err()).isZero();
        // no area was named
        assertThat(run.out()).isEqualToNormalizingNewlines("n\n0\n");
        assertThat(sql(server, "/*\nlet: {is_one: ':all_areas AND true'}\n*/ SELECT :is_one AS n", "--format", "csv")
                .out()).contains("true");
        assertThat(sql(server, "/*\nwith: [area]\n*/ SELECT count(*) AS n FROM area", "--format", "csv").out())
                .isEqualTo(sql(server, "SELECT count(DISTINCT platform_area_id) AS n FROM area_place", "--format",
                "csv").out());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"DROP TABLE site", "CREATE TABLE x (i INTEGER)",
            "INSERT INTO site SELECT * FROM site RETURNING 1",
        "DELETE FROM site", "UPDATE site SET site_id = 'x'", "COPY site TO 'FILE'", "ATTACH 'FILE'", "SET threads = 1",
        "PRAGMA version", "CALL duckdb_tables()", "INSTALL httpfs", "LOAD httpfs",
        "EXPLAIN ANALYZE COPY site TO 'FILE'",
        "EXPLAIN ANALYZE DELETE FROM site", "SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path "
        + "= 'FILE')",
        "SELECT * FROM (SELECT * FROM enable_profiling())", "SELECT (SELECT count(*) FROM disable_logging())",
        "SELECT * FROM query('FROM site')", "SELECT * FROM json_execute_serialized_sql('x')",
        "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/etc/*')", "SELECT * FROM read_parquet('/etc/passwd')", "SELECT write_log('x')",
        "WITH x AS (SELECT 1) SELECT * FROM x, checkpoint()", "SELECT * FROM duckdb_secrets()",
        "SELECT 1 AS a FROM (SELECT 1; SELECT 2)"})
    void sqlOnlyReads(String sql, LiveServer server) {
        Path file = folder.resolve("written");
        CommandRun run = sql(server, "", "-c", sql.replace("FILE", file.toString()));
        assertThat(run.code()).as(run.out()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("tidemark sql: ").doesNotContain("\tat ");
        assertThat(file).doesNotExist();
    }

    @Test
    void sqlThatIsWrongIsSaidWithItsPlace(LiveServer server) {
        assertThat(sql(server, "SELECT 1\nFRM site x y").err()).contains("line 2: syntax error at or near");
        assertThat(sql(server, "SELECT nobody FROM site").err()).contains("nobody", "LINE 1");
        // bytes and nested values have no form in any format
        assertThat(sql(server, "SELECT '\\xAA'::BLOB AS b", "--json").err())
                .contains("the column b is a BLOB", "hex(b)");
        assertThat(sql(server, "SELECT [{'a': 1}] AS s", "--format", "ndjson").err())
                .contains("the column s is a STRUCT", "to_json(s)");
        assertThat(sql(server, "SELECT to_json({'a': 1}) AS s", "--format", "csv").out()).contains("{\"\"a\"\":1}");
        assertThat(sql(server, "SELECT :nobody").err()).contains("no value for :nobody");
        assertThat(sql(server, "/*\nwith: [nothing]\n*/ SELECT 1").err()).contains("there is no shared piece nothing");
        assertThat(sql(server, "/*\nwith: [area]\nsum: x\n*/ SELECT 1").err())
                .contains("there is no key sum; did you mean sums?");
        assertThat(sql(server, " ;; -- nothing").err()).contains("there is no SQL");
        assertThat(sql(server, "SELECT 1; SELECT 2", "--json").err()).contains("only one statement is allowed");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"--role admin, admin", "--user ANALYST, analyst", "--role farmer --farmer F1, farmer"})
    void aTokenOfTheCommandLineOpensTheServer(String line, String role, LiveServer server) {
        server.token("analyst");
        for (int again = 0; again < 2; again++) {
            CommandRun run = token(server, line.split(" "));
            assertThat(run.code()).as(run.err()).isZero();
            HttpResponse<String> who = server.send(HttpRequest.newBuilder(server.uri("/v3/auth/userinfo"))
                    .header("Authorization", "Bearer " + run.out().strip()).GET());
            assertThat(who.statusCode()).as(who.body()).isEqualTo(200);
            assertThat(LiveServer.json(who).at("/data/roles/0").asText()).isEqualTo(role);
        }
    }

    @Test
    void aTokenIsForAnAccountInForceAndAudited(LiveServer server) throws IOException {
        CommandRun json = token(server, "--role", "analyst", "--json");
        JsonNode document = Json.MAPPER.readTree(json.out());
        assertThat(document.get("expires_in").asInt()).isEqualTo(3600);
        assertThat(token(server, "--user", "nobody").err()).contains("There is no active user named nobody");
        assertThat(token(server, "--client", "tmc_x").err()).contains("There is no active client with the id tmc_x");
        assertThat(token(server, "--role", "readonly").code()).isEqualTo(2);
        assertThat(token(server, "--role", "admin", "--farmer", "F1").err())
                .contains("--farmer goes with --role farmer");
        assertThat(token(server).code()).isEqualTo(2);
        assertThat(Files.readString(server.lake().resolveSibling("state").resolve("audit.log")))
                .contains("\"command\":\"token\"").doesNotContain(document.get("access_token").asText());
    }
}
