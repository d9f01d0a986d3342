package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every canonical table is ingested. */
class IngestTest {

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    @Test
    void stockLossesAndFeedMeetInStockDay() {
        IngestReport report = delivery
                .file("farmers/F01/stock.csv", STOCK + """
                        2026-01-01,100,U1,K1,SAL,1000,100.5,V2025
                        2026-01-01,100,U2,K1,sal,500,250.125,2025 - Vår
                        2026-01-02,100,U1,K1,SAL,990,101.5,v2025
                        """)
                .file("farmers/F01/losses.csv", LOSSES + """
                        2026-01-01,100,U1,mortality,A101,7,
                        2026-01-01,100,U1,Culling,a101,3,80.25
                        """)
                .file("farmers/F01/feeding.csv", FEEDING + """
                        2026-01-01,100,U1,12.3456
                        2026-01-02,100,U1,0
                        """)
                .ingest();
        assertThat(report.warnings()).isEmpty();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        // 500 x 250.13 (250.125 half away from zero) = 125,065; 7 x 100.5 = 703.5 -> 704; 3 x 80.25 = 240.75 -> 241
        assertThat(delivery.rows("SELECT * FROM stock_day ORDER BY date, unit_id")).containsExactly(
                "2026-01-01 100 U1 F01 K1 V2025 SAL 1000 100.50 100500 7 704 3 241 12346 - -",
                "2026-01-01 100 U2 F01 K1 V2025 SAL 500 250.13 125065 0 0 0 0 - - -",
                "2026-01-02 100 U1 F01 K1 V2025 SAL 990 101.50 100485 0 0 0 0 0 - -");
        assertThat(delivery.rows("SELECT * FROM loss_day ORDER BY loss_type")).containsExactly(
                "2026-01-01 100 U1 F01 V2025 SAL 100.50 culling A101 3 241",
                "2026-01-01 100 U1 F01 V2025 SAL 100.50 mortality A101 7 704");
    }
}
