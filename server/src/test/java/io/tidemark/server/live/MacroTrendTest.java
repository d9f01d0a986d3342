package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The trend over a year, which no season moves. One site in each of three areas, read on Mondays from 2025-W01 to
 * 2027-W09; 2026 has a week 53. The season is a function of the week's number n alone: 4 + 0.2 x (26 - |n - 26|)
 * degrees, from 4.2 in W01 to 9.2 in W26 and 3.8 in W53.
 *
 * <pre>
 * area 3   the season in every year
 * area 4   the season, and 0.85 colder in 2026 and 2027
 * area 7   the season, in 2025 in even weeks only; 0.52 warmer in 2026 and 2027
 * </pre>
 */
class MacroTrendTest {

    private static final LocalDate FIRST = LocalDate.of(2024, 12, 30);
    private static final LocalDate LAST = LocalDate.of(2027, 3, 1);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .site("10001", 3).site("10002", 4).site("10003", 7);
        read(delivery, "10001", year -> 0);
        read(delivery, "10002", year -> year == 2025 ? 0 : -85);
        read(delivery, "10003", year -> year == 2025 ? 0 : 52);
        server = LiveServer.start(folder, LAST.plusDays(6)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void read(HandMadeDelivery delivery, String site, ToIntFunction<Integer> off) {
        for (LocalDate week = FIRST; !week.isAfter(LAST); week = week.plusWeeks(1)) {
            int number = week.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            int year = week.get(IsoFields.WEEK_BASED_YEAR);
            if (!site.equals("10003") || year > 2025 || number % 2 == 0) {
                int hundredths = 400 + 20 * (26 - Math.abs(number - 26)) + off.applyAsInt(year);
                delivery.temperature("F1", site, week, "%d.%02d".formatted(hundredths / 100, hundredths % 100), 1);
            }
        }
    }

    // the year before begins in 2025-W01, so that the first change is that of 2026-W01: 26 of them at W26, 25 at W25.
    // area 3, W46 of November: no change, although its temperature has risen and fallen by 5 degrees in the 52 weeks;
    // so in W53, which has no
    //   week a year before, and after it.
    // area 4, W46: 46 changes of -0.85: -0.85 / 52 = -0.016346. 2027-W09: W11 to W52 42 x -0.85, W53 none, W01 to W09 9
    // x 0: -35.7 / 51 / 52 = -0.013462. area 7: even weeks alone have a week before, W02 to W50 are 25, W52 is the
    // 26th: 0.52 / 52. 2027-W01 equals 2026-W01, and W02 has left the
    //   52 weeks: 25 x 0.52 / 26 / 52 = 0.009615.
    @ParameterizedTest(name = "area {1}, {0}")
    @CsvSource({
        "2025-12-22, 3, null, null, null", "2026-06-15, 3, 9, 9, null", "2026-06-22, 3, 9.2, 9.2, 0",
        "2026-11-09, 3, 5.2, 5.2, 0", "2026-12-28, 3, 3.8, null, 0", "2027-03-01, 3, 5.8, 5.8, 0",
        "2026-11-09, 4, 4.35, 5.2, -0.0163", "2027-03-01, 4, 4.95, 4.95, -0.0135",
        "2026-12-14, 7, 4.72, null, null", "2026-12-21, 7, 4.52, 4, 0.01", "2026-12-28, 7, 4.32, null, 0.01",
        "2027-01-04, 7, 4.72, 4.72, 0.0096"
    })
    void macroTrend(String week, int area, String temperature, String yearBefore, String trend) {
        String query = "?from_date=" + week + "&to_date=" + week + "&areas=" + area;

        assertThat(rows(server.data("/v3/environment/temperature-trends-by-region" + query, "analyst"),
                "prev_year macro_trend"))
                .isEqualTo(yearBefore + " " + trend);
        assertThat(rows(server.data("/v3/environment/sea-temperature-analysis" + query, "analyst"),
                "temp_same_week_last_year macro_trend")).isEqualTo(yearBefore + " " + trend);
        if (!temperature.equals("null")) {
            assertThat(rows(server.data("/v3/environment/temperature-trends-by-region" + query, "analyst"),
                    "temperature"))
                    .isEqualTo(temperature);
        }
    }
}
