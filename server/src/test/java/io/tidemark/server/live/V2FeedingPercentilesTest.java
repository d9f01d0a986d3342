package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Percentiles of legacy v2 feeding, the same for every caller: where its own unit-days lie between the others', and
 * where rates are tied at one. 1000 salmon of 2000 g a day, so that 20 kg of feed are 1 %, and of 4000 g, where 40 kg
 * are; 8 °C everywhere.
 *
 * <pre>
 *   10001  F1 (G1)  2000 g  1   2   3 %
 *   10002  F2 (G2)  2000 g  0.5 1.5 3.5 %
 *   10003  F3 (G3)  2000 g  1.5 1.5 2.5 %
 *   10004  F3 (G3)  4000 g  0.4 0.5 0.5 0.5 1 1 1 1 2 2 2.2 %
 * </pre>
 */
class V2FeedingPercentilesTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 12, 7);
    /** All fish are there until then, so that December is released. */
    private static final LocalDate LAST = LocalDate.of(2026, 12, 31);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"))
                .farmer("F1", "G1").farmer("F2", "G2").farmer("F3", "G3")
                .site("10001", 3).site("10002", 3).site("10003", 4).site("10004", 4);
        feed(delivery, "F1", "10001", "2000", 20, 40, 60);
        feed(delivery, "F2", "10002", "2000", 10, 30, 70);
        feed(delivery, "F3", "10003", "2000", 30, 30, 50);
        feed(delivery, "F3", "10004", "4000", 16, 20, 20, 20, 40, 40, 40, 40, 80, 80, 88);
        server = LiveServer.start(folder.resolve("server"), LAST)
                .ingest(delivery.write(), LiveServer.RULE_OFF);
    }

    private static void feed(HandMadeDelivery delivery, String farmer, String site, String gram, int... kilograms) {
        delivery.stock(farmer, site, FIRST, LAST, 1000, gram, "V2026");
        for (int i = 0; i < kilograms.length; i++) {
            LocalDate day = FIRST.plusDays(i);
            delivery.line("farmers/" + farmer + "/feeding.csv", "feeding", day + "," + site + ",A," + kilograms[i])
                    .temperature(farmer, site, day, "8.00", 1);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // 2000 g, all: 0.5 1 1.5 1.5 1.5 2 2.5 3 3.5, sum 17: at 0.8, 4 and 7.2 of 0 to 8 lie 0.9, 1.5 and 3.1.
    // exclude_self changes the mean of all alone: without G1 the sum is 11 of six, without G2 11.5, without G3 11.5.
    // 4000 g: at 1, 5 and 9 of 0 to 10 lie 0.5, 1 and 2, each tied: 12.1 / 11, (0.4 + 3 x 0.5) / 4 = 0.475, (2 x 2 +
    // 2.2) / 3, to three digits; no row is left of it without G3
    @ParameterizedTest(name = "{0} exclude_self={1}")
    @CsvSource(delimiter = '|', textBlock = """
            farmer:F1 | false | 1.8889 1.5 9 3.5 0.5 / 1.1  1    11 2.07 0.475
            farmer:F1 | true  | 1.8333 1.5 6 3.5 0.5 / 1.1  1    11 2.07 0.475
            farmer:F2 | true  | 1.9167 1.5 6 3.5 0.5 / 1.1  1    11 2.07 0.475
            farmer:F3 | true  | 1.9167 1.5 6 3.5 0.5 / null null 0  null null
            """)
    void percentiles(String caller, boolean excludeSelf, String expected) {
        for (String route : List.of("region", "country")) {
            assertThat(rows(server.data("/v2/feeding/sfr-by-" + route + "-and-temperature?exclude_self=" + excludeSelf,
                    caller),
                    "avg_sfr median_sfr num_of_measurements highest_10_percent_avg_sfr lowest_10_percent_avg_sfr"))
                    .isEqualTo(expected.replaceAll(" +", " "));
        }
    }
}
