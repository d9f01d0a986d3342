package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Manifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NDJSON, Parquet and XLSX: the same rows, checks and rejects as CSV. */
class TableFormatsTest {

    private static final String NDJSON = """
            {"date":"2026-01-01","site_id":100,"unit_id":"U1","cohort_id":"K1","species_code":"SAL","fish_count":1000,"avg_weight_gram":100.5,"generation":"V2025"}

            {"DATE":"2026-01-02","site_id":"100","unit_id":"U1","cohort_id":"K1","species_code":"SAL","fish_count":9.9e2,"avg_weight_gram":101,"generation":"2025 - V\\u00e5r","note":{"a":[1]}}
            """;
    private static final List<String> ROWS = List.of("2026-01-01 100 U1 K1 V2025 SAL 1000 100.50",
            "2026-01-02 100 U1 K1 V2025 SAL 990 101.00");
    private static final String STOCK =
            "date|site_id|unit_id|cohort_id|species_code|fish_count|avg_weight_gram|generation";
    // 46023 days after 1899-12-30 is 2026-01-01
    private static final String[] SHEET = {STOCK, "n:46023|n:100|U1|K1|SAL|n:1000|n:100.5|V2025",
        "n:46024|100|U1|K1|SAL|f:990|n:101|V2025"};
    private static final String PARQUET = "SELECT * FROM (VALUES (DATE '2026-01-01', 100, 'U1', 'K1', 'SAL', 1000, "
            + "100.5, 'V2025'), "
            + "(DATE '2026-01-02', 100, 'U1', 'K1', 'SAL', 990, 101, 'V2025')) AS t(date, site_id, unit_id, cohort_id, "
            + "species_code, "
            + "fish_count, avg_weight_gram, generation)";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    private List<String> stock() {
        return delivery.rows("SELECT date, site_id, unit_id, cohort_id, generation, species_code, fish_count, "
                + "avg_weight_gram FROM stock_day ORDER BY date");
    }

    private byte[] parquet(String select) {
        return TestParquet.of(folder, select);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private IngestReport deliver(String name, byte[] bytes) {
        return delivery.file("farmers/F01/" + name, bytes).ingest();
    }

    private byte[] bytes(String format) throws IOException {
        return bytes(format, "100");
    }

    private byte[] bytes(String format, String site) throws IOException {
        String ndjson = NDJSON.replace("\"site_id\":100", "\"site_id\":" + site).replace("\"100\"", "\"" + site + "\"");
        return switch (format) {
            case "ndjson" -> ndjson.getBytes(StandardCharsets.UTF_8);
            case "ndjson with mark" -> ("\uFEFF" + ndjson.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8);
            case "ndjson.gz" -> gzip(ndjson);
            case "parquet" -> parquet(PARQUET.replace(" 100, 'U1'", " " + site + ", 'U1'"));
            case "xlsx" -> new TestWorkbook().sheet("Data", Arrays.stream(SHEET)
                    .map(row -> row.replace("|n:100|", "|n:" + site + "|").replace("|100|", "|" + site + "|"))
                    .toArray(String[]::new)).bytes();
            default -> throw new IllegalArgumentException(format);
        };
    }

    @Test
    void theSameRowsComeIn() throws Exception {
        List<Map.Entry<String, String>> files = List.of(Map.entry("ndjson", "stock.ndjson"),
                Map.entry("ndjson with mark", "stock.ndjson"),
                Map.entry("ndjson.gz", "stock.NDJSON.gz"), Map.entry("parquet", "stock.parquet"),
                Map.entry("parquet", "stock-[1]*.parquet"), Map.entry("xlsx", "stock-2026.xlsx"));
        ManyCases<Map.Entry<String, String>> cases = new ManyCases<>(folder.resolve("cases"));
        for (Map.Entry<String, String> file : files) {
            cases.file(file, file.getValue(), bytes(file.getKey(), cases.site(file)));
        }
        IngestReport report = cases.ingest().report();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        List<Manifest.SourceEntry> sources = cases.delivery().lake.current().orElseThrow().manifest().sources();
        assertThat(files).allSatisfy(file -> {
            assertThat(cases.stock(file, "date, unit_id, cohort_id, generation, species_code, fish_count, "
                    + "avg_weight_gram"))
                    .containsExactly("2026-01-01 U1 K1 V2025 SAL 1000 100.50", "2026-01-02 U1 K1 V2025 SAL 990 101.00");
            FileReport said = cases.report(file, file.getValue());
            assertThat(said).returns(2L, FileReport::read);
            assertThat(sources).filteredOn(source -> source.path().equals(said.path())).singleElement()
                    .returns(Sha256.hex(cases.delivery().folder().resolve(said.path())), Manifest.SourceEntry::sha256);
        });
        // the same rows from another format change nothing
        cases.delivery().next();
        for (Map.Entry<String, String> file : files) {
            cases.file(file, "stock.xlsx", bytes("xlsx", cases.site(file)));
        }
        assertThat(cases.ingest().report().outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    @Test
    void aTableMayComeInSeveralFilesOfSeveralFormats() throws IOException {
        IngestReport report = delivery.file("farmers/F01/stock-1.ndjson", NDJSON.lines().findFirst().orElseThrow()
                + "\n")
                .file("farmers/F01/stock-2.parquet", parquet(PARQUET + " WHERE date > DATE '2026-01-01'"))
                .file("farmers/F01/stock-3.xlsx", new TestWorkbook().sheet("Data", SHEET[0], "@5", SHEET[2]).bytes())
                .ingest();
        assertThat(stock()).isEqualTo(ROWS);
        assertThat(rejects(report, "farmers/F01/stock-3.xlsx.csv"))
                .containsExactly("5,\"date, site_id, unit_id\",2026-01-02 100 U1,"
                + "is delivered twice: the first is farmers/F01/stock-2.parquet line 1");
    }

    @Test
    void aBadLineOfNdjsonIsRejectedAndTheOthersGoOn() {
        String good = NDJSON.lines().findFirst().orElseThrow();
        IngestReport report = deliver("stock.ndjson", String.join("\n", good, "{\"date\":", "[1]", "", good + " 1",
                good.replace("1000", "\"many\""), good.replace("1000", "-1"), good.replace("\"U1\"", "{\"x\":1}"),
                good.replace("2026-01-01", "2026-01-02").replace("\"K1\"", "\"a\\nb\""),
                good.replace("2026-01-01", "2026-13-02"),
                good.replace("}", ",\"date\":1}"), good.replace("}", ",\"Fish_Count\":99}"),
                good.replace("}", ",\"x\":1,\"X\":2}")).getBytes(StandardCharsets.UTF_8));
        assertThat(stock()).containsExactly(ROWS.getFirst(), "2026-01-02 100 U1 a\nb V2025 SAL 1000 100.50");
        assertThat(report.files().getLast()).returns(12L, FileReport::read).returns(10L, FileReport::rejected);
        String all = good.substring(0, 60);
        assertThat(rejects(report, "farmers/F01/stock.ndjson.csv")).satisfiesExactly(
                l -> assertThat(l).isEqualTo("2,,\"{\"\"date\"\":\",is no whole JSON object"),
                l -> assertThat(l).isEqualTo("3,,[1],is no JSON object"),
                l -> assertThat(l).startsWith("5,,\"" + all.replace("\"", "\"\""))
                .endsWith(",goes on after its JSON object"),
                l -> assertThat(l).isEqualTo("6,fish_count,many,must be a whole number"),
                l -> assertThat(l).isEqualTo("7,fish_count,-1,must be a whole number from 0 to 2147483647"),
                l -> assertThat(l).isEqualTo("8,unit_id,{...},must be text"),
                l -> assertThat(l).isEqualTo("10,date,2026-13-02,must be a date like 2026-03-31 or 31.03.2026"),
                l -> assertThat(l).startsWith("11,,").endsWith(",has the key date twice"),
                l -> assertThat(l).startsWith("12,,").endsWith(",has the key fish_count twice"),
                l -> assertThat(l).startsWith("13,,").endsWith(",has an unknown key twice"));
    }

    @Test
    void whatIsNoCharacterRejectsItsLineAlone() {
        String good = NDJSON.lines().findFirst().orElseThrow();
        IngestReport report = deliver("stock.ndjson", String.join("\n", good, good.replace("\"U1\"", "\"\\ud800\""), "",
                good.replace("\"U1\"", "\"\\udc00\\ud800x\""), good.replace("\"K1\"", "\"a\\u0000b\""),
                good.replace("\"U1\"", "\"a\0b\""), good.replace("\"U1\"", "[\"a\",\"\\uDFFF\"]"),
                // a pair, and a value that nobody reads
                good.replace("2026-01-01", "2026-01-02").replace("\"K1\"", "\"\\ud83d\\udc1f\"")
                .replace("}", ",\"note\":\"\\u0000\"}")).getBytes(StandardCharsets.UTF_8));
        assertThat(stock()).containsExactly(ROWS.getFirst(), "2026-01-02 100 U1 \uD83D\uDC1F V2025 SAL 1000 100.50");
        assertThat(report.files().getLast().notes()).containsExactly("ignored: column note");
        assertThat(rejects(report, "farmers/F01/stock.ndjson.csv")).satisfiesExactly(
                l -> assertThat(l).isEqualTo("2,unit_id,\\ud800,\"holds half of a surrogate pair, which is no "
                + "character\""),
                l -> assertThat(l).isEqualTo("4,unit_id,\\udc00\\ud800x,\"holds half of a surrogate pair, which is no "
                + "character\""),
                l -> assertThat(l).isEqualTo("5,cohort_id,a\\u0000b,holds a NUL character"),
                l -> assertThat(l).startsWith("6,,").endsWith(",is no whole JSON object"),
                l -> assertThat(l).isEqualTo("7,unit_id,a|\\udfff,\"holds half of a surrogate pair, which is no "
                + "character\""));
    }

    @Test
    void aNulOfParquetRejectsItsRowAlone() {
        String row = "SELECT * FROM (" + PARQUET + ") WHERE fish_count = 1000";
        IngestReport report = deliver("stock.parquet",
                parquet(row + " UNION ALL SELECT * REPLACE ('a' || chr(0) || 'b' AS unit_id) FROM (" + row
                + ") UNION ALL SELECT * REPLACE (DATE '2026-01-02' AS date, 'a' || chr(10) || ',\"b' AS unit_id, '' "
                + "AS generation) FROM (" + row
                + ") UNION ALL SELECT * REPLACE (DATE '2026-01-02' AS date, 'U1' AS unit_id, 990 AS fish_count, 101 "
                + "AS avg_weight_gram) FROM (" + row
                + ") UNION ALL SELECT * REPLACE (chr(0) AS cohort_id) FROM (" + row
                + ") UNION ALL SELECT * REPLACE (-1 AS fish_count) FROM (" + row + ")"));
        assertThat(stock()).isEqualTo(ROWS);
        assertThat(report.files().getLast()).returns(6L, FileReport::read).returns(4L, FileReport::rejected);
        assertThat(rejects(report, "farmers/F01/stock.parquet.csv")).containsExactly(
                "2,unit_id,a\\u0000b,holds a NUL character",
                "3,generation,,\"a value is required, or one of sea_transfer_date\"",
                "5,cohort_id,\\u0000,holds a NUL character",
                "6,fish_count,-1,must be a whole number from 0 to 2147483647");
    }

    @Test
    void listsAndFlagsOfNdjson() {
        IngestReport report = deliver("treatments.ndjson", """
                {"treatment_id":7,"date":"2026-01-01","site_id":100,"treatment_category":"Bath","treatment_target":"Lice","requires_handling":true,"is_antibiotic":false,"unit_ids":["U1","U2"],"treatment_count":null}
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(report.reasons()).isEmpty();
        assertThat(delivery.rows("SELECT treatment_id, unit_ids, requires_handling, is_antibiotic, treatment_count "
                + "FROM treatment"))
                .containsExactly("7 [U1, U2] true false 1");
    }

    @Test
    void cellsOfASpreadsheet() {
        IngestReport report = deliver("stock.xlsx",
                new TestWorkbook().sheet("Om", "Fisk i sjø", "Laget av oss")
                .sheet("Fisk", "@3", STOCK + "|note", "n:46023|n:100|U1|K1|SAL|n:1000|n:100.49999999999999|V2025|b:1",
                        "n:46024.5|n:100|U1|K1|SAL|n:1000|n:100.5|V2025", "@9",
                        "2026-01-04|n:100|U1|K1|SAL|e:#DIV/0!|n:100.5|V2025",
                        "n:46027|n:100|U1|K1|SAL|n:10.5|n:100.5|V2025", "|n:100|U1|K1|SAL|n:10|n:100.5|V2025",
                        "n:46028|n:100|U1|K1|SAL|n:10|n:100.5|V2025|x|y",
                        "n:46029|n:1.001E+2|U1|K1|SAL|n:1E3|n:100|V2025",
                        "2026-01-09|n:100|U1|K1|SAL|n:20|n:2.5E2|V2025").bytes());
        assertThat(report.files().getLast().notes()).containsExactly("ignored: column note", "sheet Fisk");
        assertThat(stock()).containsExactly(ROWS.getFirst(), "2026-01-09 100 U1 K1 V2025 SAL 20 250.00");
        assertThat(rejects(report, "farmers/F01/stock.xlsx.csv")).containsExactly(
                "5,date,2026-01-02T12:00,must be a date like 2026-03-31 or 31.03.2026",
                "9,fish_count,#DIV/0!,is the error of a formula",
                "10,fish_count,10.5,must be a whole number from 0 to 2147483647",
                "11,date,,a value is required",
                "12,,,the row has more values than the header",
                "13,site_id,100.1,is not a site of the register");
    }

    @Test
    void rowsWithoutNumbersFollowOneAnother() {
        IngestReport report = deliver("stock.xlsx",
                new TestWorkbook().withoutPlaces().sheet("Fisk", "Beholdning", SHEET[0], SHEET[1],
                "n:46025|n:100|U1|K1|SAL|n:-1|n:100.5|V2025", SHEET[2]).bytes());
        assertThat(stock()).isEqualTo(ROWS);
        assertThat(rejects(report, "farmers/F01/stock.xlsx.csv"))
                .containsExactly("4,fish_count,-1,must be a whole number from 0 to 2147483647");
    }

    /** A time of the day alone is none, nor is a date with another time than midnight, since 1900 or 1904. */
    @Test
    void daysAsIsoTextsAndAsNumbers() {
        String row = SHEET[1].replace("n:46023", "@").replace("U1", "#");
        IngestReport report = deliver("stock.xlsx",
                new TestWorkbook().since1904().sheet("Fisk", SHEET[0], row.replace("@", "d:2026-01-01"),
                row.replace("@", "d:2026-01-01T00:00:00").replace("#", "U2"),
                row.replace("@", "d:2026-01-01T00:00:00.000").replace("#", "U3"),
                row.replace("@", "t:44561").replace("#", "U4"), row.replace("@", "n:44561.0").replace("#", "U5"),
                row.replace("@", "n:0.5"),
                row.replace("@", "t:0"), row.replace("@", "d:2026-01-01T12:00:00"), row.replace("@", "n:44561.25"))
                .bytes());
        assertThat(delivery.rows("SELECT date, unit_id FROM stock_day ORDER BY 2"))
                .containsExactly("2026-01-01 #", "2026-01-01 U2", "2026-01-01 U3",
                "2026-01-01 U4", "2026-01-01 U5");
        assertThat(rejects(report, "farmers/F01/stock.xlsx.csv"))
                .extracting(line -> line.replaceAll(",(must|is) .*", "")).containsExactly(
                "7,date,12:00", "8,date,1904-01-01", "9,date,2026-01-01T12:00:00", "10,date,2026-01-01T06:00");
    }

    /** A unit 007 is a number 7 that is shown with zeros. */
    @Test
    void zerosBeforeANumberAreAsShown() {
        deliver("stock.xlsx", new TestWorkbook()
                .sheet("Fisk", SHEET[0], SHEET[1].replace("U1", "z:7").replace("n:1000", "z:5"),
                SHEET[2].replace("U1", "z:1234")).bytes());
        assertThat(delivery.rows("SELECT unit_id, fish_count FROM stock_day ORDER BY 1"))
                .containsExactly("007 5", "1234 990");
    }

    /** openpyxl saves no results; below the rows there are formulas too, and a sum that was not computed. */
    @Test
    void formulasWithoutAResultAreTold() {
        IngestReport report = deliver("stock.xlsx", new TestWorkbook().sheet("Fisk", SHEET[0] + "|sea_transfer_date|x",
                SHEET[1] + "|g:B2|g:B2", SHEET[2] + "|g:B3", "g:A3+1|||||||g:B3", "Sum|||||g:SUM(F2:F3)").bytes());
        assertThat(stock()).isEqualTo(ROWS);
        assertThat(report.files().getLast()).returns(2L, FileReport::read).returns(List.of("ignored: column x",
                "left out: a row of totals, the last one, on line 5",
                "3 formulas have no result, and count as empty: if a program wrote them, save the workbook again in "
                + "Excel"), FileReport::notes);
    }

    /** A spreadsheet takes 1.5 for 1 May where the decimal sign is a comma, and saves a number of days. */
    @Test
    void aDayWhereANumberOrATextBelongsIsRejected() {
        IngestReport report = deliver("stock.xlsx",
                new TestWorkbook().sheet("Fisk", SHEET[0], SHEET[1], SHEET[2].replace("U1", "t:46143"),
                SHEET[2].replace("f:990", "t:12055"), "t:46025|n:100|U1|K1|SAL|n:7|n:100.5|V2025|t:3").bytes());
        assertThat(delivery.rows("SELECT date FROM stock_day ORDER BY 1")).containsExactly("2026-01-01");
        String reason = " belongs: a spreadsheet makes 1 May of 1.5, and of 1-5\"";
        assertThat(rejects(report, "farmers/F01/stock.xlsx.csv")).containsExactly(
                "3,unit_id,2026-05-01,\"is a day in the workbook, where text" + reason,
                "4,fish_count,1933-01-01,\"is a day in the workbook, where a whole number" + reason,
                "5,,,the row has more values than the header");
    }

    // a workbook with a sheet for each month
    @Test
    void sheetsThatFitTooAreNamed() {
        IngestReport report = deliver("stock.xlsx",
                new TestWorkbook().sheet("Om", "Fisk i sjø").sheet("Januar", SHEET[0], SHEET[1])
                .sheet("Februar", "Beholdning", SHEET[0], SHEET[2]).sheet("Notat", "date|site_id")
                .sheet("Mars", SHEET[0]).bytes());
        assertThat(stock()).containsExactly(ROWS.getFirst());
        assertThat(report.files().getLast().notes())
                .containsExactly("sheet Januar was read alone, though the columns of the sheets Februar, Mars "
                + "fit too; deliver each sheet as a file");
    }

    @Test
    void daysSince1904AndFlags() {
        // 46023 - 1462 days after 1904-01-01 is the same day
        IngestReport report = deliver("treatments.xlsx",
                new TestWorkbook().since1904().sheet("T", "treatment_id|date|site_id|"
                + "treatment_category|treatment_target|requires_handling|is_antibiotic",
                "T1|n:44561|n:100|Bath|Lice|b:1|b:0")
                .bytes());
        assertThat(report.reasons()).isEmpty();
        assertThat(delivery.rows("SELECT date, requires_handling, is_antibiotic FROM treatment"))
                .containsExactly("2026-01-01 true false");
    }

    /** A column of the first row as another type, and the row. */
    record Typed(String column, String value, String row) {

        static Typed of(String line) {
            String[] parts = line.split("\\s*;\\s*", -1);
            return new Typed(parts[0], parts[1], parts[2]);
        }
    }

    @Test
    void typesThatFitAreTakenExactly() {
        List<Typed> types = """
                date            ; TIMESTAMP '2026-01-01 00:00:00'  ; 2026-01-01 U1 K1 V2025 SAL 1000 100.50
                date            ; TIMESTAMP_NS '2026-01-01'        ; 2026-01-01 U1 K1 V2025 SAL 1000 100.50
                date            ; '01.02.2026'                     ; 2026-02-01 U1 K1 V2025 SAL 1000 100.50
                avg_weight_gram ; CAST(100.1 AS FLOAT)             ; 2026-01-01 U1 K1 V2025 SAL 1000 100.10
                avg_weight_gram ; CAST(100.125 AS DECIMAL(12,3))   ; 2026-01-01 U1 K1 V2025 SAL 1000 100.13
                fish_count      ; CAST(7 AS UTINYINT)              ; 2026-01-01 U1 K1 V2025 SAL 7 100.50
                fish_count      ; CAST(7 AS HUGEINT)               ; 2026-01-01 U1 K1 V2025 SAL 7 100.50
                unit_id         ; ['U1', 'U2']                     ; 2026-01-01 U1|U2 K1 V2025 SAL 1000 100.50
                unit_id         ; 'a' || chr(10) || 'b'            ; 2026-01-01 a/b K1 V2025 SAL 1000 100.50
                """.lines().map(Typed::of).toList();
        ManyCases<Typed> cases = new ManyCases<>(folder.resolve("cases"));
        for (Typed each : types) {
            cases.file(each, "stock.parquet", parquet("SELECT * REPLACE (" + each.value + " AS " + each.column
                    + ") FROM (SELECT * REPLACE ("
                    + cases.site(each) + " AS site_id) FROM (" + PARQUET + ") LIMIT 1)"));
        }
        cases.ingest();
        assertThat(types).allSatisfy(each -> assertThat(cases.stock(each,
                "date, unit_id, cohort_id, generation, species_code, fish_count, "
                + "avg_weight_gram")).containsExactly(each.row.replace("a/b", "a\nb")));
    }

    @Test
    void badValuesOfParquetAreRejectedByRow() {
        IngestReport report = deliver("stock.parquet", parquet("SELECT * REPLACE (CASE WHEN fish_count = 990 THEN "
                + "CAST('inf' AS DOUBLE) "
                + "ELSE 10.05 END AS avg_weight_gram) FROM (" + PARQUET
                + " UNION ALL SELECT DATE '2026-01-04', 100, NULL, 'K1', 'SAL', 1090, 10000, 'V2025') ORDER BY date"));
        assertThat(stock()).containsExactly("2026-01-01 100 U1 K1 V2025 SAL 1000 10.05");
        assertThat(rejects(report, "farmers/F01/stock.parquet.csv")).containsExactly(
                "2,avg_weight_gram,inf,\"must be a number below 1,000,000,000,000\"", "3,unit_id,,a value is required");
    }

    /** A file that is refused as a whole, and its reason as a pattern. */
    private record Refused(String name, byte[] bytes, String reason) {

        static Refused exactly(String name, byte[] bytes, String reason) {
            return new Refused(name, bytes, Pattern.quote(reason));
        }

        static Refused saying(String name, String text, String reason) {
            return new Refused(name, text.getBytes(StandardCharsets.UTF_8), ".*" + Pattern.quote(reason) + ".*");
        }

        @Override
        public String toString() {
            return name + " that " + reason;
        }
    }

    @Test
    void whatCannotBeReadIsRefusedWithItsReason() throws IOException {
        List<Refused> files = new ArrayList<>(columnsOfOtherTypes());
        files.addAll(halves());
        files.addAll(List.of(
                Refused.saying("stock.ndjson", "{\"date\":1}", "lacks the required columns site_id, unit_id"),
                Refused.saying("stock.ndjson", "", "is empty"),
                Refused.saying("stock.ndjson", "hello", "holds no JSON object: line 1 is no whole JSON object"),
                Refused.saying("stock.parquet", "hello", "cannot be read as Parquet"),
                Refused.saying("stock.xlsx", "hello", "cannot be read as XLSX"),
                new Refused("stock.xlsx", new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1,
                    (byte) 0xB1, 0x1A, (byte) 0xE1}, ".*\\(\\.xls\\), or has a password.*"),
                new Refused("stock.xlsx", new TestWorkbook().sheet("Om", "Tekst").sheet("Fisk", "date|site_id").bytes(),
                        "has no sheet that fits: sheet Om lacks the required columns date, "
                        + ".*; sheet Fisk lacks the required columns unit_id, .*"),
                new Refused("stock.ndjson", NDJSON.replace("U1", "Å").getBytes(StandardCharsets.ISO_8859_1),
                        ".*is not UTF-8; save the file with that encoding")));
        ManyCases<Refused> cases = new ManyCases<>(folder.resolve("cases"));
        files.forEach(file -> cases.file(file, file.name, file.bytes));
        assertThat(cases.ingest().report().outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(files).allSatisfy(file -> assertThat(cases.report(file, file.name).failure())
                .matches(Pattern.compile(file.reason, Pattern.DOTALL)).doesNotContain(folder.toString()));
    }

    private List<Refused> columnsOfOtherTypes() {
        String number = ", where a whole number, DECIMAL, FLOAT or DOUBLE fits";
        String text = ", where VARCHAR, a whole number, UUID or a list of VARCHAR fits";
        return Stream.of("""
                TIME '10:00' AS date            ; the column date as TIME, where DATE, a timestamp or VARCHAR fits
                '7' AS fish_count               ; the column fish_count as VARCHAR@number
                true AS avg_weight_gram         ; the column avg_weight_gram as BOOLEAN@number
                100.0 AS site_id                ; the column site_id as DECIMAL(4,1)@text
                CAST('U' AS BLOB) AS unit_id    ; the column unit_id as BLOB@text
                {'a': 1} AS unit_id             ; the column unit_id as STRUCT(a INTEGER)@text
                '7' AS fish_count, true AS date ; the column date as BOOLEAN, where DATE, a timestamp or VARCHAR \
                fits; the column fish_count as VARCHAR@number
                """.replace("@number", number).replace("@text", text).split("\n"))
                .map(line -> line.split(" *; ", 2))
                .map(parts -> Refused.exactly("stock.parquet",
                        parquet("SELECT * REPLACE (" + parts[0] + ") FROM (" + PARQUET + ")"), "has " + parts[1]))
                .toList();
    }

    private List<Refused> halves() throws IOException {
        List<Refused> halves = new ArrayList<>();
        for (Map.Entry<String, String> format : List.of(
                Map.entry("ndjson.gz", "is only the beginning of a gzip file"),
                Map.entry("parquet", "cannot be read as Parquet: .*"),
                Map.entry("xlsx", "cannot be read as XLSX: .*"))) {
            byte[] whole = bytes(format.getKey());
            halves.add(new Refused("stock." + format.getKey(), Arrays.copyOf(whole, whole.length / 2),
                    format.getValue()));
        }
        return halves;
    }
}
