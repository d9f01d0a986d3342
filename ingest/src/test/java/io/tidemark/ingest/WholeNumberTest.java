package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.snapshot.PrivacyChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole numbers in every format: 12.000 is refused where it can be 12 or 12000, and nowhere else. */
class WholeNumberTest {

    private static final String DOUBT = "can mean thousands or decimals: write a whole number without a separator";
    private static final String OBJECT =
            "{\"date\":\"2026-01-0#\",\"site_id\":\"100\",\"unit_id\":\"U1\",\"cohort_id\":\"K1\","
            + "\"species_code\":\"SAL\",\"fish_count\":@,\"avg_weight_gram\":100,\"generation\":\"V2025\"}\n";

    @TempDir
    private Path folder;

    private TestDelivery delivery() {
        return new TestDelivery(folder).basics();
    }

    private static String object(int day, String count) {
        return OBJECT.replace("#", Integer.toString(day)).replace("@", count);
    }

    private static List<String> counts(TestDelivery delivery) {
        return delivery.rows("SELECT fish_count FROM stock_day ORDER BY date");
    }

    /** A count as written in a file with points, and what it is read as; with a comma too. */
    @Test
    void whatIsBeyondDoubtIsRead() {
        List<List<String>> numbers = List.of(List.of("12", "12"), List.of("12.0", "12"), List.of("12.00", "12"),
                List.of("12.0000", "12"),
                List.of("0.000", "0"), List.of("1000.000", "1000"), List.of("12000", "12000"),
                List.of("1.2e3", "1200"));
        ManyCases<List<String>> points = new ManyCases<>(folder.resolve("points"));
        ManyCases<List<String>> commas = new ManyCases<>(folder.resolve("commas"));
        for (List<String> number : numbers) {
            // the weight has decimals that could be thousands, if it were a whole number; the day is read as a text
            String row = "2026-01-01,@,U1,K1,SAL," + number.getFirst() + ",12.000,V2025\n";
            points.file(number, "stock.csv", STOCK + row + row.replace("2026-01-01", "02.01.2026"));
            commas.file(number, "stock.csv", (STOCK + row).replace(',', ';').replace('.', ','));
        }
        assertThat(points.ingest().report().reasons()).isEmpty();
        assertThat(commas.ingest().report().reasons()).isEmpty();
        assertThat(numbers).allSatisfy(number -> {
            assertThat(points.stock(number, "fish_count, avg_weight_gram")).containsOnly(number.getLast() + " 12.00")
                    .hasSize(2);
            assertThat(commas.stock(number, "fish_count, avg_weight_gram"))
                    .containsExactly(number.getLast() + " 12.00");
        });
    }

    @Test
    void thousandsAreRefusedInEveryKindOfCsv() {
        String row = "2026-01-01,@,U1,K1,SAL,7,100.5,V2025\n2026-01-02,@,U1,K1,SAL,12.000,100.5,V2025\n";
        String semicolons = (STOCK + row).replace(',', ';');
        List<String> files = List.of(STOCK + row, (STOCK + row).stripTrailing(), semicolons,
                semicolons.replace('.', ','),
                semicolons.replace("100.5", "100,5"), semicolons.replace("12.000", "12,000"),
                semicolons.replace("12.000", "1.234.000"),
                (STOCK + row).replace("2026-01-01", "01.01.2026"), STOCK + row.replace("12.000", "\" 12.000\""));
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        files.forEach(file -> cases.file(file, "stock.csv", file));
        cases.ingest();
        assertThat(files).allSatisfy(file -> {
            assertThat(cases.stock(file, "date, fish_count, avg_weight_gram")).containsExactly("2026-01-01 7 100.50");
            assertThat(cases.rejects(file, "stock.csv")).singleElement().asString().startsWith("3,fish_count,")
                    .endsWith("," + DOUBT);
        });
    }

    /** DuckDB reads 1_000 as 1000. */
    @Test
    void underscoresAreRefusedInEveryNumber() {
        String row = "2026-01-01,@,U1,2025_01,SAL,7,100.5,V2025\n2026-01-02,@,U1,2025_01,SAL,1_000,100.5,V2025\n"
                + "2026-01-03,@,U1,2025_01,SAL,7,1_0.25,V2025\n2026-01-04,@,U1,2025_01,SAL,7,x,V2025\n2026-01-05,@,U1,2025_01,SAL,7,1.2345678e2,V2025\n";
        List<String> files = List.of(STOCK + row, (STOCK + row).replace(',', ';'),
                (STOCK + row).replace(',', ';').replace('.', ','), (STOCK + row).replace("2026-01-01", "01.01.2026"));
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        files.forEach(file -> cases.file(file, "stock.csv", file));
        cases.file("json", "stock.ndjson", object(1, "7").replace("\"100\"", "\"@\"").replace(":100,", ":100.5,")
                + object(2, "\"1_000\"").replace("\"100\"", "\"@\""));
        cases.ingest();
        String separator = ",has an underscore: write a number without a separator";
        assertThat(files).allSatisfy(file -> {
            assertThat(cases.stock(file, "date, cohort_id, fish_count, avg_weight_gram"))
                    .containsExactly("2026-01-01 2025_01 7 100.50",
                    "2026-01-05 2025_01 7 123.46");
            assertThat(cases.rejects(file, "stock.csv"))
                    .extracting(line -> line.replace("\"", "").replace("1_0,25", "1_0.25")).containsExactly(
                    "3,fish_count,1_000" + separator, "4,avg_weight_gram,1_0.25" + separator,
                    "5,avg_weight_gram,x,must be a number below 1,000,000,000,000");
        });
        assertThat(cases.stock("json", "date, fish_count, avg_weight_gram")).containsExactly("2026-01-01 7 100.50");
        assertThat(cases.rejects("json", "stock.ndjson.csv")).containsExactly("2,fish_count,1_000" + separator);
    }

    @Test
    void aNumberOfJsonIsOneAndATextMayNotBe() {
        TestDelivery delivery = delivery().file("farmers/F01/stock.ndjson", object(1, "12.000") + object(2, "12.0")
                + object(3, "\"13\"") + object(4, "\"12.000\""));
        IngestReport report = delivery.ingest();
        assertThat(counts(delivery)).containsExactly("12", "12", "13");
        assertThat(rejects(report, "farmers/F01/stock.ndjson.csv")).containsExactly("4,fish_count,12.000," + DOUBT);
    }

    @Test
    void aNumberOfAWorkbookIsOneAndATextMayNotBe() throws IOException {
        String row = "|n:100|U1|K1|SAL|@|n:100|V2025";
        TestDelivery delivery = delivery().file("farmers/F01/stock.xlsx",
                new TestWorkbook().sheet("Data", STOCK.strip().replace(',', '|'),
                "2026-01-01" + row.replace("@", "n:12.000"), "2026-01-02" + row.replace("@", "12.0"), "2026-01-03"
                + row.replace("@", "12.000"), "2026-01-04" + row.replace("@", "12,000")).bytes());
        IngestReport report = delivery.ingest();
        assertThat(counts(delivery)).containsExactly("12", "12");
        assertThat(rejects(report, "farmers/F01/stock.xlsx.csv")).containsExactly("4,fish_count,12.000," + DOUBT,
                "5,fish_count,\"12,000\"," + DOUBT);
    }

    @Test
    void aDecimalOfParquetIsANumber() throws IOException {
        Path file = folder.resolve("made.parquet");
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            session.run("COPY (SELECT DATE '2026-01-01' AS date, 100 AS site_id, 'U1' AS unit_id, 'K1' AS cohort_id, "
                    + "'SAL' AS species_code, "
                    + "CAST(12 AS DECIMAL(9,3)) AS fish_count, 100 AS avg_weight_gram, 'V2025' AS generation) TO "
                    + SqlLiteral.of(file));
        }
        TestDelivery delivery = delivery().file("farmers/F01/stock.parquet", Files.readAllBytes(file));
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(counts(delivery)).containsExactly("12");
    }

    /** The export's own texts are checked; what a mapping computes is a number. */
    @Test
    void countsOfAFarmSystem() throws IOException {
        Path own = Files.createDirectories(folder.resolve("systems/pens"));
        Files.writeString(own.resolve("sources.yaml"), """
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
                      Moved: {type: whole, meaning: fish put in}
                """);
        Files.writeString(own.resolve("stock.sql"), """
                /*
                table: stock
                summary: Fish in the morning
                */
                SELECT origin, Day AS date, site_id, Pen AS unit_id, Pen AS cohort_id, 'SAL' AS species_code,
                  CAST(Fish + Moved AS DECIMAL(12,3)) AS fish_count, 100 AS avg_weight_gram, 'V2025' AS generation
                FROM report
                """);
        TestDelivery delivery = delivery().file("farmers/F01/pens/100/a.csv",
                "Pen,Day,Fish,Moved\nA,2026-01-01,10,-3\nA,2026-01-02,1.000,0\nA,2026-01-03,10,-1.000\n");
        IngestReport report = Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false,
                1, own.getParent(), PrivacyChange.NONE), line -> { });
        assertThat(counts(delivery)).containsExactly("7");
        assertThat(rejects(report, "farmers/F01/pens/100/a.csv"))
                .containsExactly("3,Fish,1.000," + DOUBT, "4,Moved,-1.000," + DOUBT);
    }
}
