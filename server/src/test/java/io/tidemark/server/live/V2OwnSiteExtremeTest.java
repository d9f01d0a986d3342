package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A farmer delivers figures for a site of its own that make it the worst, or the best, of all, to learn what another's
 * site then leaves the mean of the extremes. February 2027, 1000 fish of 2000 g on each site every day; site n of 1 to
 * 24, id 20000 + n, loses n fish of 2000 g and is G2's, G3's or G4's by turns, so 22, 23 and 24 are of three groups,
 * and 1, 2 and 3 too, as are those beside them in their quarters. F1 has site 25: on one coast it loses 12, on another
 * 900, on a third none. At least three groups are needed.
 */
class V2OwnSiteExtremeTest {

    private static final LocalDate BEGIN = LocalDate.of(2027, 2, 1);
    private static final LocalDate END = LocalDate.of(2027, 2, 28);
    private static final LocalDate TENTH = LocalDate.of(2027, 2, 10);
    private static final String OWN = "20025";
    private static final List<String> SIDES = List.of("highest_10_percent_avg_rate", "lowest_10_percent_avg_rate",
            "highest_10_percent_avg_vi_rate", "lowest_10_percent_avg_vi_rate");
    private static final Offset<Double> WRITTEN = Offset.offset(6e-11);
    private static final String BY_REGION = "/v2/mortality/mortality-rate-by-region";
    private static final String BY_COUNTRY = "/v2/mortality/mortality-rate-by-country";

    @TempDir
    static Path folder;

    /** What callers saw with an own site in the middle, with the worst one, and with the best. */
    private static final Map<String, List<JsonNode>> SEEN = new HashMap<>();

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = serve(12);
        Map<String, JsonNode> inTheMiddle = ask(server);
        try (LiveServer ofWorst = serve(900); LiveServer ofBest = serve(0)) {
            Map<String, JsonNode> worst = ask(ofWorst);
            Map<String, JsonNode> best = ask(ofBest);
            inTheMiddle.forEach((question, row) -> SEEN.put(question,
                    List.of(row, Objects.requireNonNull(worst.get(question)),
                    Objects.requireNonNull(best.get(question)))));
        }
    }

    private static LiveServer serve(int ownDeaths) throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery-" + ownDeaths)).farmer("F1", "G1")
                .farmer("F2", "G2").farmer("F3", "G3").farmer("F4", "G4");
        for (int n = 1; n <= 24; n++) {
            String farmer = "F" + (2 + n % 3);
            delivery.site(String.valueOf(20_000 + n), 3).stock(farmer, String.valueOf(20_000 + n), BEGIN, END, 1000)
                    .loss(farmer, String.valueOf(20_000 + n), TENTH, "mortality", "A101", n);
        }
        delivery.site(OWN, 3).stock("F1", OWN, BEGIN, END, 1000).loss("F1", OWN, TENTH, "mortality", "A101", ownDeaths);
        return LiveServer.start(folder.resolve("server-" + ownDeaths), END.plusDays(1))
                .ingest(delivery.write(), new PrivacyChange(2, null));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Map<String, JsonNode> ask(LiveServer server) {
        Map<String, JsonNode> rows = new HashMap<>();
        for (String path : List.of(BY_REGION, BY_COUNTRY)) {
            for (String caller : List.of("farmer:F1", "analyst", "admin")) {
                rows.put(caller + path, server.data(path, caller).get(0));
            }
            rows.put("excluded" + path, server.data(path + "?exclude_self=true", "farmer:F1").get(0));
        }
        return rows;
    }

    // 25 sites, three at either end. In the middle, own 12: 24, 23, 22 and 1, 2, 3. As the worst, own 900: it is one of
    // the three. As the best, 0: too. Rounded: 0.02274 is 0.025, 0.2133 is 0.2; 0.001998 is 0.002, 0.000999 is 0.001
    @ParameterizedTest
    @ValueSource(strings = {"farmer:F1", "excluded", "analyst", "admin"})
    void everybodySeesTheSame(String caller) {
        for (String path : List.of(BY_REGION, BY_COUNTRY)) {
            extremes(seen(caller + path).get(0), 0.025, 0.002);
            extremes(seen(caller + path).get(1), 0.2, 0.002);
            extremes(seen(caller + path).get(2), 0.025, 0.001);
        }
    }

    // all of F2's sites left out: the tenths stay
    @Test
    void leavingOutOneselfDoesNotChangeThem() {
        extremes(server.data(BY_REGION + "?exclude_self=true", "farmer:F2").get(0), 0.025, 0.002);
    }

    private static List<JsonNode> seen(String question) {
        return Objects.requireNonNull(SEEN.get(question));
    }

    private static void extremes(JsonNode row, double highest, double lowest) {
        for (String side : SIDES) {
            assertThat(row.get(side).get("1_m").asDouble()).as(side)
                    .isCloseTo(side.startsWith("highest") ? highest : lowest, WRITTEN);
            assertThat(row.get(side).get("3_m").isNull()).isTrue();
        }
    }
}
