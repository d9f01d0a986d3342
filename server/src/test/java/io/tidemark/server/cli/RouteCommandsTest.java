package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.http.Json;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The routes, and the SQL that they run, as the command line shows them. */
class RouteCommandsTest {

    static Stream<RouteContract> routes() {
        return RouteCatalog.load(null).routes().stream();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void theSqlThatIsShownIsTheOneThatRuns(RouteContract route) {
        CommandRun run = CommandRun.of("routes", "show", route.path());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("-- " + route.path() + ": ").contains(route.query().sql().text())
                .doesNotContainPattern("\\{[a-z_]+\\}.*,");
    }

    @Test
    void piecesAndListsAreWrittenOut() {
        String sql = CommandRun.of("routes", "show", "v3/mortality/areas/week").out();

        assertThat(sql).contains("included AS (", "HAVING count(*) = max(atom_cells)",
                "-- sql/v3/mortality/areas/week.sql", "AS mortality_rate,", "AS culling_rate,", "AS farmer_loss_rate,");
    }

    @Test
    void bothTextsOfAQueryAreShownAsJson() throws IOException {
        var shown = Json.MAPPER.readTree(CommandRun.of("routes", "show", "/v3/mortality/areas/week", "--json").out());

        assertThat(shown.get("sql").asText()).contains("JOIN released_cell_stock s");
        assertThat(shown.get("sql_for_all_weights").asText()).contains("JOIN released_generation_cell_stock s");
    }

    @Test
    void asJsonWithTheFileAndItsConstants() throws IOException {
        var shown = Json.MAPPER.readTree(CommandRun.of("routes", "show", "/v2/mortality/mortality-rate-by-country",
                "--json").out());

        assertThat(shown.get("file").asText()).isEqualTo("v2/mortality/mortality-rate-by-region.sql");
        assertThat(shown.at("/set/by_country").asBoolean()).isTrue();
        assertThat(shown.get("sql").asText()).contains("WITH");
    }

    @Test
    void allAreListed() throws IOException {
        assertThat(Json.MAPPER.readTree(CommandRun.of("routes", "list", "--json").out()))
                .hasSize((int) routes().count());
        assertThat(CommandRun.of("routes", "list").out().lines()
                .filter(line -> line.startsWith("/v3/mortality/areas/week "))).hasSize(1);
    }

    @Test
    void whatIsNotThereIsSaid(@TempDir Path own) throws IOException {
        CommandRun run = CommandRun.of("routes", "show", "/v3/mortality/areas/weak");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no route /v3/mortality/areas/weak; did you mean "
                + "/v3/mortality/areas/week?");

        Path file = own.resolve("v3/x.sql");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "SELECT 1");
        CommandRun broken = CommandRun.of("routes", "list", "--sql", own.toString());
        assertThat(broken.code()).isEqualTo(6);
        assertThat(broken.err()).contains("v3/x.sql:1: the file must begin with its contract");
    }

    private static final String GOOD = """
            /*
            summary: Areas
            family: common
            fields:
              name: {type: string, meaning: a name}
            */
            SELECT name FROM platform_area
            """;

    private static void own(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void everyFaultOfAFolderIsToldWithItsLine(@TempDir Path sql) throws IOException {
        own(sql, "v3/custom/good.sql", GOOD);
        CommandRun good = CommandRun.of("routes", "check", sql.toString());
        assertThat(good.code()).as(good.out()).isZero();
        assertThat(good.err()).isEqualTo("1 file can be served" + System.lineSeparator());

        own(sql, "v3/custom/header.sql", GOOD.replace("summary", "sumary"));
        own(sql, "v3/custom/sql.sql", GOOD.replace("SELECT name", "SELECT nmae AS name"));
        own(sql, "v3/custom/field.sql", GOOD.replace("type: string", "type: integer"));
        own(sql, "v3/custom/open.sql", GOOD.replace("SELECT name FROM platform_area",
                "SELECT farmer_id AS name FROM stock_day"));
        own(sql, "v4/x.sql", GOOD);
        own(sql, "v3/common/site.sql", GOOD);
        CommandRun faulty = CommandRun.of("routes", "check", sql.toString());
        assertThat(faulty.code()).isEqualTo(6);
        assertThat(faulty.out().lines().map(line -> line.replace(sql + "/", ""))).satisfiesExactlyInAnyOrder(
                line -> assertThat(line).startsWith("v3/custom/header.sql:2: the header cannot be read: there is no "
                + "key sumary"),
                line -> assertThat(line).startsWith("v3/custom/sql.sql:7: the SQL does not run"),
                line -> assertThat(line).startsWith("v3/custom/field.sql:5: field name is declared integer; the SQL "
                + "gives VARCHAR"),
                line -> assertThat(line).startsWith("v3/custom/open.sql:1: the file reads rows of farmers"),
                line -> assertThat(line).startsWith("v4/x.sql:1: a route's file is v2/... or v3/..."),
                line -> assertThat(line).startsWith("v3/common/site.sql:1: Tidemark has a route of that name"));
        assertThat(faulty.err()).isEqualTo("6 faults in 6 of 7 files" + System.lineSeparator());
        assertThat(Json.MAPPER.readTree(CommandRun.of("routes", "check", sql.toString(), "--json").out())).hasSize(6);
        assertThat(CommandRun.of("routes", "check", sql.resolve("none").toString()).code()).isEqualTo(2);
    }

    // DuckDB calls some of these as soon as a query is prepared
    @ParameterizedTest
    @ValueSource(strings = {
        "SELECT name FROM platform_area, enable_logging('QueryLog', storage = 'file', storage_path = 'FILE')",
        "SELECT name FROM platform_area WHERE EXISTS (SELECT 1 FROM Enable_Logging())",
        "SELECT name FROM platform_area, query('SELECT 1')",
        "SELECT name FROM platform_area, read_text('FILE')",
        "SELECT name FROM platform_area, duckdb_settings()",
        "SELECT name FROM platform_area WHERE write_log('x') IS NULL",
        "SELECT name FROM platform_area) AS a; SELECT * FROM (SELECT name FROM platform_area",
        "SELECT name FROM platform_area; SELECT name FROM platform_area",
        "CALL enable_logging()", "DELETE FROM platform_area"})
    void whatDoesMoreThanReadIsRefusedBeforeItRuns(String statement, @TempDir Path folder) throws IOException {
        Path sql = folder.resolve("sql");
        own(sql, "v3/custom/more.sql", GOOD.replace("SELECT name FROM platform_area",
                statement.replace("FILE", folder.resolve("log").toString())));
        CommandRun run = CommandRun.of("routes", "check", sql.toString());

        assertThat(run.code()).as(run.err()).isEqualTo(6);
        assertThat(run.out()).contains("v3/custom/more.sql:7: the SQL does not run: ")
                .containsPattern("cannot be used here|syntax error|one statement at a time|only queries can run here");
        assertThat(folder.resolve("log")).doesNotExist();
    }
}
