package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Legacy v2 feeding has unit-days at sea of counted species alone. */
class V2FeedingAtSeaTest {

    private static final LocalDate DAY = LocalDate.of(2026, 12, 31);
    private static final String FIELDS = "weight_group species temperature avg_sfr num_of_measurements";

    @TempDir
    private Path folder;

    // 2 t of salmon eat 20 kg at sea, and 1 t of trout outside every area 15 kg. Lumpfish in the pen, and salmon in a
    // tank, eat 4 % and 3 %
    @Test
    void neitherTanksNorCleanerFish() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                .line("authority/site.csv", "site", "10006,Site 10006,62.5,6.25,offshore,,,,")
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,");
        for (String row : new String[] {"10001,A,C1,SAL,1000,2000", "10001,L,K1,LUM,1000,50",
                "10006,A,R1,TRR,500,2000", "10009,A,C2,SAL,1000,2000"}) {
            delivery.line("farmers/F1/stock.csv", "stock", DAY + "," + row + ",V2026");
        }
        for (String row : new String[] {"10001,A,20", "10001,L,2", "10006,A,15", "10009,A,60"}) {
            delivery.line("farmers/F1/feeding.csv", "feeding", DAY + "," + row);
        }
        for (String site : new String[] {"10001", "10006", "10009"}) {
            delivery.temperature("F1", site, DAY, "8.50", 1);
        }

        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2027, 1, 10))
                .ingest(delivery.write(), LiveServer.RULE_OFF)) {
            assertThat(rows(server.data("/v2/feeding/sfr-by-region-and-temperature", "farmer:F1"), FIELDS))
                    .isEqualTo("6 SAL 8 1 1");
            assertThat(rows(server.data("/v2/feeding/sfr-by-country-and-temperature", "farmer:F1"), FIELDS))
                    .isEqualTo("6 SAL 8 1 1 / 6 TRR 8 1.5 1");
        }
    }
}
