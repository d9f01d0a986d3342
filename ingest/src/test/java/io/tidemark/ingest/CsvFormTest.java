package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shapes that a CSV file may have, and those that it may not. */
class CsvFormTest {

    private static final String ROWS =
            "2026-01-01,100,U1,K1,SAL,1000,100.5,V2025\n2026-01-02,100,U1,K1,SAL,990,101,V2025\n";
    private static final List<String> EXPECTED = List.of("2026-01-01 100 U1 1000 100.50",
            "2026-01-02 100 U1 990 101.00");

    private static final String OTHER_ORDER = """
            note,fish_count,avg_weight_gram,generation,date,species_code,cohort_id,unit_id,site_id,farmer_id
            "a, b",1000,100.5,V2025,2026-01-01,SAL,K1,U1,@,F77
            ,990,101,V2025,2026-01-02,SAL,K1,U1,@,
            """;
    // with the site of a case
    private static final String AT = ROWS.replace(",100,", ",@,");
    private static final String SEMICOLONS = (STOCK + AT).replace(',', ';');
    private static final List<Map.Entry<String, String>> FORMS = List.of(
            Map.entry("line feeds", STOCK + AT),
            Map.entry("no line end at the end", (STOCK + AT).stripTrailing()),
            Map.entry("byte order mark", "\uFEFF" + STOCK + AT),
            Map.entry("byte order mark and comment", "\uFEFF# stock of \"F01\n" + STOCK + AT),
            Map.entry("carriage returns and line feeds", (STOCK + AT).replace("\n", "\r\n")),
            Map.entry("carriage returns", (STOCK + AT).replace("\n", "\r")),
            Map.entry("mixed line ends", STOCK.replace("\n", "\r\n") + AT),
            Map.entry("blank lines", "\n\n" + STOCK + "\n" + AT.replace("\n", "\n\n")),
            Map.entry("semicolons, decimal comma", SEMICOLONS.replace("100.5", "100,5")),
            Map.entry("semicolons, decimal point", SEMICOLONS),
            Map.entry("quotes", (STOCK + AT).replaceAll("([^,\n]+)", "\"$1\"")),
            Map.entry("spaces", (STOCK + AT).replace(",", " , ")),
            Map.entry("header in capitals", STOCK.toUpperCase(Locale.ROOT) + AT),
            Map.entry("other order, other columns", OTHER_ORDER));

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

    @Test
    void everyFormIsRead() {
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        FORMS.forEach(form -> cases.file(form.getKey(), "stock.csv", form.getValue()));
        assertThat(cases.ingest().report().reasons()).isEmpty();
        assertThat(FORMS).allSatisfy(form -> assertThat(cases.stock(form.getKey(),
                "date, site_id, unit_id, fish_count, avg_weight_gram"))
                .isEqualTo(EXPECTED.stream().map(row -> row.replace(" 100 ", " " + cases.site(form.getKey()) + " "))
                .toList()));
    }

    @Test
    void gzipIsRead() throws IOException {
        delivery.file("farmers/F01/stock.csv.gz", gzip(STOCK + ROWS + "bad\n"));
        IngestReport report = delivery.ingest();
        assertThat(stock()).containsExactlyElementsOf(EXPECTED);
        assertThat(rejects(report, "farmers/F01/stock.csv")).containsExactly(
                "4,site_id,,the row has fewer values than the header");
    }

    @Test
    void unknownColumnsAreReported() {
        IngestReport report = delivery.file("farmers/F01/stock.csv",
                "vet," + STOCK.strip() + ",Signature\n" + "x,2026-01-01,100,U1,K1,SAL,1000,100.5,V2025,y\n").ingest();
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).singleElement()
                .returns(List.of("ignored: columns vet, Signature"), FileReport::notes);
    }

    @Test
    void severalFilesMakeATable() {
        delivery.file("farmers/F01/stock-2026-01.csv", STOCK + "2026-01-01,100,U1,K1,SAL,1000,100.5,V2025\n")
                .file("farmers/F01/stock.02.csv", STOCK + "2026-01-02,100,U1,K1,SAL,990,101,V2025\n").ingest();
        assertThat(stock()).containsExactlyElementsOf(EXPECTED);
    }

    @Test
    void linesAreThoseOfTheFile() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", """
                # comment

                date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation
                x,100,U1,K1,SAL,1,1,V2025

                2026-01-01,100,"U
                1",K1,SAL,1,1,V2025
                2026-01-01,100,U2,K1,SAL,-1,1,V2025
                short
                2026-01-01,100,"U

                3",K1,SAL,-2,1,V2025

                2026-01-01,100,U4,K1,SAL,-3,1,V2025
                2026-01-01,999,U5,K1,SAL,3,1,V2025
                y,100,U6,K1,SAL,1,1,V2025
                """).ingest();
        assertThat(rejects(report, "farmers/F01/stock.csv")).extracting(line -> line.split(",", -1)[0] + " "
                + line.split(",", -1)[2]).containsExactly("4 x", "8 -1", "9 ", "10 -2", "14 -3", "15 999", "16 y");
    }

    // large enough to be read in several pieces at once: 54 MB
    @Test
    void linesAreThoseOfALargeFileToo() {
        String note = "," + "x".repeat(850) + "\n";
        StringBuilder text = new StringBuilder(STOCK.strip() + ",note\n");
        for (int line = 2; line <= 60_001; line++) {
            String unit = line % 9_000 == 17 ? "\"U\n" + line + "\"" : "U" + line;
            String count = line % 15_000 == 0 ? "-1" : line % 10_000 == 1 ? "x" : "10";
            text.append("2026-01-01,100,").append(unit).append(",K1,SAL,").append(count).append(",100,V2025")
                    .append(note);
        }
        IngestReport report = delivery.file("farmers/F01/stock.csv", text.toString()).ingest();
        // a line break before line n moves it: at 17, 9017, 18017, 27017, 36017, 45017, 54017
        assertThat(rejects(report, "farmers/F01/stock.csv")).extracting(row -> row.split(",", -1)[0]).containsExactly(
                "10003", "15002", "20004", "30004", "30005", "40006", "45005", "50007", "60007", "60008");
        assertThat(delivery.rows("SELECT count(*) FROM stock_day")).containsExactly("59990");
    }

    // DuckDB reads 32 MB at a time, and stops without a word at a bad row that begins one of them
    @Test
    void aBadRowWhereAPartOfALargeFileBeginsHidesNothing() {
        String note = "," + "x".repeat(850) + "\n";
        StringBuilder text = new StringBuilder(STOCK.strip() + ",note\n");
        int bad = 0;
        for (int line = 2; line <= 40_001; line++) {
            boolean begins = bad == 0 && text.length() >= 32_000_000;
            bad = begins ? line : bad;
            text.append("2026-01-01,100,U").append(line).append(",K1,SAL,").append(begins ? "x" : "10")
                    .append(",100,V2025").append(note);
        }
        IngestReport report = delivery.file("farmers/F01/stock.csv", text.toString()).ingest();
        assertThat(rejects(report, "farmers/F01/stock.csv"))
                .containsExactly(bad + ",fish_count,x,must be a whole number");
        assertThat(report.files().getLast()).returns(40_000L, FileReport::read).returns(1L, FileReport::rejected);
        assertThat(delivery.rows("SELECT count(*) FROM stock_day")).containsExactly("39999");
    }

    @Test
    void aPackedAndAPlainFileHaveRejectsOfTheirOwn() throws IOException {
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK + "x,100,U1,K1,SAL,1,1,V2025\n")
                .file("farmers/F01/stock.csv.gz", gzip(STOCK + "y,100,U1,K1,SAL,1,1,V2025\n")).ingest();
        assertThat(rejects(report, "farmers/F01/stock.csv")).singleElement().asString().startsWith("2,date,x,");
        assertThat(rejects(report, "farmers/F01/stock.csv.gz.csv")).singleElement().asString().startsWith("2,date,y,");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenFiles")
    void failsItsDelivery(String name, byte[] bytes, String reason) {
        IngestReport report = delivery.file("farmers/F01/stock.csv", bytes).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).singleElement()
                .returns(reason, FileReport::failure);
        assertThat(rejects(report, "farmers/F01/stock.csv")).hasSize(1);
        assertThat(delivery.lake.currentId()).isEmpty();
    }

    static List<Arguments> brokenFiles() {
        return List.of(
                Arguments.of("empty", new byte[0], "is empty: it has no header"),
                Arguments.of("only comments", utf8("# nothing\n\n"), "is empty: it has no header"),
                Arguments.of("NUL", utf8(STOCK + "2026-01-01,100,U\0,K1,SAL,1,1,V2025\n"),
                        "line 2 holds a NUL byte: this is no text file"),
                Arguments.of("Latin-1", (STOCK + ROWS + "2026-01-01,100,Mær,K1,SAL,1,1,V2025\n")
                        .getBytes(StandardCharsets.ISO_8859_1),
                        "line 4 is not UTF-8; save the file with that encoding"),
                Arguments.of("UTF-16", (STOCK + ROWS).getBytes(StandardCharsets.UTF_16),
                        "line 1 is not UTF-8; save the file with that encoding"),
                Arguments.of("open quote", utf8(STOCK + ROWS + "2026-01-01,100,\"U2,K1,SAL,1,1,V2025\n" + ROWS),
                        "a quote is never closed; line 4 is the first with an odd number of quote characters"),
                Arguments.of("missing column", utf8("date,site_id,unit_id,species_code,fish_count\n"),
                        "lacks the required columns cohort_id, avg_weight_gram, generation or sea_transfer_date; "
                                + "its header is date, site_id, unit_id, species_code, fish_count"),
                Arguments.of("double column", utf8(STOCK.strip() + ",date\n"), "has the column date twice"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"not gzip at all", "half"})
    void brokenGzipFailsItsDelivery(String kind) throws IOException {
        byte[] bytes = gzip(STOCK + ROWS.repeat(50));
        delivery.file("farmers/F01/stock.csv.gz",
                kind.equals("half") ? Arrays.copyOf(bytes, bytes.length / 2) : utf8(STOCK + ROWS));
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.reasons()).as("the fault of a whole file is told with the file alone").isEmpty();
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).singleElement()
                .extracting(FileReport::failure).asString().contains("gzip file");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(utf8(text));
        }
        return bytes.toByteArray();
    }
}
