package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of columns that look alike, types of Parquet that DuckDB does not have, and sheets that nobody sees. */
class ColumnAndSheetTest {

    private static final String HEADER = TestDelivery.STOCK.strip();
    private static final String ROW = "2026-01-01,100,U1,K1,SAL,1000,100.5,V2025\n";
    private static final String PARQUET = "SELECT DATE '2026-01-01' AS date, 100 AS site_id, 'U1' AS unit_id, 'K1' AS "
            + "cohort_id, "
            + "'SAL' AS species_code, 1000 AS fish_count, 100.5 AS avg_weight_gram, 'V2025' AS generation";
    private static final String SHEET = "n:46023|n:100|U1|K1|SAL|n:1000|n:100.5|V2025";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    private IngestReport deliver(String name, byte[] bytes) {
        return delivery.file("farmers/F01/" + name, bytes).ingest();
    }

    private List<String> stock() {
        return delivery.rows("SELECT date, site_id, unit_id, fish_count, avg_weight_gram, generation FROM stock_day "
                + "ORDER BY date, unit_id");
    }

    private static String columns(String around) {
        return around + HEADER.replace(",", around + "," + around) + around;
    }

    /** Unbreakable and thin spaces, a byte order mark in the middle, a space without width. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00A0", "\u202F", "\uFEFF", "\u200B", " \u00A0 "})
    void whatNobodySeesAroundAColumnsName(String around) {
        String object = "{\"@date\":\"2026-01-01\",\"site_id@\":\"100\",\"unit_id\":\"U4\",\"cohort_id\":\"K1\",\"@species_code@\":\"SAL\","
                + "\"fish_count\":1000,\"avg_weight_gram\":100.5,\"generation\":\"V2025\"}\n";
        delivery.file("farmers/F01/stock-1.csv", columns(around) + "\n" + ROW)
                .file("farmers/F01/stock-2.csv", (columns(around) + "\n" + ROW.replace("U1", "U2")).replace(',', ';'))
                .file("farmers/F01/stock-3.xlsx", new TestWorkbook().sheet("Fisk", columns(around).replace(',', '|'),
                        SHEET.replace("U1", "U3")).bytes())
                .file("farmers/F01/stock-4.ndjson", object.replace("@", around))
                .file("farmers/F01/stock-5.parquet", TestParquet.of(folder,
                        PARQUET.replace("'U1'", "'U5'").replace("AS date", "AS \"" + around + "Date\"")));
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.files()).flatExtracting(FileReport::notes).isEmpty();
        assertThat(delivery.rows("SELECT unit_id FROM stock_day ORDER BY 1"))
                .containsExactly("U1", "U2", "U3", "U4", "U5");
    }

    @Test
    void dateAndDateAreOneColumnTwice() {
        byte[] twice = TestParquet.of(folder, PARQUET + ", DATE '2025-01-01' AS date2", footer ->
                named(footer, "date2").setName("Date"));
        assertThat(deliver("stock.parquet", twice).files().getLast().failure()).isEqualTo("has the column date twice");
        delivery.next().basics();
        assertThat(deliver("stock.csv", (HEADER + ",Date\u00A0\n" + ROW).getBytes(StandardCharsets.UTF_8)).files()
                .getLast().failure())
                .isEqualTo("has the column date twice");
    }

    private static SchemaElement named(FileMetaData footer, String name) {
        return footer.getSchema().stream().filter(element -> element.getName().equals(name)).findFirst().orElseThrow();
    }

    /**
     * Decimals of more digits than DuckDB has, named by either of the two ways of a footer, in a column of the table or
     * another.
     */
    @ParameterizedTest
    @ValueSource(strings = {"fish_count", "other"})
    void decimalsOf256BitsAreNamed(String column) {
        String select = PARQUET.replace("1000 AS fish_count", "1000::DECIMAL(38,0) AS fish_count")
                + ", 1::DECIMAL(38,0) AS other";
        byte[] logical = TestParquet.of(folder, select, footer -> {
            SchemaElement element = named(footer, column).setPrecision(76);
            element.setLogicalType(LogicalType.DECIMAL(new DecimalType(0, 76)));
        });
        byte[] converted = TestParquet.of(folder, select, footer -> {
            SchemaElement element = named(footer, column).setPrecision(76).setConverted_type(ConvertedType.DECIMAL);
            element.unsetLogicalType();
        });
        for (byte[] file : List.of(logical, converted)) {
            delivery.next().basics();
            assertThat(deliver("stock.parquet", file).files().getLast().failure()).isEqualTo("has the column " + column
                    + " as DECIMAL of 76 digits, where at most 38 fit (decimal256 is not read)");
        }
        delivery.next().basics();
        assertThat(deliver("stock.parquet", TestParquet.of(folder, select)).reasons()).isEmpty();
        assertThat(stock()).containsExactly("2026-01-01 100 U1 1000 100.50 V2025");
    }

    /** A column of None alone, as pandas writes it. */
    @Test
    void aColumnOfNoType() {
        String select = PARQUET.replace("'V2025' AS generation", "DATE '2025-04-01' AS sea_transfer_date, ");
        byte[] empty = TestParquet.of(folder, select + "NULL::INTEGER AS generation",
                footer -> untyped(named(footer, "generation")));
        assertThat(deliver("stock.parquet", empty).reasons()).isEmpty();
        assertThat(stock()).containsExactly("2026-01-01 100 U1 1000 100.50 V2025");
    }

    private static void untyped(SchemaElement element) {
        element.unsetConverted_type();
        element.setLogicalType(LogicalType.UNKNOWN(new NullType()));
    }

    @Test
    void aGroupWithoutRows() {
        byte[] file = TestParquet.of(folder, PARQUET, footer -> {
            RowGroup empty = footer.getRow_groups().getFirst().deepCopy();
            empty.setNum_rows(0);
            empty.getColumns().forEach(column -> column.getMeta_data().setNum_values(0));
            footer.setRow_groups(List.of(empty, footer.getRow_groups().getFirst(), empty.deepCopy()));
        });
        assertThat(deliver("stock.parquet", file).reasons()).isEmpty();
        assertThat(stock()).containsExactly("2026-01-01 100 U1 1000 100.50 V2025");
    }

    @Test
    void aHiddenSheetIsNotReadAndIsTold() {
        String header = HEADER.replace(',', '|');
        IngestReport report = deliver("stock.xlsx",
                new TestWorkbook().hidden("Gammel", header, SHEET.replace("U1", "U0"))
                .hidden("Koder", "a|b", "1|2").sheet("Fisk", header, SHEET)
                .hidden("Kopi", header, SHEET.replace("U1", "U2")).bytes());
        assertThat(stock()).containsExactly("2026-01-01 100 U1 1000 100.50 V2025");
        assertThat(report.files().getLast().notes()).containsExactly("sheet Fisk",
                "sheet Gammel is hidden and was passed over, though its columns fit",
                "sheet Kopi is hidden and was passed over, though its columns fit");
    }

    @Test
    void aHiddenSheetBesideAnEmptyOne() {
        String header = HEADER.replace(',', '|');
        IngestReport report = deliver("stock.xlsx", new TestWorkbook().sheet("Ark1").hidden("Fisk", header, SHEET)
                .bytes());
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files().getLast().failure())
                .startsWith("has no sheet that fits: sheet Ark1 lacks the required columns date, site_id")
                .endsWith("; sheet Fisk is hidden and was passed over");
    }
}
