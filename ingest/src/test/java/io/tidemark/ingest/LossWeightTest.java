package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The grams of losses: number times weight with all its decimals, rounded once, half away from zero. */
class LossWeightTest {

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    private static String stock(String unit, String weight) {
        return "2026-01-01,100," + unit + ",K1,SAL,2147483647," + weight + ",V2025\n";
    }

    /** A loss and its grams; all units weigh 100.25. */
    private record Loss(String count, String weight, String grams) {}

    @Test
    void aLossKeepsTheDecimalsOfItsWeight() {
        List<Loss> all = List.of(new Loss("1", "100.4999", "100"), new Loss("1", "100.5", "101"),
                new Loss("1", "100.499999", "100"),
                new Loss("3", "0.166667", "1"), new Loss("3", "0.166666", "0"), new Loss("5000", "100.125", "500625"),
                // 1,000,000 and 2^31 - 1 fish of the greatest weights: 29,999,999,999 and 64,424,509,410,000 - 2,147.48
                new Loss("1000000", "29999.999999", "29999999999"),
                new Loss("2147483647", "29999.999999", "64424509407853"),
                new Loss("33000000", "30000", "990000000000"), new Loss("33000001", "30000", "990000030000"),
                // 2 x 100.25 = 200.5, of the unit
                new Loss("2", "", "201"), new Loss("0", "100.5", "0"));
        StringBuilder units = new StringBuilder(STOCK);
        StringBuilder losses = new StringBuilder(LOSSES);
        for (int i = 0; i < all.size(); i++) {
            String unit = "U" + (10 + i);
            units.append(stock(unit, "100.25"));
            losses.append("2026-01-01,100,").append(unit).append(",mortality,A101,").append(all.get(i).count)
                    .append(',').append(all.get(i).weight).append('\n');
        }
        IngestReport report = delivery.file("farmers/F01/stock.csv", units.toString())
                .file("farmers/F01/losses.csv", losses.toString()).ingest();
        assertThat(report.reasons()).isEmpty();
        List<String> grams = all.stream().map(Loss::grams).toList();
        assertThat(delivery.rows("SELECT loss_biomass_g FROM loss_day ORDER BY unit_id")).isEqualTo(grams);
        assertThat(delivery.rows("SELECT mortality_biomass_g FROM stock_day ORDER BY unit_id")).isEqualTo(grams);
    }

    // A's grams are those of the unit's weight, 2 x 100.25 = 200.5; B's 2 x 100.2499 = 200.4998 are not
    @Test
    void aLossWithOtherGramsThanItsUnitsWeightWasWeighed() {
        delivery.file("farmers/F01/stock.csv", STOCK + stock("A", "100.25") + stock("B", "100.25"))
                .file("farmers/F01/losses.csv", LOSSES
                + "2026-01-01,100,A,mortality,A101,2,100.25\n2026-01-01,100,B,mortality,A101,2,100.2499\n").ingest();
        delivery.next().file("farmers/F01/stock.csv", STOCK + stock("A", "150") + stock("B", "150")).ingest();
        assertThat(delivery.rows("SELECT unit_id, loss_biomass_g FROM loss_day ORDER BY unit_id"))
                .containsExactly("A 300", "B 200");
    }
}
