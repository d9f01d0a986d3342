package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The examples of the guide do what they say, as they stand there; those whose tool is not on this machine are skipped.
 */
@ExtendWith(CoastServer.class)
final class ExamplesTest {

    private static final Path GUIDE = Path.of("../docs/examples.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");
    private static final int PATIENCE_SECONDS = 600;
    private static final String COMPANY = "F1";

    @TempDir
    private Path folder;

    private static List<String> blocks(String language) throws IOException {
        return BLOCK.matcher(Files.readString(GUIDE)).results().filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2)).toList();
    }

    @Test
    void theGuideHasThem() throws IOException {
        assertThat(blocks("sh")).hasSize(2);
        assertThat(blocks("python")).hasSize(3);
        assertThat(blocks("sql")).hasSize(2);
        assertThat(blocks("")).hasSize(2);
        assertThat(blocks("js")).hasSize(1);
        assertThat(blocks("r")).hasSize(1);
    }

    /** The check says whether the machine has what the example needs; the rows are asked for by the test itself. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            sh     | 0 | curl --version && python3 --version          | bash    | example.sh  |
            python | 0 | python3 -c 'import requests'                 | python3 | example.py  | /v3/mortality/areas/week?from_date=2026-01
            python | 1 | python3 -c 'import requests,pandas,pyarrow'  | python3 | example.py  |
            python | 2 | python3 --version                            | python3 | example.py  | /v3/mortality/areas/month?from_date=2025
            js     | 0 | node -e 'fetch'                              | node    | example.mjs | /v3/mortality/areas/month
            r      | 0 | Rscript --version                            | Rscript | example.R   | /v3/mortality/areas/month?from_date=2025
            """)
    void runsAsItStands(String language, int number, String check, String tool, String file, String counted,
            LiveServer coast)
            throws IOException, InterruptedException {
        assumeTrue(run(coast, List.of("bash", "-c", check)).status() == 0, "this machine has not: " + check);
        Files.writeString(folder.resolve(file), blocks(language).get(number));

        Ended ended = run(coast, List.of(tool, file));

        assertThat(ended.status()).as(ended.output()).isZero();
        if (counted != null) {
            assertThat(ended.output().strip()).isEqualTo(Integer.toString(coast.data(counted, "analyst").size()));
        }
        if (language.equals("sh")) {
            assertThat(Files.readAllLines(folder.resolve("weeks.csv")).getFirst()).startsWith("loss_rate_week,");
        }
    }

    /** What curl would fetch is fetched here, so that the SQL runs on every machine. */
    @Test
    void duckDbReadsTheFile(LiveServer coast) throws SQLException, IOException {
        Matcher asked = Pattern.compile("\\$SERVER(/\\S+)\" > months.parquet").matcher(blocks("sh").get(1));
        assertThat(asked.find()).isTrue();
        Path file = folder.resolve("months.parquet");
        Files.write(file, coast.bytes(HttpRequest.newBuilder(coast.uri(asked.group(1))).header("X-API-Key", key(coast))
                .header("Accept", "application/vnd.apache.parquet")).body());
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet rows = statement.executeQuery(blocks("sql").get(0)
                        .replace("months.parquet", file.toString()))) {
            int count = 0;
            boolean compared = false;
            while (rows.next()) {
                count++;
                compared |= rows.getObject("above_benchmark") != null;
            }
            assertThat(count).isEqualTo(coast.data(asked.group(1), "farmer:" + COMPANY).size());
            assertThat(compared).isTrue();
        }
    }

    @Test
    void duckDbReadsTheServer(LiveServer coast) throws SQLException, IOException {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            assumeTrue(loads(statement, "httpfs"), "this machine has not DuckDB's extension httpfs");
            String[] both = filled(blocks("sql").get(1), coast).replace("'KEY'", "'" + key(coast) + "'")
                    .split(";\\n\\n", 2);
            statement.execute(both[0]);
            try (ResultSet rows = statement.executeQuery(both[1])) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    private static boolean loads(Statement statement, String extension) {
        try {
            statement.execute("LOAD " + extension);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Excel, Power BI and Grafana are on no machine of ours: what they ask for is answered, and has the columns that
     * they name.
     */
    @Test
    void whatExcelPowerBiAndGrafanaAskForIsAnswered(LiveServer coast) throws IOException {
        String m = blocks("").get(0);
        String path = found(m, "RelativePath = \"([^\"]+)\"");
        String query = Pattern.compile("(\\w+) = \"([^\"]+)\"").matcher(found(m, "Query = \\[([^\\]]+)\\]")).results()
                .map(each -> each.group(1) + "=" + each.group(2)).collect(Collectors.joining("&"));
        assertThat(columns(coast, "/" + path + "?" + query)).contains("month", "loss_rate", "farmer_loss_rate");

        String grafana = blocks("").get(1).strip().replace("https://tidemark.example.org", "")
                .replace("${__from:date:YYYY-MM-DD}", "2026-01-01").replace("${__to:date:YYYY-MM-DD}", "2026-12-31");
        assertThat(columns(coast, grafana)).contains("loss_rate_week", "platform_area_name", "loss_rate",
                "farmer_loss_rate");
    }

    private static String found(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static List<String> columns(LiveServer coast, String address) {
        HttpResponse<String> answer = coast.send(HttpRequest.newBuilder(coast.uri(address))
                .header("X-API-Key", key(coast)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        List<String> lines = answer.body().lines().toList();
        assertThat(lines).hasSizeGreaterThan(1);
        return List.of(lines.getFirst().split(","));
    }

    private static String filled(String text, LiveServer coast) {
        return text.replace("https://tidemark.example.org", coast.uri("").toString());
    }

    /** A key of a company, as the page makes one. */
    private static String key(LiveServer coast) {
        return coast.identity().apiKeys().add("examples", COMPANY,
                Set.of(Permission.MORTALITY_READ, Permission.COMMON_READ), null).text();
    }

    private record Ended(int status, String output) {}

    private Ended run(LiveServer coast, List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(output.toFile());
        ClientCredentials client = coast.identity().accounts()
                .addClient("examples", Access.of(Role.ANALYST, null, null));
        builder.environment().putAll(Map.of("SERVER", coast.uri("").toString(), "TOKEN", coast.token("analyst"), "KEY",
                key(coast), "CLIENT_ID", client.client().id(),
                "CLIENT_SECRET", client.clientSecret(), "NO_PROXY", "127.0.0.1", "no_proxy", "127.0.0.1"));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " takes too long");
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }
}
