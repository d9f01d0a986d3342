package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.PrivacyWish;
import io.tidemark.ingest.system.FarmSystem;
import io.tidemark.ingest.system.FarmSystems;
import io.tidemark.ingest.system.SystemFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another farm system is another folder of files. */
class FarmSystemsTest {

    private static final String SOURCES = """
            summary: Reports of pens
            sources:
              report:
                meaning: a pen's day
                required: true
                key: [Pen, Day]
                columns:
                  Pen: {type: text, meaning: the pen}
                  Day: {type: day, meaning: the day}
                  Fish: {type: count, meaning: fish in the morning}
                  Kilos: {type: amount, meaning: their weight}
                  Note: {type: text, optional: true, meaning: for people}
            """;
    private static final String STOCK = """
            /*
            table: stock
            summary: Fish in the morning
            */
            SELECT origin, Day AS date, site_id, Pen AS unit_id, Pen AS cohort_id, 'SAL' AS species_code, Fish AS fish_count,
              Kilos * 1e3 / Fish AS avg_weight_gram, 'V2025' AS generation
            FROM report
            """;

    @TempDir
    private Path folder;

    private Path systems(String sources, String stock) throws IOException {
        Path own = folder.resolve("systems");
        Files.createDirectories(own.resolve("pens"));
        Files.writeString(own.resolve("pens/sources.yaml"), sources);
        Files.writeString(own.resolve("pens/stock.sql"), stock);
        return own;
    }

    private IngestReport ingest(TestDelivery delivery, Path own) {
        return Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false, 1, own, PrivacyWish.NONE), line -> { });
    }

    @Test
    void aSystemOfTheDeploymentsOwn() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/pens/100/a.ndjson", "{\"pen\":\"A\",\"day\":\"2026-01-01\",\"fish\":200,\"kilos\":300.5}\n")
                .file("farmers/F02/Pens/200/b.xlsx", new TestWorkbook().sheet("x", "Day|Pen|Fish|Kilos", "n:46023|A|n:100|n:50",
                "|A|n:1|n:1")
                        .bytes());
        IngestReport report = ingest(delivery, systems(SOURCES, STOCK));
        // 300.5 kg / 200; 50 kg / 100
        assertThat(delivery.rows("SELECT date, site_id, farmer_id, unit_id, fish_count, avg_weight_gram FROM stock_day "
                + "ORDER BY 2"))
                .containsExactly("2026-01-01 100 F01 A 200 1502.50", "2026-01-01 200 F02 A 100 500.00");
        assertThat(TestDelivery.rejects(report, "farmers/F02/Pens/200/b.xlsx.csv")).containsExactly("3,day,,a value is required");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            Fish: {type: count | Fish: {type: number   | farm system pens/sources.yaml: Cannot deserialize value of type
            Fish: {type: count | 'F;': {type: count    | farm system pens/sources.yaml: F; is no name of letters, digits and underscores
            table: stock       | table: stocks         | farm system pens/stock.sql: table stocks is none that farmers deliver
            /*                 | --                    | farm system pens/stock.sql: must begin with its contract in a comment
            FROM report        | FROM reports          | farm system pens: its SQL cannot be run: Catalog Error: Table with name reports
            SELECT origin      | SELECT NULL AS origin | farm system pens/stock: has rows without origin
            SELECT origin      | SELECT 7 AS origin    | farm system pens/stock: changes origin
            """)
    void aMistakeIsNamedWithItsFile(String text, String wrong, String message) throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/pens/100/a.csv",
                "pen,day,fish,kilos\nA,2026-01-01,200,300\n");
        Path own = systems(SOURCES.replace(text, wrong), STOCK.replace(text, wrong));
        assertThatThrownBy(() -> ingest(delivery, own)).isInstanceOf(SystemFileException.class).hasMessageStartingWith(message);
        assertThat(delivery.lake.current()).isEmpty();
    }

    @Test
    void theProgramsOwnCannotBeReplaced() throws IOException {
        Path own = systems(SOURCES, STOCK);
        Files.move(own.resolve("pens"), own.resolve("fishtalk"));
        assertThatThrownBy(() -> FarmSystems.all(own)).hasMessage("farm system fishtalk: comes with the program; give yours "
                + "another name");
    }

    @Test
    void fishTalkComesWithTheProgram() {
        FarmSystem fishtalk = Objects.requireNonNull(new TreeMap<>(FarmSystems.shipped()).get("fishtalk"));
        assertThat(fishtalk.mappings()).extracting(m -> m.table().name()).containsExactly("feeding", "losses", "stock",
                "temperatures");
        assertThat(fishtalk.sources()).containsOnlyKeys("status", "causes", "populations", "cause_codes");
    }
}
