package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The best and worst sites of legacy v2 are no sums, so {@link PromiseStoriesTest} cannot add and subtract them. Whoever moves a site into or out
 * of the chosen ones learns the rate of another. In March 2026, 44 sites of five groups have 1000 fish each; site n loses n. F1 has one more.
 * F1 sees the mean of 44 to 40, of five groups, and that of 1 to 5. Nothing that is delivered later may change what it sees.
 */
@Tag("promise")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // set before all tests
class ExtremesPromiseTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 3, 1);
    private static final LocalDate END = LocalDate.of(2026, 3, 31);
    private static final LocalDate TENTH = LocalDate.of(2026, 3, 10);
    private static final String OWN = "30045";

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static Map<String, String> first;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("first")).farmer("F1", "G1");
        for (int i = 2; i <= 6; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        for (int n = 1; n <= 44; n++) {
            String site = String.valueOf(30_000 + n);
            delivery.site(site, 3).stock(farmer(n), site, BEGIN, END, 1000);
            lose(delivery, farmer(n), site, n);
        }
        delivery.site(OWN, 3).stock("F1", OWN, BEGIN, END, 1000);
        lose(delivery, "F1", OWN, 20);
        server = LiveServer.start(folder, END.plusDays(5)).ingest(delivery.write());
        first = extremes();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String farmer(int n) {
        return "F" + (2 + n % 5);
    }

    private static HandMadeDelivery lose(HandMadeDelivery delivery, String farmer, String site, int lost) {
        return delivery.line("farmers/" + farmer + "/losses.csv", "losses", TENTH + "," + site + ",A,mortality,A101," + lost);
    }

    /** What F1 sees of others' best and worst, of a month alone: by country and by region, by count and by biomass. */
    private static Map<String, String> extremes() {
        Map<String, String> seen = new LinkedHashMap<>();
        for (String route : new String[] {"country", "region"}) {
            JsonNode row = server.data("/v2/mortality/mortality-rate-by-" + route, "farmer:F1").get(0);
            row.properties().stream().filter(field -> field.getKey().contains("10_percent")).forEach(
                    field -> seen.put(route + " " + field.getKey(), field.getValue().get("1_m").asText()));
        }
        return seen;
    }

    // 1 - exp(-n/1000) of 40 to 44, and of 1 to 5
    @Test
    @Order(1)
    void theyAreShown() {
        assertThat(first).containsEntry("country highest_10_percent_avg_rate", mean(40)).containsEntry("country lowest_10_percent_avg_rate", mean(1));
    }

    private static String mean(int from) {
        double sum = 0;
        for (int n = from; n < from + 5; n++) {
            sum += 1 - Math.exp(-n / 1000.0);
        }
        return BigDecimal.valueOf(sum / 5).setScale(10, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }

    @Test
    @Order(2)
    void anOwnSiteMadeExtremeChangesNothing() {
        for (int lost : new int[] {900, 0}) {
            server.ingest(lose(new HandMadeDelivery(folder.resolve("own-" + lost)), "F1", OWN, lost).write());
            assertThat(extremes()).isEqualTo(first);
        }
    }

    // the change of the mean would be a fifth of the change of one company's site
    @Test
    @Order(3)
    void anothersCorrectionChangesNothing() {
        server.ingest(lose(new HandMadeDelivery(folder.resolve("other")), farmer(44), "30044", 30).write());
        assertThat(extremes()).isEqualTo(first);
    }
}
