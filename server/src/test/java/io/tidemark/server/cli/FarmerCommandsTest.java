package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A company's data as an operator takes them out. What is in an export, FarmerExportTest says. */
class FarmerCommandsTest {

    private static final Map<String, String> DELIVERY = Map.of(
            "reference/farmers.csv", """
                    farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
                    F07,Company,G1,Group,premium,2020-01-01
                    F12,Other,G2,Group,premium,2020-01-01
                    """,
            "authority/site.csv", """
                    site_id,site_name,placement,latitude,longitude,production_area_id
                    10001,Site,offshore,62.5,6.25,3
                    """,
            "farmers/F07/stock.csv", """
                    date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation
                    2026-03-02,10001,A,C,SAL,1000,2000,V2026
                    2026-03-03,10001,A,C,SAL,990,2010,V2026
                    """,
            "farmers/F07/losses.csv", """
                    date,site_id,unit_id,loss_type,category_code,loss_count
                    2026-03-02,10001,A,mortality,A101,10
                    """);

    @TempDir
    static Path folder;

    @BeforeAll
    static void ingest() throws IOException {
        for (Map.Entry<String, String> file : DELIVERY.entrySet()) {
            Path path = folder.resolve("delivery").resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.writeString(path, file.getValue());
        }
        assertThat(type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08").code()).isZero();
    }

    private static CommandRun type(String line) {
        return CommandRun.of(line.replace("DIR", folder.toString()).split(" "));
    }

    @Test
    void anExportIsADeliveryThatIngestTakes() throws IOException {
        CommandRun run = type("farmer export F07 DIR/export --lake DIR/lake");
        assertThat(run.code()).as(run.err()).isZero();
        String id = Files.readString(folder.resolve("lake/CURRENT")).strip();
        assertThat(run.out()).isEqualTo("wrote " + folder.resolve("export") + " from snapshot " + id
                + ": stock 2, losses 1, feeding 0, temperatures 0, treatments 0, lice 0 rows" + System.lineSeparator());
        assertThat(run.err()).isEmpty();

        // what the lake has already
        CommandRun again = type("ingest DIR/export --only farmers/F07 --lake DIR/lake --today 2026-03-08");
        assertThat(again.code()).as(again.text()).isZero();
        assertThat(again.out()).contains("farmers/F07/losses.csv", "nothing new");
    }

    @Test
    void asJsonItSaysWhatWasWritten() throws IOException {
        CommandRun run = type("farmer export F12 DIR/F12.zip --lake DIR/lake --json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode said = Json.MAPPER.readTree(run.out());
        assertThat(said.get("farmer_id").asText()).isEqualTo("F12");
        assertThat(said.get("file").asText()).isEqualTo(folder.resolve("F12.zip").toString());
        assertThat(said.get("rows").properties()).extracting(each -> each.getKey() + " " + each.getValue())
                .containsExactly("stock 0", "losses 0", "feeding 0", "temperatures 0", "treatments 0", "lice 0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            F7      | there is no farmer F7 in DIR/lake; did you mean F07?; see tidemark farmer export --help
            f07     | there is no farmer f07 in DIR/lake; did you mean F07?; see
            Nobody  | there is no farmer Nobody in DIR/lake; see
            """)
    void anUnknownCompanyIsToldTheNearestName(String farmer, String message) throws IOException {
        CommandRun run = type("farmer export " + farmer + " DIR/unknown.zip --lake DIR/lake");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message.replace("DIR", folder.toString())).hasLineCount(1);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("unknown"));
        }
    }

    @Test
    void whatIsThereIsNotReplaced() throws IOException {
        Files.writeString(folder.resolve("there.zip"), "somebody's");
        CommandRun run = type("farmer export F07 DIR/there.zip --lake DIR/lake");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there.zip already");
        assertThat(Files.readString(folder.resolve("there.zip"))).isEqualTo("somebody's");
    }

    @Test
    void aDamagedLakeExitsWith5AndLeavesNothing() throws IOException {
        assertThat(type("ingest DIR/delivery --lake DIR/damaged --today 2026-03-08").code()).isZero();
        try (Stream<Path> files = Files.walk(folder.resolve("damaged"))) {
            for (Path file : files.filter(each -> each.toString().contains("/stock_day/") && Files.isRegularFile(each))
                    .toList()) {
                Files.delete(file);
            }
        }
        CommandRun run = type("farmer export F07 DIR/broken.zip --lake DIR/damaged");
        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains("the rows of F07 cannot be written").doesNotContain("\tat ", "please report it");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("broken"));
        }
    }
}
