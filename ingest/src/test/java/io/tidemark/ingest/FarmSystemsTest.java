package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.PrivacyChange;
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

    private static final String VIEWS = """
            -- Notes of pens; with a semicolon in a comment
            CREATE VIEW first AS SELECT 1 AS one;
            CREATE VIEW note AS
            -- as they are
            SELECT Note FROM  report;
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
        return Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false, 1, own,
                PrivacyChange.NONE), line -> { });
    }

    @Test
    void aSystemOfTheDeploymentsOwn() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/pens/100/a.ndjson",
                "{\"pen\":\"A\",\"day\":\"2026-01-01\",\"fish\":200,\"kilos\":300.5}\n")
                .file("farmers/F02/Pens/200/b.xlsx",
                new TestWorkbook().sheet("x", "Day|Pen|Fish|Kilos", "n:46023|A|n:100|n:50",
                "|A|n:1|n:1")
                        .bytes());
        IngestReport report = ingest(delivery, systems(SOURCES, STOCK));
        // 300.5 kg / 200; 50 kg / 100
        assertThat(delivery.rows("SELECT date, site_id, farmer_id, unit_id, fish_count, avg_weight_gram FROM stock_day "
                + "ORDER BY 2"))
                .containsExactly("2026-01-01 100 F01 A 200 1502.50", "2026-01-01 200 F02 A 100 500.00");
        assertThat(TestDelivery.rejects(report, "farmers/F02/Pens/200/b.xlsx.csv"))
                .containsExactly("3,Day,,a value is required");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            Fish: {type: count | Fish: {type: number   | farm system pens/sources.yaml line 10, column 20: sources.report.columns.Fish.type cannot be number; it is one of text, id, count, whole, amount, day, time
            Fish: {type: count | Fish: {type: amout    | farm system pens/sources.yaml line 10, column 20: sources.report.columns.Fish.type cannot be amout; did you mean amount?
            Fish: {type: count | Fish: {typ: count     | farm system pens/sources.yaml line 10, column 14: there is no key typ; did you mean type?
            meaning: a pen's day | meanign: a day      | farm system pens/sources.yaml line 4, column 5: there is no key meanign; did you mean meaning?
            "    required: true"  | "    requird: true" | farm system pens/sources.yaml line 5, column 5: there is no key requird; did you mean required?
            "    key: [Pen, Day]" | "    key: [Pen, Dya]" | farm system pens/sources.yaml line 3, column 3: the key of report names Dya, which is none of its columns; did you mean Day?
            Fish: {type: count | Fish: {optional: true | farm system pens/sources.yaml line 10, column 7: has no value for the key type
            Fish: {type: count | "Fish: {type: [count" | farm system pens/sources.yaml line 10, column
            "  report:"         | "  re;port:"           | farm system pens/sources.yaml line 3, column 3: pens_re;port is no name of letters, digits and underscores
            Fish: {type: count | PEN: {type: count    | farm system pens/sources.yaml line 3, column 3: PEN is the heading of two columns
            table: stock       | table: stocks         | farm system pens/stock.sql line 2, column 1: table stocks is none that farmers deliver; did you mean stock?
            table: stock       | tabel: stock          | farm system pens/stock.sql line 2, column 1: there is no key tabel; did you mean table?
            /*                 | --                    | farm system pens/stock.sql line 1, column 1: must begin with its contract in a comment
            FROM report        | FROM reports          | farm system pens/stock.sql line 7, column 6: its SQL cannot be run: Table with name reports
            Pen AS cohort_id   | Pem AS cohort_id      | farm system pens/stock.sql line 5, column
            FROM report        | FROM report WHERE     | farm system pens/stock.sql line 7, column 18: its SQL cannot be run: syntax error
            CREATE VIEW        | CREATE WIEW           | farm system pens/views.sql line 2, column 8: its SQL cannot be run
            SELECT Note        | SELECT Nota      | farm system pens/views.sql line 5, column 8: its SQL cannot be run
            SELECT origin, Day | SELECT NULL AS origin, Day | farm system pens/stock.sql: its rows have no origin as their sources have it
            SELECT origin, Day | SELECT CAST(NULL AS BIGINT) AS origin, Day | farm system pens/stock.sql: has rows without origin
            SELECT origin, Day | SELECT CAST(7 AS BIGINT) AS origin, Day | farm system pens/stock.sql: changes origin
            SELECT origin, Day | SELECT Day            | farm system pens/stock.sql: its rows have no origin as their sources have it
            site_id, Pen       | site_id AS sit_id, Pen | farm system pens/stock.sql: its result lacks the required column site_id
            'V2025' AS generation | 'V2025' AS generation, 1 AS fish_cuont | farm system pens/stock.sql: its result has the column fish_cuont, which stock has not; did you mean fish_count?
            'SAL' AS species_code | CAST('x' AS INTEGER) AS species_code | farm system pens/stock.sql
            """)
    void aMistakeIsNamedWithItsFile(String text, String wrong, String message) throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/pens/100/a.csv",
                "pen,day,fish,kilos\nA,2026-01-01,200,300\n");
        Path own = systems(SOURCES.replace(text, wrong), STOCK.replace(text, wrong));
        Files.writeString(own.resolve("pens/views.sql"), VIEWS.replace(text, wrong));
        assertThatThrownBy(() -> ingest(delivery, own)).isInstanceOf(SystemFileException.class)
                .hasMessageStartingWith(message).hasMessageNotContaining("io.tidemark")
                .hasMessageNotContaining("class ");
        assertThat(delivery.lake.current()).isEmpty();
    }

    @Test
    void anExportThatCannotBeReadSaysSoOnce() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/fishtalk/100/a.csv", new byte[] {'a', 0});
        assertThat(ingest(delivery, systems(SOURCES, STOCK)).files().getLast().failure())
                .isEqualTo("line 1 holds a NUL byte: this is no text file");
    }

    @Test
    void theProgramsOwnCannotBeReplaced() throws IOException {
        Path own = systems(SOURCES, STOCK);
        Files.move(own.resolve("pens"), own.resolve("fishtalk"));
        assertThatThrownBy(() -> FarmSystems.all(own))
                .hasMessage("farm system fishtalk: comes with the program; give yours "
                + "another name");
    }

    @Test
    void fishTalkComesWithTheProgram() {
        FarmSystem fishtalk = Objects.requireNonNull(new TreeMap<>(FarmSystems.shipped()).get("fishtalk"));
        assertThat(fishtalk.mappings()).extracting(m -> m.table().name()).containsExactly("feeding", "lice", "losses", "stock",
                "temperatures", "treatments");
        assertThat(fishtalk.sources()).containsOnlyKeys("status", "causes", "populations", "cause_codes", "lice", "feeding",
                "culling", "treatment", "wrasse", "sensor");
        assertThat(fishtalk.notes()).hasSize(4);
    }
}
