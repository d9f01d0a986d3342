package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What spreadsheets, Windows and pandas leave in files and beside them is named, or read as it is meant. */
class SpreadsheetTraceTest {

    private static final String ROW = "2026-01-01,100,U1,K1,SAL,1000,100.5,V2025\n";
    private static final String STOCK_FILE = "farmers/F01/stock.csv";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void begin() {
        delivery = new TestDelivery(folder).basics();
    }

    private String failure() {
        return String.valueOf(delivery.ingest().files().stream().filter(file -> file.path().startsWith(STOCK_FILE))
                .findFirst().orElseThrow().failure());
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            100.5      | #I/T        | avg_weight_gram | is the error of a formula: leave the field empty, or say --missing #I/T
            100.5      | #DIV/0!     | avg_weight_gram | is the error of a formula: leave the field empty, or say --missing #DIV/0!
            2026-01-01 | #VERDI!     | date            | is the error of a formula: leave the field empty, or say --missing #VERDI!
            U1         | #N/A        | unit_id         | is the error of a formula
            2026-01-01 | ~2026-01-01 | date            | holds a byte order mark, as where files were joined: delete it
            ,100,      | ,100.0,     | site_id         | is not a site of the register; is it 100, as pandas writes it?
            """)
    void aValueIsNamed(String value, String wrong, String column, String reason) {
        delivery.file(STOCK_FILE, STOCK + ROW.replace(value, wrong.replace('~', '\uFEFF')));
        assertThat(TestDelivery.rejects(delivery.ingest(), STOCK_FILE)).singleElement().satisfies(line ->
                assertThat(line.replace("\"", "")).startsWith("2," + column + ",").contains(reason));
    }

    @Test
    void separatorsOfThousandsAreNamed() {
        delivery.file(STOCK_FILE, (STOCK + ROW).replace(',', ';').replace("100.5", "4.100,5"));
        assertThat(TestDelivery.rejects(delivery.ingest(), STOCK_FILE))
                .containsExactly("2,avg_weight_gram,\"4.100,5\",has separators of thousands: write the number alone");
    }

    @Test
    void otherSeparatorsThanTheHeadersAndCtrlZAreNamed() {
        delivery.file(STOCK_FILE, STOCK + ROW.replace(',', ';') + '\u001A');
        assertThat(TestDelivery.rejects(delivery.ingest(), STOCK_FILE)).containsExactly(
                "2,site_id,,the row has other separators between its values than the header",
                "3,site_id,,is the mark Ctrl-Z of an end of file: delete it");
    }

    @Test
    void linesInQuotesAndTabsAreNamed() {
        delivery.file(STOCK_FILE, (STOCK + ROW).replaceAll("(?m)^(.+)$", "\"$1\""));
        assertThat(failure()).endsWith("; each line stands in one pair of quotes: save the file without them");
        delivery.next().basics().file(STOCK_FILE, (STOCK + ROW).replace(',', '\t'));
        assertThat(failure()).endsWith("; its values are separated by tabs: write commas or semicolons");
    }

    @Test
    void packedFilesUnderAnotherNameAreNamed() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write((STOCK + ROW).getBytes(StandardCharsets.UTF_8));
        }
        delivery.file(STOCK_FILE, gzip.toByteArray());
        assertThat(failure()).startsWith("is compressed with gzip, and its name does not say so");
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("xl\\workbook.xml"));
        }
        delivery.next().basics().file(STOCK_FILE, zip.toByteArray());
        assertThat(failure()).startsWith("is a workbook or another archive, not a text");
        delivery.next().basics().file("farmers/F01/stock.xlsx", zip.toByteArray());
        assertThat(delivery.ingest().files()).filteredOn(file -> file.failure() != null).singleElement().satisfies(
                file -> assertThat(file.failure()).startsWith("has parts whose names have backslashes"));
    }

    @Test
    void filesThatExcelAndWindowsLeaveArePassedOver() {
        delivery.file(STOCK_FILE, STOCK + ROW).file("farmers/F01/~$stock.xlsx", "x")
                .file("farmers/F01/Thumbs.db", "x").file("authority/desktop.ini", "x")
                .file("farmers/F01/stock.csv:Zone.Identifier", "x");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).hasSize(4)
                .allSatisfy(warning -> assertThat(warning).contains("is left by Excel or Windows, and passed over"));
    }

    @Test
    void norwegianFlagsAreFlagsAndPandasUnitsOneUnit() {
        delivery.file(STOCK_FILE, STOCK + ROW.replace("U1", "1.0") + ROW.replace("U1", "1").replace("01-01", "01-02"))
                .file("farmers/F01/treatments.csv", "treatment_id,date,site_id,treatment_category,treatment_target,"
                + "requires_handling,is_antibiotic,unit_ids\nT1,2026-01-01,100,Bath,Lice,SANN,usann,1.0|2\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT DISTINCT unit_id FROM stock_day")).containsExactly("1");
        assertThat(delivery.rows("SELECT requires_handling, is_antibiotic, unit_ids FROM treatment"))
                .containsExactly("true false [1, 2]");
    }

    // a lice report with decimal commas; another without temperatures leaves those of the lake
    @Test
    void aLiceReportMayComeFromANorwegianExcel() {
        delivery.registered().file("authority/lus.csv", "Uke;År;Lokalitetsnummer;Voksne hunnlus;Sjøtemperatur\n"
                + "45;2025;10100;0,21;8,5\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        delivery.next().file("authority/lus.csv", "Uke;År;Lokalitetsnummer;Voksne hunnlus\n45;2025;10100;0,31\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT adult_female FROM lice_week")).containsExactly("0.31");
        assertThat(delivery.rows("SELECT temperature FROM temperature_day")).containsExactly("8.50");
    }

    // week 45 of 2025 begins on 3 November; the site on land is left out, and no temperature of the lake goes
    @Test
    void aWeekOfTheApiIsALiceReport() {
        String site = "{\"localityNo\":%d,\"name\":\"Holmen\",\"hasReportedLice\":%s,\"isFallow\":%s,"
                + "\"avgAdultFemaleLice\":%s,\"lat\":59.5,\"lon\":5.5,\"isOnLand\":%s,\"hasPd\":false}";
        String sites = String.join(",", site.formatted(10100, "true", "false", "0.21", "false"),
                site.formatted(10200, "false", "true", "null", "false"),
                site.formatted(10300, "false", "false", "null", "true"));
        delivery.registered().file("authority/lus.csv", "Uke;År;Lokalitetsnummer;Voksne hunnlus;Sjøtemperatur\n"
                + "45;2025;10100;0,5;8,5\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        delivery.next().file("authority/lus.json", "{\"year\":2025,\"week\":45,\"localities\":[" + sites + "]}");
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.files().getFirst().notes()).contains("left out: 1 rows of sites on land",
                "not kept: whether a site had measures against lice, PD or ILA that week, which the reports of these say",
                "1 rows did not count lice", "1 rows are probably without fish");
        assertThat(delivery.rows("SELECT week, site_id, adult_female, has_counted, is_probably_without_fish "
                + "FROM lice_week ORDER BY 2")).containsExactly("2025-11-03 10100 0.21 true false",
                        "2025-11-03 10200 - false true");
        assertThat(delivery.rows("SELECT temperature FROM temperature_day")).containsExactly("8.50");
        assertThat(delivery.next().file("authority/lus.json", "[" + sites + "]").ingest().files().getFirst().failure())
                .isEqualTo("lus.json: is a list of sites and lice without its year and week: fetch it with the object "
                + "around the list");
    }

    @Test
    void anEmptyWeekOfTheApiIsNamed() {
        delivery.file("authority/lus.json", "[ ]");
        assertThat(delivery.ingest().files()).filteredOn(file -> file.failure() != null).singleElement().satisfies(
                file -> assertThat(file.failure()).isEqualTo("is JSON without anything in it: the API had nothing, leave "
                + "the file out"));
    }
}
