package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What expected losses held equal, as {@code standard} says, over four weeks of three companies of three groups, by a
 * rule of two others. Each has 1000 fish in a week, of which F1 loses 12, F2 10 and F3 20: of F1's 7000 fish-days 7000 ×
 * 30 / 14,000 = 15 are expected. In its week they are, by area, generation and weight in grams:
 *
 * <pre>
 *                F1                F2                F3
 *   7 September  3 V2026 2000      3 V2026 3000      3 V2026 4000      a generation, of several weights
 *   5 October    3 V2026 2000      3 H2025 2000      3 V2025 2000      an area
 *   2 November   1 V2026 2000      3 H2025 2000      5 V2025 2000      the region Sør
 *   7 December   3 V2026 2000      6 H2025 2000      9 V2025 2000      the coast: Sør, Midt and Nord
 * </pre>
 */
class ComparedStandardTest {

    private static final LocalDate END = LocalDate.of(2026, 12, 13);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"))
                .farmer("F1", "G1").farmer("F2", "G2").farmer("F3", "G3")
                .site("10001", 3).site("10002", 3).site("10003", 3).site("10011", 1).site("10013", 5)
                .site("10022", 6).site("10023", 9);
        week(delivery, LocalDate.of(2026, 9, 7), "10001 2000 V2026", "10002 3000 V2026", "10003 4000 V2026");
        week(delivery, LocalDate.of(2026, 10, 5), "10001 2000 V2026", "10002 2000 H2025", "10003 2000 V2025");
        week(delivery, LocalDate.of(2026, 11, 2), "10011 2000 V2026", "10002 2000 H2025", "10013 2000 V2025");
        week(delivery, LocalDate.of(2026, 12, 7), "10001 2000 V2026", "10022 2000 H2025", "10023 2000 V2025");
        server = LiveServer.start(folder, END).ingest(delivery.write(), new PrivacyChange(2, null));
    }

    private static void week(HandMadeDelivery delivery, LocalDate monday, String... pens) {
        int[] dead = {12, 10, 20};
        for (int i = 0; i < pens.length; i++) {
            String[] pen = pens[i].split(" ");
            delivery.stock("F" + (i + 1), pen[0], monday, monday.plusDays(6), 1000, pen[1], pen[2])
                    .loss("F" + (i + 1), pen[0], monday, "mortality", "A101", dead[i]);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // the window's 28,000 fish-days: a quarter within a generation, half within that or an area, and half is enough
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-09-07&to_date=2026-09-07&period_grouping=week   | 2026-09-07 generation 7000 12 15 0.8 1 0
            from_date=2026-10-05&to_date=2026-10-05&period_grouping=week   | 2026-10-05 area_and_week 7000 12 15 0.8 1 0
            from_date=2026-11-02&to_date=2026-11-02&period_grouping=week   | 2026-11-02 region_and_week 7000 12 15 0.8 1 0
            from_date=2026-12-07&to_date=2026-12-07&period_grouping=week   | 2026-12-07 coast_and_week 7000 12 15 0.8 1 0
            from_date=2026-09-07&to_date=2026-12-13&period_grouping=window | 2026-09-07 area_and_week 28000 48 60 0.8 1 0
            from_date=2026-10-05&to_date=2026-12-13&period_grouping=window | 2026-10-05 region_and_week 21000 36 45 0.8 1 0
            """)
    void whatWasHeldEqualIsSaid(String query, String row) {
        assertThat(rows(server.data("/v3/comparison/expected-loss?" + query, "farmer:F1"), "period_start standard "
                + "fish_days observed_count expected_count ratio compared_share like_share")).isEqualTo(row);
    }
}
