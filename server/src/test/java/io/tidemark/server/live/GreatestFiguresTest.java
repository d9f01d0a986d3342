package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One company's delivery of the greatest fish, feed, treatments and measurements that the checks admit. Its grams of a
 * week still fit into 64 bits, those of February do not: 5,200 units x 28 days x 2,147,483,647 fish x 30,000 g = 9.4 x
 * 10^18, of 9.2. Everybody must still get answers.
 */
class GreatestFiguresTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    private static final int UNITS = 5_200;

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F01", "G1").site("100", 1);
        for (LocalDate day = LocalDate.of(2026, 2, 1); day.isBefore(TODAY); day = day.plusDays(1)) {
            for (int unit = 0; unit < UNITS; unit++) {
                delivery.line("farmers/F01/stock.csv", "stock", day + ",100,U" + unit
                        + ",K1,SAL,2147483647,30000,V2025");
            }
        }
        // 10^9 grams of feed for a fish of one gram: 10^11 percent of body weight, 28 times
        delivery.site("101", 1);
        for (LocalDate day = LocalDate.of(2026, 2, 1); day.isBefore(TODAY); day = day.plusDays(1)) {
            delivery.line("farmers/F01/stock.csv", "stock", day + ",101,A,K2,SAL,1,1,V2025")
                    .line("farmers/F01/feeding.csv", "feeding", day + ",101,A,1000000")
                    .temperature("F01", "101", day, "30", 2_147_483_647);
        }
        // a bath a day, of 2,147,483,647 treatments: the square of a week's is 2.3 x 10^20
        for (LocalDate day = LocalDate.of(2026, 2, 1); day.isBefore(TODAY); day = day.plusDays(1)) {
            delivery.treatment("F01", "T" + day + "," + day + ",101,Bath,Lice,false,true,A,,,1,2147483647,");
        }
        delivery.line("farmers/F01/losses.csv", "losses", "2026-02-10,100,U1,mortality,A101,2147483647");
        server = LiveServer.start(folder, TODAY, Map.of("query.engine-threads", "2")).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> requests() {
        return RouteCatalog.load(null).routes().stream().filter(route -> route.pathParameters().isEmpty())
                .map(RouteContract::path)
                .flatMap(route -> Stream.of(Arguments.of(route, "admin"), Arguments.of(route, "farmer:F01")));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("requests")
    void everyRouteAnswers(String route, String caller) {
        assertThat(server.get(route, caller).statusCode()).isIn(200, 204, 403);
    }

    // the week from Monday 16 February: seven in it, as many in each of the two weeks before,
    // and one on Sunday 1 February
    @Test
    void treatmentsOfAWeekAreSummed() {
        JsonNode week = StreamSupport.stream(server.data("/v3/treatment/summary-by-area-and-week", "admin")
                .spliterator(), false)
                .filter(row -> row.get("week_start").asText().equals("2026-02-16")).findFirst().orElseThrow();
        assertThat(week.get("total_treatments").asLong()).isEqualTo(7 * 2_147_483_647L);
        assertThat(week.get("treatments_4_week_rolling").asDouble()).isEqualTo((7 + 7 + 7 + 1) / 4.0 * 2_147_483_647L);
    }

    // the same week: fish of 1 g, in the weight group from 0 to 500 g, whose middle is 250
    @Test
    void treatmentsOfAWeekAreSummedBySize() {
        JsonNode week = StreamSupport.stream(server.data("/v3/treatment/by-size", "admin").spliterator(), false)
                .filter(row -> row.get("treatment_week").asText().equals("2026-02-16")
                && row.get("weight_group_gram").asInt() == 250)
                .findFirst().orElseThrow();
        assertThat(week.get("treatment_count").decimalValue()).isEqualByComparingTo("15032385529");
        assertThat(week.get("antibiotic_treatment_count").decimalValue()).isEqualByComparingTo("15032385529");
        assertThat(week.get("avg_weight_gram").decimalValue()).isEqualByComparingTo("1");
    }

    // the fish of one unit died, on one of its 28 days: 1 x 28 / (5200 x 28);
    // the small fish are too few to change a digit
    @Test
    void theyAreSummed() {
        JsonNode row = server.data("/v2/mortality/mortality-rate-by-country", "admin").get(0);
        assertThat(row.get("mortality_rate").get("1_m").asDouble())
                .isEqualTo(Math.round((1 - Math.exp(-1 / 5200.0)) * 1e10) / 1e10);
        assertThat(row.get("vi_mortality_rate").get("1_m")).isEqualTo(row.get("mortality_rate").get("1_m"));
    }
}
