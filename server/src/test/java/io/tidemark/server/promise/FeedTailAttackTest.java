package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.io.TempDir;

/**
 * A company asks for the tails of legacy v2 feeding with and without itself. 1000 salmon of 2000 g on each site, so
 * that 1 % is 20 kg; 8 °C; the first quarter of 2027. F2 to F6 feed on 41 unit-days of January: day n gets 10 + n / 2
 * kg, n being 1 to 41, by turns from F2 on. F1 feeds 20 kg on ten.
 *
 * <p>With F1 there are 51 unit-days, and six at or above the 90th percentile: n of 36 to 41. Without it there are 41,
 * and five: 37 to 41. Six times the one mean less five times the other would be day 36, F2's: 28 kg, 1.4 %. At the
 * other end n of 1 to 6, and day 6: F2's 13 kg, 0.65 %.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class FeedTailAttackTest {

    private static final LocalDate BEGIN = LocalDate.of(2027, 1, 1);
    private static final LocalDate END = LocalDate.of(2027, 3, 31);
    private static final String GROUP = "/v2/feeding/sfr-by-";
    private static final Offset<Double> NEAR = Offset.offset(0.02);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 6; i++) {
            delivery.farmer("F" + i, "G" + i).site(site(i), 3).stock("F" + i, site(i), BEGIN, END, 1000);
        }
        for (int n = 1; n <= 41; n++) {
            feed(delivery, 2 + (n - 1) % 5, (n - 1) / 5, 10 + n / 2.0);
        }
        for (int n = 0; n < 10; n++) {
            feed(delivery, 1, n, 20);
        }
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    private static String site(int company) {
        return String.valueOf(30_000 + company);
    }

    private static void feed(HandMadeDelivery delivery, int company, int day, double kilograms) {
        String files = "farmers/F" + company + "/";
        delivery.line(files + "feeding.csv", "feeding", BEGIN.plusDays(day) + "," + site(company) + ",A," + kilograms)
                .line(files + "temperatures.csv", "temperatures", BEGIN.plusDays(day) + "," + site(company)
                + ",8.00,3,1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"region, highest, 1.4", "region, lowest, 0.65", "country, highest, 1.4", "country, lowest, 0.65"})
    void withAndWithoutItself(String scope, String side, double ofOneDay) {
        JsonNode with = row(scope, false);
        JsonNode without = row(scope, true);
        assertThat(with.get("num_of_measurements").asInt()).isEqualTo(51);
        assertThat(without.get("num_of_measurements").asInt()).isEqualTo(41);
        String field = side + "_10_percent_avg_sfr";

        assertThat(6 * with.get(field).asDouble() - 5 * without.get(field).asDouble()).as("%s, %s", with, without)
                .isNotCloseTo(ofOneDay, NEAR);
        // shown, and the same: the tail of all 51
        assertThat(without.get(field).decimalValue()).isEqualTo(with.get(field).decimalValue());
        assertThat(without.get("median_sfr").decimalValue()).isEqualTo(with.get("median_sfr").decimalValue());
    }

    // (28 + 28.5 + 29 + 29.5 + 30 + 30.5) / 6 kg are 29.25, 1.4625 %, of five groups; (10.5 + ... + 13) / 6 are 11.75,
    // 0.5875 %. Of the 51, 20 lie below the ten of 20 kg and the one of day 20, as many above: the median is 1 %
    @ParameterizedTest
    @CsvSource({"region, false", "region, true", "country, false", "country, true"})
    void theTailsOfAll(String scope, boolean excludeSelf) {
        JsonNode row = row(scope, excludeSelf);
        assertThat(row.get("highest_10_percent_avg_sfr").asText()).isEqualTo("1.46");
        assertThat(row.get("lowest_10_percent_avg_sfr").asText()).isEqualTo("0.588");
        assertThat(row.get("median_sfr").asDouble()).isEqualTo(1);
    }

    private static JsonNode row(String scope, boolean excludeSelf) {
        return server.data(GROUP + scope + "-and-temperature?exclude_self=" + excludeSelf, "farmer:F1").get(0);
    }
}
