package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables in folders, as Hive and Spark write them, and names of files that begin with a table's. */
class TableFolderTest {

    private static final String ROW = "2026-01-01,100,U1,K1,SAL,1000,100.5,V2025\n";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    /** A row without some of its columns. */
    private byte[] without(String... columns) {
        return TestParquet.of(folder, "SELECT * "
                + (columns.length == 0 ? "" : "EXCLUDE (" + String.join(", ", columns) + ")")
                + " FROM (SELECT DATE '2026-01-01' AS date, '100' AS site_id, 'U1' AS unit_id, 'K1' AS cohort_id, "
                + "'SAL' AS species_code, 1000 AS fish_count, 100.5 AS avg_weight_gram, 'V2025' AS generation)");
    }

    private List<String> stock() {
        return delivery.rows("SELECT date, site_id, unit_id, fish_count, avg_weight_gram FROM stock_day ORDER BY "
                + "date, unit_id");
    }

    private TestDelivery stock(String path, byte[] bytes) {
        return delivery.file("farmers/F01/" + path, bytes);
    }

    @Test
    void foldersAreColumnsOfTheirFiles() {
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("stock/unit_id=A1/part-0.parquet", "A1");
        paths.put("stock/year=2026/Unit_ID=A%202/part-0.snappy.parquet", "A 2");
        paths.put("stock/unit_id=A+3/part-0.parquet", "A+3");
        paths.put("stock.parquet/unit_id=A=4/part-0.parquet", "A=4");
        paths.put("stock-2026/unit_id=..%2F..%2Fetc/part-0.parquet", "../../etc");
        paths.put("stock_Holmen/unit_id=[x]*'; DROP/part-0.parquet", "[x]*'; DROP");
        paths.put("stock/unit_id=Bø%C3%B8/part-0.parquet", "Bøø");
        paths.keySet().forEach(path -> stock(path, without("unit_id")));
        stock("stock/_SUCCESS", new byte[0]);
        stock("stock/unit_id=A1/.part-0.parquet.crc", new byte[] {1});
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(delivery.rows("SELECT unit_id FROM stock_day")).containsExactlyInAnyOrderElementsOf(paths.values());
        assertThat(report.files()).filteredOn(file -> file.path().contains("year=")).flatExtracting(FileReport::notes)
                .containsExactly("ignored: column year");
    }

    @Test
    void numbersAndDaysOfFoldersAreChecked() {
        stock("stock/date=2026-01-02/fish_count=7/a.parquet", without("date", "fish_count"));
        stock("stock/date=03.01.2026/fish_count=1 000/a.parquet", without("date", "fish_count"));
        stock("stock/date=yesterday/fish_count=7/a.parquet", without("date", "fish_count"));
        stock("stock/date=2026-01-05/fish_count=12.000/a.parquet", without("date", "fish_count"));
        stock("stock/unit_id=__HIVE_DEFAULT_PARTITION__/a.parquet", without("unit_id"));
        IngestReport report = delivery.ingest();
        assertThat(stock()).containsExactly("2026-01-02 100 U1 7 100.50", "2026-01-03 100 U1 1000 100.50");
        assertThat(TestDelivery.rejects(report, "farmers/F01/stock/date=yesterday/fish_count=7/a.parquet.csv"))
                .containsExactly("1,date,yesterday,must be a date like 2026-03-31 or 31.03.2026");
        assertThat(TestDelivery.rejects(report, "farmers/F01/stock/date=2026-01-05/fish_count=12.000/a.parquet.csv"))
                .containsExactly("1,fish_count,12.000,can mean thousands or decimals: write a whole number without a "
                + "separator");
        assertThat(TestDelivery.rejects(report, "farmers/F01/stock/unit_id=__HIVE_DEFAULT_PARTITION__/a.parquet.csv"))
                .containsExactly("1,unit_id,,a value is required");
    }

    @Test
    void theFileCountsWhereItsFolderSaysAnotherThing() {
        stock("stock/unit_id=U9/a.parquet", without());
        IngestReport report = delivery.ingest();
        assertThat(stock()).containsExactly("2026-01-01 100 U1 1000 100.50");
        assertThat(report.files().getLast().notes())
                .containsExactly("the folder's unit_id=U9 is not used: the file has the column unit_id");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            stock/2026/a.parquet                       ; stock/2026: is a folder in a table's folder; these are named like year=2026
            stock/=2026/a.parquet                      ; stock/=2026: is a folder in a table's folder; these are named like year=2026
            stock/year=2026/Year=2025/a.parquet        ; stock/year=2026/Year=2025: names the column year a second time
            stock/unit_id=a%00b/a.parquet              ; stock/unit_id=a%00b: has a value that is no text
            stock/unit_id=a%0Ab/a.parquet              ; stock/unit_id=a%0Ab: has a value that is no text
            stock/unit_id=a%1B/a.parquet               ; stock/unit_id=a%1B: has a value that is no text
            stock/unit_id=%FF/a.parquet                ; stock/unit_id=%FF: has a value that is no text
            stock/unit_id=50%/a.parquet                ; stock/unit_id=50%: has a value that is no text
            stock/unit_id=a%E2%80%AEb/a.parquet        ; stock/unit_id=a%E2%80%AEb: has a value that is no text
            stock/unit_id=5/a.csv                      ; stock/unit_id=5/a.csv: lies in a folder that names the column unit_id
            stock/year=2026/a.txt                      ; stock/year=2026/a.txt: its name does not end like a table's
            stock/year=2026/_SUCCESS                   ; stock: is a table's folder without a file
            stock.csv/_SUCCESS                         ; stock.csv: is a folder, not a file
            stokc/year=2026/a.parquet                  ; stokc: no farm system is named stokc
            stock_losses.csv                           ; stock_losses.csv: no table is named stock_losses
            stock_losses_2026.csv                      ; stock_losses_2026.csv: no table is named stock_losses_2026
            stockholm.csv                              ; stockholm.csv: no table is named stockholm
            daily_stock.csv                            ; daily_stock.csv: no table is named daily_stock
            """)
    void whatIsNoTableIsRefused(String path, String said) {
        // a good file after it
        stock("stock_z.csv", (TestDelivery.STOCK + ROW).getBytes(StandardCharsets.UTF_8));
        stock(path, path.endsWith("parquet") ? without("unit_id")
                : (TestDelivery.STOCK + ROW).getBytes(StandardCharsets.UTF_8));
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files().stream().filter(file -> file.failure() != null)
                .map(file -> file.path() + ": " + file.failure()))
                .anySatisfy(failure -> assertThat(failure).startsWith("farmers/F01/" + said));
    }

    @Test
    void foldersWithSeenEscapesOnly() {
        stock("stock/unit_id=a\u001bb/a.parquet", without("unit_id"));
        assertThat(delivery.ingest().files()).extracting(FileReport::failure)
                .contains("has a value that is no text: control characters, or escapes that stand for no character");
    }

    @Test
    void aFileAndAFolderOfTheSameRejects() {
        stock("stock.csv/part-0.csv", (TestDelivery.STOCK + "x" + ROW).getBytes(StandardCharsets.UTF_8));
        stock("stock.csv.gz", (TestDelivery.STOCK + "x" + ROW).getBytes(StandardCharsets.UTF_8));
        IngestReport report = delivery.ingest();
        assertThat(TestDelivery.rejects(report, "farmers/F01/stock.csv"))
                .containsExactly(",,,is not a whole gzip file: Not in GZIP format");
        assertThat(TestDelivery.rejects(report, "others/farmers/F01/stock.csv/part-0.csv")).hasSize(1);
    }

    @Test
    void namesThatBeginWithATable() {
        List<String> names = List.of("stock_Holmen_2026.csv", "STOCK_x.csv", "stock_.csv", "stock_2026-01.csv",
                "stock_a.b.csv", "stock_lossesx.csv");
        for (int i = 0; i < names.size(); i++) {
            delivery.file("farmers/F01/" + names.get(i), TestDelivery.STOCK + ROW.replace("U1", "U" + i));
        }
        // the longer of two tables
        delivery.file("reference/site_farmers_2026.csv", TestDelivery.SITE_FARMERS);
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(stock()).hasSize(names.size());
        assertThat(delivery.rows("SELECT count(*) FROM site_farmer WHERE site_id = '100'")).containsExactly("2");
    }
}
