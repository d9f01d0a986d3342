package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.ingest.system.SystemFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Norwegian daily report, as the guide has it: any heading, in two rows, and causes of death as columns. */
class FarmReportTest {

    private static final String SOURCES = """
            summary: A daily report with causes of death as columns
            sources:
              report:
                meaning: a pen's day
                required: true
                key: [Dato, Merd nr.]
                header_rows: 2
                columns:
                  Dato: {type: day, meaning: the day}
                  Merd nr.: {type: text, meaning: the pen}
                  Antall fisk: {type: count, meaning: fish at the start of the day}
                  "Snittvekt (g)": {type: amount, meaning: 'their mean weight, g'}
                  "Fôrmengde (kg)": {type: amount, may_be_empty: true, meaning: 'feed, kg'}
                  Art: {type: text, meaning: the species, codes: {Laks: SAL, Ørret: TRR}}
                unpivot:
                  dead:
                    meaning: fish found dead of a cause
                    type: count
                    codes: {Dødfisk PD: A101, "Dødfisk Sår (stk)": B501, Dødfisk "annet": A403}
            """;
    private static final String STOCK_SQL = """
            /*
            table: stock
            summary: Fish in the morning
            */
            SELECT origin, Dato AS date, site_id, "Merd nr." AS unit_id, "Merd nr." AS cohort_id, Art AS species_code,
              "Antall fisk" AS fish_count, "Snittvekt (g)" AS avg_weight_gram, 'V2025' AS generation
            FROM report
            """;
    private static final String FEEDING_SQL = """
            /*
            table: feeding
            summary: The feed
            */
            SELECT origin, Dato AS date, site_id, "Merd nr." AS unit_id, "Fôrmengde (kg)" AS feed_kg
            FROM report WHERE "Fôrmengde (kg)" IS NOT NULL
            """;
    private static final String LOSSES_SQL = """
            /*
            table: losses
            summary: The dead by cause
            */
            SELECT origin, Dato AS date, site_id, "Merd nr." AS unit_id, 'mortality' AS loss_type,
              code AS category_code, value AS loss_count
            FROM dead
            """;
    private static final String REPORT = """
            Dagrapport Holmen
            ;;;;;;Dødfisk;;
            Dato;Merd nr.;Art;Antall  fisk;Snittvekt (g);Fôrmengde (kg);PD;Sår (stk);"\""annet\""\"
            18.01.2026;M01;laks;10000;1500,5;1200,5;3;;1
            19.01.2026;M01;Laks;9996;1510,5;1190,0;;2;
            """;

    @TempDir
    private Path folder;

    private Path systems(String sources) throws IOException {
        Path own = Files.createDirectories(folder.resolve("systems/dagrapport"));
        Files.writeString(own.resolve("sources.yaml"), sources);
        Files.writeString(own.resolve("stock.sql"), STOCK_SQL);
        Files.writeString(own.resolve("feeding.sql"), FEEDING_SQL);
        Files.writeString(own.resolve("losses.sql"), LOSSES_SQL);
        return folder.resolve("systems");
    }

    private IngestReport ingest(TestDelivery delivery, String sources, String explained) throws IOException {
        return Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false, 1,
                systems(sources), PrivacyChange.NONE).explaining(explained), line -> { });
    }

    private static List<String> notes(IngestReport report, String table) {
        return report.files().stream().filter(file -> file.table().equals(table)).findFirst().orElseThrow().notes();
    }

    @Test
    void headingsOfAnyKindAreColumns() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.csv", REPORT);
        IngestReport report = ingest(delivery, SOURCES, "");
        assertThat(report.reasons()).isEmpty();
        assertThat(notes(report, "dagrapport_report")).containsExactly("its header is on line 3");
        assertThat(delivery.rows("SELECT date, unit_id, species_code, fish_count, avg_weight_gram, feed_g "
                + "FROM stock_day ORDER BY 1")).containsExactly("2026-01-18 M01 SAL 10000 1500.50 1200500",
                "2026-01-19 M01 SAL 9996 1510.50 1190000");
        assertThat(delivery.rows("SELECT date, category_code, loss_count FROM loss_day ORDER BY 1, 2"))
                .containsExactly("2026-01-18 A101 3", "2026-01-18 A403 1", "2026-01-19 B501 2");
    }

    @Test
    void aWorkbookHasTheSameHeadings() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.xlsx",
                new TestWorkbook().sheet("januar", "Dagrapport", "|||||||Dødfisk",
                "Dato|Merd nr.|Art|Antall fisk|Snittvekt (g)|Fôrmengde (kg)|Merknad|PD",
                "18.01.2026|M01|Laks|n:100|n:50|n:2.5||n:3").bytes());
        IngestReport report = ingest(delivery, SOURCES, "");
        assertThat(notes(report, "dagrapport_report")).contains("ignored: column Merknad");
        assertThat(delivery.rows("SELECT category_code, loss_count FROM loss_day")).containsExactly("A101 3");
    }

    @Test
    void faultsNameTheFarmsHeadingsAndTheNearestCodes() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.csv",
                REPORT.replace("1200,5", "mye"));
        IngestReport report = ingest(delivery, SOURCES.replace("A403", "Lakelus"), "");
        assertThat(TestDelivery.rejects(report, "farmers/F01/dagrapport/100/r.csv"))
                .containsExactly("4,Fôrmengde (kg),mye,\"must be a number below 1,000,000,000,000\"");
        delivery.next().basics().file("farmers/F01/dagrapport/100/r.csv", REPORT);
        assertThat(ingest(delivery, SOURCES.replace("A403", "Lakelus"), "").reasons()).singleElement()
                .satisfies(reason -> assertThat(reason.reason())
                .isEqualTo("is not a code of the loss category list, which tidemark codes prints"))
                .satisfies(reason -> assertThat(reason.example()).startsWith("farmers/F01/dagrapport/100/r.csv line 4: "
                + "LAKELUS (near are A302 Lakselus (sår og svekkelse), "));
    }

    @Test
    void aFileWithoutTheHeaderNamesTheRowThatLooksMostLikeOne() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.csv",
                REPORT.replace("Snittvekt (g)", "Vekt"));
        assertThat(ingest(delivery, SOURCES, "").files()).filteredOn(file -> file.failure() != null).singleElement()
                .satisfies(file -> assertThat(file.failure()).startsWith("is none of the files of dagrapport: as "
                + "report it lacks the required column Snittvekt (g); the row that looks most like its header, on line "
                + "3, is Dato, Merd nr., Art, Antall  fisk, Vekt, "));
    }

    @Test
    void aHeaderMayBePointedAt() throws IOException {
        String twice = REPORT.replace("Dagrapport Holmen\n", "Dagrapport Holmen\n;;;;;;Dødfisk;;\nDato;Merd nr.;Art;"
                + "Antall fisk;Snittvekt (g);Fôrmengde (kg);PD;Sår (stk);\"\"\"annet\"\"\"\n"
                + "1.1.2026;Sum;Laks;1;1;1;1;1;1\n");
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.csv", twice);
        ingest(delivery, SOURCES.replace("header_rows: 2", "header_rows: 2\n    header_row: 6"), "");
        assertThat(delivery.rows("SELECT date FROM stock_day ORDER BY 1")).containsExactly("2026-01-18", "2026-01-19");
    }

    @Test
    void twoColumnsOfOneHeadingAreAMistakeOfTheMapping() {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.csv", REPORT);
        assertThatThrownBy(() -> ingest(delivery, SOURCES.replace("Dødfisk PD:", "ANTALL  FISK:"), ""))
                .isInstanceOf(SystemFileException.class)
                .hasMessageEndingWith("ANTALL  FISK is the heading of two columns");
    }

    @Test
    void aFileIsExplained() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/dagrapport/100/r.csv", REPORT);
        ingest(delivery, SOURCES, "");
        IngestReport report = ingest(delivery, SOURCES, "farmers/F01/dagrapport/100/r.csv");
        assertThat(notes(report, "dagrapport_report")).contains(
                "read as dagrapport_report from CSV, with ; between values, decimal commas, its header on line 3",
                "column Antall  fisk as Antall fisk: fish at the start of the day (a whole number)");
        assertThat(notes(report, "losses")).containsExactly("a row of losses: {'date': 2026-01-18, 'site_id': 100, "
                + "'unit_id': M01, 'loss_type': mortality, 'category_code': A101, 'loss_count': 3, "
                + "'avg_weight_gram': NULL}",
                "a row of losses: {'date': 2026-01-18, 'site_id': 100, 'unit_id': M01, 'loss_type': mortality, "
                + "'category_code': A403, 'loss_count': 1, 'avg_weight_gram': NULL}",
                "a row of losses: {'date': 2026-01-19, 'site_id': 100, 'unit_id': M01, 'loss_type': mortality, "
                + "'category_code': B501, 'loss_count': 2, 'avg_weight_gram': NULL}",
                "of loss_day the lake has 3 rows in its place");
    }
}
