package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of the Norwegian Veterinary Institute's calculator: 1000 fish become 950 with 50 dead each month, so the
 * mean at risk is 975 and the monthly rate 50 / 975. It goes through a delivery, ingest and the route.
 */
class VeterinaryInstituteCalculatorTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-9);
    private static final LocalDate TODAY = LocalDate.of(2026, 7, 10);

    @TempDir
    Path folder;

    @Test
    void monthlyRateAndCumulativeRisk() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 3; i++) {
            String farmer = "F" + i;
            String site = "1000" + i;
            delivery.farmer(farmer, "G" + i).site(site, 3);
            for (int month = 1; month <= 6; month++) {
                month(delivery, farmer, site, YearMonth.of(2026, month));
            }
        }
        try (LiveServer server = LiveServer.start(folder, TODAY).ingest(delivery.write(), LiveServer.RULE_OFF)) {
            JsonNode rows = server.data("/v3/mortality/areas/month?from_date=2026-01", "admin");

            assertThat(rows).hasSize(6);
            for (JsonNode row : rows) {
                assertThat(row.get("mortality_rate").asDouble()).isCloseTo(0.05128205128205128, EXACT);
                assertThat(row.get("site_avg_mortality_rate").asDouble()).isCloseTo(0.05128205128205128, EXACT);
                assertThat(row.get("loss_rate")).isEqualTo(row.get("mortality_rate"));
                assertThat(row.get("culling_rate").asDouble()).isZero();
                assertThat(row.get("site_count").asInt()).isEqualTo(3);
                assertThat(row.get("farmer_mortality_rate").isNull()).isTrue();
            }
            // 1 - exp(-3 x 50 / 975) and 1 - exp(-6 x 50 / 975)
            assertThat(rows.get(2).get("cumulative_mortality_rate_3_months").asDouble())
                    .isCloseTo(0.14259608084, EXACT);
            assertThat(rows.get(5).get("cumulative_mortality_rate_6_months").asDouble())
                    .isCloseTo(0.26485851941, EXACT);
            assertThat(rows.get(5).get("cumulative_site_avg_loss_rate_6_months").asDouble())
                    .isCloseTo(0.26485851941, EXACT);
            // too few months before
            assertThat(rows.get(1).get("cumulative_mortality_rate_3_months").isNull()).isTrue();
            assertThat(rows.get(5).get("cumulative_mortality_rate_12_months").isNull()).isTrue();
        }
    }

    /** As many days with 1000 fish as with 950, and in a month of 31 days one between them with 975. */
    private static void month(HandMadeDelivery delivery, String farmer, String site, YearMonth month) {
        int half = month.lengthOfMonth() / 2;
        boolean odd = month.lengthOfMonth() % 2 == 1;
        delivery.stock(farmer, site, month.atDay(1), month.atDay(half), 1000);
        if (odd) {
            delivery.stock(farmer, site, month.atDay(half + 1), month.atDay(half + 1), 975);
            delivery.loss(farmer, site, month.atDay(half), "mortality", "A101", 25);
            delivery.loss(farmer, site, month.atDay(half + 1), "mortality", "A101", 25);
        } else {
            delivery.loss(farmer, site, month.atDay(half), "mortality", "A101", 50);
        }
        delivery.stock(farmer, site, month.atDay(month.lengthOfMonth() - half + 1), month.atEndOfMonth(), 950);
    }
}
