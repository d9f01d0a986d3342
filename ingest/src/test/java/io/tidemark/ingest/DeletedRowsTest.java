package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that a replication tool marks as deleted do not count, and rows and names in another form are the same. */
class DeletedRowsTest {

    private static final String ROW = ",100,U1,K1,SAL,1000,100,V2025";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"_fivetran_deleted,true,false", "is_deleted,1,0", "__deleted,TRUE,",
        "_sdc_deleted_at,2026-01-05T10:00Z,", "_change_type,delete,insert"})
    void rowsThatAreMarkedAsDeletedAreLeftOut(String mark, String deleted, String kept) {
        TestDelivery delivery = new TestDelivery(folder).basics();
        String no = "," + (kept == null ? "" : kept) + "\n";
        // the row on line 3 is deleted; the bad one on line 5 shows that lines are still counted as in the file
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK.replace("\n", "," + mark + "\n")
                + "2026-01-01" + ROW + no + "2026-01-02" + ROW + "," + deleted + "\n2026-01-03" + ROW + no
                + "2027-01-01" + ROW + no).ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT date FROM stock_day ORDER BY 1")).containsExactly("2026-01-01", "2026-01-03");
        FileReport file = report.files().stream().filter(f -> f.path().equals("farmers/F01/stock.csv")).findFirst()
                .orElseThrow();
        assertThat(file.notes()).contains("left out: 1 row that " + mark + " marks as deleted");
        assertThat(TestDelivery.rejects(report, "farmers/F01/stock.csv"))
                .containsExactly("5,date,2027-01-01,is after today");
    }

    @Test
    void namesInAnotherFormAreTheSame() {
        TestDelivery delivery = new TestDelivery(folder).basics();
        // a as one character with a ring and as two, a space of any kind, and two units that differ by case
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK
                + "2026-01-01,100,M\u00e5s\u00f8y 1,K1,SAL,1000,100,V2025\n2026-01-01,100,M1,K1,SAL,1000,100,V2025\n"
                + "2026-01-01,100,m1,K1,SAL,1000,100,V2025\n")
                .file("farmers/F01/losses.csv", TestDelivery.LOSSES
                        + "2026-01-01,100,Ma\u030as\u00f8y\u00a01 ,mortality,A101,7,\n").ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT unit_id, mortality_count FROM stock_day ORDER BY 1"))
                .containsExactly("M1 0", "M\u00e5s\u00f8y 1 7", "m1 0");
        assertThat(report.warnings()).contains("units of a site whose names differ in upper and lower case alone are "
                + "different units: 100 M1 and m1");
    }
}
