package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Own growth beside what fish of that weight grow at that temperature along the whole coast, over the fish of five
 * companies of five groups from Monday 29 December 2025 to Sunday 11 January 2026: each has a pen of 1000 fish, which is
 * fed each day. A fish weighs 2000 g on the first day and 10 g more each day, at 8.5 °C, if nothing else is said:
 *
 * <pre>
 *   F1  grows by 20 g a day from 1 January on
 *   F2  is weighed on 8 January: 2300 g, and so on the days after; on 3 January nobody measured the sea
 *   F3  is in water of 4.2 °C from 1 January on
 *   F5  loses 10 g a day from 1 January on
 * </pre>
 *
 * <p>The year's rate is of 30 and 31 December: 5 × 2 × 10 kg of 5 × (2010 + 2020) kg, 0.496 % a day. No other weight or
 * degree has one.
 */
class GrowthIndexTest {

    private static final LocalDate BEGIN = LocalDate.of(2025, 12, 29);
    private static final LocalDate NEW_YEAR = LocalDate.of(2026, 1, 1);
    private static final LocalDate END = LocalDate.of(2026, 1, 11);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int company = 1; company <= 5; company++) {
            String farmer = "F" + company;
            String site = "1000" + company;
            delivery.farmer(farmer, "G" + company).site(site, 3);
            for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
                int gram = gram(company, day);
                delivery.stock(farmer, site, day, day, 1000, Integer.toString(gram), "V2025")
                        .line("farmers/" + farmer + "/feeding.csv", "feeding", day + "," + site + ",A,5");
                if (company != 2 || !day.equals(NEW_YEAR.plusDays(2))) {
                    delivery.temperature(farmer, site, day, company == 3 && !day.isBefore(NEW_YEAR) ? "4.20" : "8.50",
                            1);
                }
            }
        }
        server = LiveServer.start(folder.resolve("lake"), END).ingest(delivery.write());
    }

    private static int gram(int company, LocalDate day) {
        int days = (int) (day.toEpochDay() - BEGIN.toEpochDay());
        int january = Math.max(0, days - 2);
        return switch (company) {
            case 1 -> 2000 + 10 * days + 10 * january;
            case 2 -> day.isBefore(NEW_YEAR.plusDays(7)) ? 2000 + 10 * days : 2300;
            case 5 -> 2000 + 10 * days - 20 * january;
            default -> 2000 + 10 * days;
        };
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // December has no year before it. January: F1 220 kg of 23,540, of which 116.758 are expected; from 2100 g on 160 of
    // 17,360. F2 270 kg of 21,570; 3 January, 2050 kg, is not compared; one of eleven days was weighed. F3's degree has
    // no rate. F5 is below 2000 g from the 3rd on: −20 kg of 4010, of 21,560 in all
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            ''                                | farmer:F1 | 2025-12-01 null 0 0 / 2026-01-01 1.8842327404 1 0
            &group_by=area_and_generation     | farmer:F1 | 2025-12-01 null 0 0 / 2026-01-01 1.8842327404 1 0
            &exclude_self=true                | farmer:F1 | 2025-12-01 null 0 0 / 2026-01-01 1.8842327404 1 0
            &from_date=2026&weight_range_start=2100 | farmer:F1 | 2026-01-01 1.8581834399 1 0
            &from_date=2026&generations=H2025 | farmer:F1 | ''
            &from_date=2026                   | farmer:F2 | 2026-01-01 2.5236663825 0.9132091448 0.0909090909
            &from_date=2026                   | farmer:F3 | 2026-01-01 null 0 0
            &from_date=2026                   | farmer:F5 | 2026-01-01 -1.0055506395 0.1859925788 0
            ''                                | analyst   | 2025-12-01 null null null / 2026-01-01 null null null
            """)
    void index(String query, String caller, String rows) {
        String from = query.contains("from_date") ? "" : "&from_date=2025-12";
        assertThat(rows(server.data("/v3/feeding/growth?to_date=2026-01" + from + query, caller),
                "month farmer_growth_index compared_share weighed_share")).isEqualTo(rows);
    }
}
