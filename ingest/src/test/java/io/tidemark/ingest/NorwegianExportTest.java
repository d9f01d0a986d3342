package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.tidemark.data.snapshot.PrivacyChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports as spreadsheets and farm systems in Norway write them: days with dots, decimal commas, titles above the
 * header.
 */
class NorwegianExportTest {

    private static final String COLUMNS = STOCK.strip().replace(',', '|');
    private static final List<String> EXPECTED = List.of("2026-01-11 100 U1 1000 100.50",
            "2026-02-01 100 U1 990 101.00");

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    private List<String> stock() {
        return delivery.rows("SELECT date, site_id, unit_id, fish_count, avg_weight_gram FROM stock_day ORDER BY date");
    }

    private static String csv(String first, String second) {
        return STOCK.replace(',', ';') + first + ";100;U1;K1;SAL;1000;100,5;V2025\n" + second
                + ";100;U1;K1;SAL;990;101;V2025\n";
    }

    private static String at(String csv) {
        return csv.replace(";100;U", ";@;U");
    }

    @Test
    void daysOfCsv() {
        List<List<String>> days = List.of(
                List.of("11.01.2026", "01.02.2026"),
                List.of("11.1.2026", "1.2.2026"),
                List.of("11.01.2026 00:00", "01.02.2026 00:00:00"),
                List.of("2026-01-11", "01.02.2026"),
                List.of("11.01.2026", "2026-02-01"),
                List.of("2026-01-11 00:00:00", "2026-02-01T00:00"));
        ManyCases<List<String>> cases = new ManyCases<>(folder.resolve("cases"));
        days.forEach(two -> cases.file(two, "stock.csv", at(csv(two.getFirst(), two.getLast()))));
        assertThat(cases.ingest().report().reasons()).isEmpty();
        assertThat(days).allSatisfy(two -> assertThat(cases.stock(two, "date, fish_count, avg_weight_gram"))
                .containsExactly("2026-01-11 1000 100.50", "2026-02-01 990 101.00"));
    }

    @Test
    void whatIsNoDayIsRejectedAndTheOthersGoOn() {
        List<String> days = List.of("11/01/2026", "2026/01/11", "11.01.26", "31.02.2026", "11.01.2026 06:00",
                "01.13.2026", "11.01");
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        days.forEach(day -> cases.file(day, "stock.csv", at(csv("01.02.2026", day) + "\n"
                + day + ";100;U2;K1;SAL;-1;101;V2025\n12.01.2026;100;U3;K1;SAL;-1;101;V2025\n")));
        cases.ingest();
        assertThat(days).allSatisfy(day -> {
            assertThat(cases.stock(day, "date, unit_id, fish_count, avg_weight_gram"))
                    .containsExactly("2026-02-01 U1 1000 100.50");
            assertThat(cases.rejects(day, "stock.csv")).containsExactly(
                    "3,date," + day + ",must be a date like 2026-03-31 or 31.03.2026",
                    "5,date," + day + ",must be a date like 2026-03-31 or 31.03.2026",
                    "6,fish_count,-1,must be a whole number from 0 to 2147483647");
        });
    }

    /** Lines above a header, and the line where it then is. */
    record Titles(String above, int line) {}

    @Test
    void titlesAboveTheHeaderOfCsv() {
        List<Titles> titles = List.of(
                new Titles("Beholdning per dag\n", 2),
                new Titles("""
                        Fjordfisk AS
                        Rapport;Beholdning
                        "Lokalitet; 100";x;y
                        Fra;01.01.2026
                        a;b;c;d;e;f;g;h;i
                        """, 6),
                // blank lines and rows of separators
                new Titles("\n# laget av oss\nBeholdning\n\n;;;;;;;\n;;;;;;;\n\n", 8),
                new Titles("\"Fjordfisk\nAS\"\n\n", 4),
                new Titles("\uFEFFBeholdning\r\n", 2));
        ManyCases<Titles> cases = new ManyCases<>(folder.resolve("cases"));
        titles.forEach(each -> cases.file(each, "stock.csv", each.above + at(csv("11.01.2026", "01.02.2026")
                + "x;100;U1;K1;SAL;1;1;V2025\n2026-03-01;100;\"U\n2\";K1;SAL;-1;1;V2025\n\n2026-03-01;100;U3;K1;SAL;-1;1;V2025\n")));
        cases.ingest();
        assertThat(titles).allSatisfy(each -> {
            assertThat(cases.stock(each, "date, fish_count, avg_weight_gram"))
                    .containsExactly("2026-01-11 1000 100.50", "2026-02-01 990 101.00");
            assertThat(cases.report(each, "stock.csv").notes()).containsExactly("its header is on line " + each.line);
            assertThat(cases.rejects(each, "stock.csv")).extracting(row -> row.split(",", -1)[0]).containsExactly(
                    Integer.toString(each.line + 3), Integer.toString(each.line + 4), Integer.toString(each.line + 7));
        });
    }

    @Test
    void manyTitlesAreTooMany() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", "x\n".repeat(21) + csv("11.01.2026", "01.02.2026"))
                .ingest();
        assertThat(report.files().getLast().failure()).startsWith("lacks the required columns")
                .endsWith("its header is x");
    }

    /**
     * What stands below the rows of a spreadsheet: the last row, what is told of it, and how many rows are read and
     * rejected.
     */
    record Below(String rows, List<String> notes, int read, int rejected) {}

    @Test
    void totalsBelowTheRowsAreLeftOut() {
        String totals = "left out: a row of totals, the last one, on line 4";
        List<Below> below = List.of(
                new Below("Sum;;;;;1990;;\n", List.of(totals), 2, 0),
                new Below("TOTALT:;;;;;1990;100,75;\n", List.of(totals), 2, 0),
                new Below(";;;;;1 990,0;;\n", List.of(totals), 2, 0),
                new Below("I alt;;;;;1990\n", List.of(totals), 2, 0),
                new Below(";;Total;;;1990;;\n;;;;;;;\n;;;;;;;\n",
                List.of("left out: 2 rows without any value at its end", totals), 2, 0),
                new Below(";;;;;;;\n\n", List.of("left out: 1 rows without any value at its end"), 2, 0),
                // no totals: a row follows, a column says whose it is, and two rows of them
                new Below("Sum;;;;;1990;;\n2026-03-01;100;U1;K1;SAL;1;1;V2025\n", List.of(), 4, 1),
                new Below(";;;;SAL;1990;;\n", List.of(), 3, 1), new Below("Sum;100;;;;1990;;\n", List.of(), 3, 1),
                new Below("Sum;;;;;1990;;\nSum;;;;;1990;;\n", List.of(totals.replace('4', '5')), 3, 1));
        ManyCases<Below> cases = new ManyCases<>(folder.resolve("cases"));
        below.forEach(each -> cases.file(each, "stock.csv", at(csv("11.01.2026", "01.02.2026") + each.rows)));
        cases.ingest();
        assertThat(below).allSatisfy(each -> {
            assertThat(cases.stock(each, "date, fish_count, avg_weight_gram"))
                    .contains("2026-01-11 1000 100.50", "2026-02-01 990 101.00").hasSize(each.read - each.rejected);
            FileReport file = cases.report(each, "stock.csv");
            assertThat(file.notes()).containsExactlyElementsOf(each.notes);
            assertThat(file).returns((long) each.read, FileReport::read)
                    .returns((long) each.rejected, FileReport::rejected);
        });
    }

    @Test
    void totalsOfAWorkbook() {
        IngestReport report = delivery.file("farmers/F01/stock.xlsx", new TestWorkbook().sheet("Fisk", COLUMNS,
                "n:46033|n:100|U1|K1|SAL|n:1000|n:100.5|V2025", "n:46054|n:100|U1|K1|SAL|n:990|n:101|V2025", "@6",
                "Sum|||||f:1990").bytes())
                .file("reference/species.csv", "code,name,name_english,is_counted\nSAL,Laks,Salmon,Ja\nSum,,,\n")
                .ingest();
        assertThat(stock()).isEqualTo(EXPECTED);
        assertThat(report.files()).filteredOn(file -> file.path().contains("stock") || file.path().contains("species"))
                .extracting(FileReport::rejected, FileReport::notes).containsExactlyInAnyOrder(
                        tuple(0L, List.of("left out: a row of totals, the last one, on line 6")),
                        tuple(1L, List.of()));
    }

    /**
     * 1.234 between semicolons may be grams of a fry, or of a fish of more than a kilogram: the first of them, and what
     * it was read as.
     */
    @Test
    void fractionsThatCanBeThousandsAreTold() {
        Map<String, List<String>> notes = Map.of(
                "1.234/1.300", List.of("its fractions can all be thousands, such as 1.234: they were read as fractions"),
                "1,234/999", List.of("its fractions can all be thousands, such as 1,234: they were read as fractions"),
                "1.234/1.30", List.of(), "1234/1300", List.of());
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        notes.keySet().forEach(weights -> cases.file(weights, "stock.csv",
                at(csv("11.01.2026", "01.02.2026").replace("1000;100,5",
                "1000;" + weights.split("/")[0]).replace("990;101", "990;" + weights.split("/")[1]))));
        cases.ingest();
        assertThat(notes).allSatisfy((weights, told) -> assertThat(cases.report(weights, "stock.csv").notes())
                .isEqualTo(told));
        assertThat(cases.stock("1.234/1.300", "avg_weight_gram")).containsExactly("1.23", "1.30");
    }

    // of the rows that may be the header, the one that looks most like it
    @Test
    void whatTheHeaderBelowTitlesLacksIsNamed() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", "Beholdning\nx,y\n"
                + STOCK.replace("unit_id,", "merd,") + "2026-01-11,100,U1,K1,SAL,1,1,V2025\n").ingest();
        assertThat(report.files().getLast().failure())
                .startsWith("lacks the required column unit_id; the row that looks most like its header, "
                        + "on line 3, is date, site_id, merd");
    }

    @Test
    void titlesAndDaysOfAWorkbook() {
        IngestReport report = delivery.file("farmers/F01/stock.xlsx",
                new TestWorkbook().sheet("Beholdning", "Fjordfisk AS", "@3",
                "Rapport|Beholdning", "n:46023", "Lokalitet|n:100", "@7", "Fra|01.01.2026", COLUMNS,
                "n:46033|n:100|U1|K1|SAL|n:1000|n:100.5|V2025",
                "01.02.2026|n:100|U1|K1|SAL|n:990|n:101|V2025", "n:46033.25|n:100|U2|K1|SAL|n:1|n:1|V2025",
                "1/2/2026|n:100|U2|K1|SAL|n:1|n:1|V2025").bytes()).ingest();
        assertThat(stock()).isEqualTo(EXPECTED);
        assertThat(rejects(report, "farmers/F01/stock.xlsx.csv")).containsExactly(
                "11,date,2026-01-11T06:00,must be a date like 2026-03-31 or 31.03.2026",
                "12,date,1/2/2026,must be a date like 2026-03-31 or 31.03.2026");
    }

    @Test
    void daysAndTimesOfAFarmSystem() throws IOException {
        Path own = folder.resolve("systems");
        Files.createDirectories(own.resolve("pens"));
        Files.writeString(own.resolve("pens/sources.yaml"), """
                summary: Reports of pens
                sources:
                  report:
                    meaning: a pen's day
                    required: true
                    key: [Merd, Tid]
                    columns:
                      Merd: {type: text, meaning: the pen}
                      Tid: {type: time, meaning: when}
                      Utsett: {type: day, meaning: transfer}
                      Antall: {type: count, meaning: fish}
                      Vekt: {type: amount, meaning: their weight}
                """);
        Files.writeString(own.resolve("pens/stock.sql"), """
                /*
                table: stock
                summary: Fish
                */
                SELECT origin, CAST(Tid AS DATE) AS date, site_id, Merd AS unit_id, Merd AS cohort_id, 'SAL' AS species_code,
                  Antall AS fish_count, Vekt AS avg_weight_gram, concat('V', year(Utsett)) AS generation
                FROM report
                """);
        delivery.file("farmers/F01/pens/100/rapport.csv", """
                Merdrapport

                Merd;Tid;Utsett;Antall;Vekt
                U1;11.01.2026 06:30;01.04.2025;1000;100,5
                U1;01.02.2026;01.04.2025;990;101,0
                U2;11/01/2026;01.04.2025;1;1,0
                """);
        IngestReport report = Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false,
                1, own, PrivacyChange.NONE), line -> { });
        assertThat(stock()).isEqualTo(EXPECTED);
        assertThat(rejects(report, "farmers/F01/pens/100/rapport.csv")).containsExactly(
                "6,Tid,11/01/2026,\"must be a date or time like 2026-03-31, 31.03.2026 12:00 or "
                + "2026-03-31T12:00:00+02:00\"");
    }
}
