package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two sets of worst or best sites of legacy v2 that differ by one. In March 2026, 40 sites of F2 to F6, by turns, have
 * 1000 fish each; site n of 1 to 40 loses 2 n. One more, in the middle, loses 41. A tenth of 41 sites are five, of 40
 * four: five times the one mean less four times the other would be the fifth from the top, site 36 of F3, or from the
 * bottom, site 5 of F2. Each five are of five groups.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class TenthAttacksTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 3, 1);
    private static final LocalDate END = LocalDate.of(2026, 3, 31);
    private static final String MIDDLE = "30041";
    private static final String FIFTH = "30036";
    private static final double FIFTH_HIGHEST = risk(72);
    private static final double FIFTH_LOWEST = risk(10);
    private static final Offset<Double> NEAR = Offset.offset(0.002);

    @TempDir
    static Path folder;

    // F1 has the one in the middle; a key has none
    @Test
    void aSignInAndAKey() {
        try (LiveServer server = serve("one", "F1")) {
            for (String scope : List.of("region", "country")) {
                Map<String, Double> key = tenths(server, scope, "", "key");
                Map<String, Double> own = tenths(server, scope, "", "farmer:F1");

                assertNoSingleSite(key, own);
                assertThat(own).isEqualTo(key);
                assertThat(tenths(server, scope, "?exclude_self=true", "farmer:F1")).isEqualTo(key);
                assertThat(tenths(server, scope, "", "analyst")).isEqualTo(key);
                assertOfFive(key);
            }
        }
    }

    // F1 has nothing, and then a fish on the fifth site, which it shares by register
    @Test
    void aFishOnASharedSite() {
        HandMadeDelivery fish = new HandMadeDelivery(folder.resolve("fish"));
        BEGIN.datesUntil(END.plusDays(1)).forEach(day -> fish.line("farmers/F1/stock.csv", "stock",
                day + "," + FIFTH + ",B,C2,SAL,1,2000,V2026"));
        try (LiveServer server = serve("none", "F2")) {
            Map<String, Double> region = tenths(server, "region", "", "farmer:F1");
            Map<String, Double> country = tenths(server, "country", "", "farmer:F1");
            server.ingest(fish.write());

            assertNoSingleSite(region, tenths(server, "region", "", "farmer:F1"));
            assertThat(tenths(server, "region", "", "farmer:F1")).isEqualTo(region);
            assertThat(tenths(server, "country", "", "farmer:F1")).isEqualTo(country);
            assertOfFive(region);

            // nor does a correction of the first site change anything
            server.ingest(new HandMadeDelivery(folder.resolve("correction"))
                    .loss(farmer(40), id(40), BEGIN.plusDays(9), "mortality", "A101", 30).write());
            assertThat(tenths(server, "region", "", "farmer:F1")).isEqualTo(region);
        }
    }

    /**
     * In January the year is a month. Of 44 sites the highest five lose 80 to 88 and are F2's to F6's; the other six of
     * the highest quarter are F1's, five, and F7's, which loses 70. Eleven times the quarter's mean less five times the
     * tenth's, less F1's own, would be F7's.
     */
    @Test
    void theYearInJanuary() {
        LocalDate january = LocalDate.of(2026, 1, 1);
        HandMadeDelivery delivery = companies("january").farmer("F7", "G7");
        for (int n = 1; n <= 44; n++) {
            String owner = n > 39 ? "F" + (n - 38) : n == 34 ? "F7" : n > 33 ? "F1" : "F" + (2 + n % 5);
            delivery.site(id(n), 3).stock(owner, id(n), january, january.plusDays(30), 1000)
                    .loss(owner, id(n), january, "mortality", "A101", n == 34 ? 70 : 2 * n);
        }
        try (LiveServer server = LiveServer.start(folder.resolve("year"), january.plusDays(31))
                .ingest(delivery.write())) {
            JsonNode highest = server.data("/v2/mortality/mortality-rate-by-region", "farmer:F1").get(0)
                    .get("highest_10_percent_avg_rate");
            JsonNode quarter = server.data("/v3/comparison/site-quarters?from_date=2026-01-01", "farmer:F1").get(3);
            assertThat(quarter.get("quarter_site_count").asInt()).isEqualTo(11);

            assertThat(highest.get("1_m").isNull()).as("%s", highest).isTrue();
            assertThat(highest.get("year").isNull()).as("%s and %s", highest, quarter).isTrue();
        }
    }

    private static HandMadeDelivery companies(String name) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery-" + name));
        for (int i = 1; i <= 6; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        return delivery;
    }

    private static String id(int n) {
        return String.valueOf(30_000 + n);
    }

    private static LiveServer serve(String name, String ownerInTheMiddle) {
        HandMadeDelivery delivery = companies(name);
        for (int n = 1; n <= 40; n++) {
            site(delivery, id(n), farmer(n), 2 * n);
        }
        site(delivery, MIDDLE, ownerInTheMiddle, 41);
        delivery.shared(FIFTH, farmer(36), "F1");
        return LiveServer.start(folder.resolve(name), END.plusDays(1)).ingest(delivery.write());
    }

    private static String farmer(int n) {
        return "F" + (2 + n % 5);
    }

    private static void site(HandMadeDelivery delivery, String site, String farmer, int lost) {
        delivery.site(site, 3).stock(farmer, site, BEGIN, END, 1000)
                .loss(farmer, site, BEGIN.plusDays(9), "mortality", "A101", lost);
    }

    private static double risk(int lost) {
        return -Math.expm1(-lost / 1000.0);
    }

    private static void assertNoSingleSite(Map<String, Double> ofFive, Map<String, Double> ofFour) {
        ofFive.forEach((field, mean) -> assertThat(5 * mean - 4 * ofFour.getOrDefault(field, 0.0))
                .as("%s: %s, %s", field, ofFive, ofFour)
                .isNotCloseTo(field.startsWith("highest") ? FIFTH_HIGHEST : FIFTH_LOWEST, NEAR));
    }

    // 72, 74, 76, 78 and 80 of 1000 are a mean risk of 0.0732, 2, 4, 6, 8 and 10 one of 0.00598;
    // all fish weigh the same
    private static void assertOfFive(Map<String, Double> tenths) {
        assertThat(tenths).isEqualTo(Map.of("highest_10_percent_avg_rate", 0.075, "highest_10_percent_avg_vi_rate",
                0.075, "lowest_10_percent_avg_rate", 0.006, "lowest_10_percent_avg_vi_rate", 0.006));
    }

    /** Of a month alone; what is hidden is left out. */
    private static Map<String, Double> tenths(LiveServer server, String scope, String query, String caller) {
        JsonNode row = server.data("/v2/mortality/mortality-rate-by-" + scope + query, caller).get(0);
        Map<String, Double> tenths = new LinkedHashMap<>();
        row.properties().stream().filter(field -> field.getKey().contains("10_percent")
                && field.getValue().get("1_m").isNumber())
                .forEach(field -> tenths.put(field.getKey(), field.getValue().get("1_m").asDouble()));
        return tenths;
    }
}
