package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values that lie exactly on a half of their last decimal, which are rounded away from zero, and rows that are alike
 * but for their order.
 *
 * <pre>
 *   areas 3 and 6  G1 to G4 with a unit-day each that is fed at 8 °C; area 10: G5 with one
 *   area 4         temperatures of 10021 to 10023; treated by the authority: C10021 of F2 and C10022 of F1
 *   area 5         temperatures of 10031, none of them in June 2026, and of the weeks 37 of 2025 and 2026
 *   area 7         10041 with 32 units, one of 200 g and 31 of 750 g, all treated at once
 *   areas 1 and 9  G6, in the north (area 1, moved there by the delivery's own list of areas) and in the south
 * </pre>
 */
class HalvesAndTiesTest {

    private static final LocalDate DAY = LocalDate.of(2026, 12, 28);
    /** All fish are there until then, so that December is released. */
    private static final LocalDate LAST = LocalDate.of(2026, 12, 31);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (String area : "1,Nord;3,Sør;4,Sør;5,Sør;6,Midt;7,Midt;9,Sør;10,Nord".split(";")) {
            delivery.line("authority/production_area.csv", "production_area",
                    area.replace(",", ",Area " + area.split(",")[0] + ","));
        }
        for (String area : "1 3 4 5 6 7 9 10".split(" ")) {
            delivery.line("reference/platform_areas.csv", "platform_areas", "P" + area + ",Område " + area + ",Area "
                    + area + "," + area);
        }
        for (int i = 1; i <= 6; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        for (int i = 1; i <= 4; i++) {
            fed(delivery, "F" + i, "1000" + i, 3);
            fed(delivery, "F" + i, "1001" + i, 6);
        }
        fed(delivery, "F5", "10019", 10);
        temperatures(delivery);
        treatments(delivery);
        delivery.site("10051", 1).stock("F6", "10051", DAY, LAST, 1000).site("10052", 9)
                .stock("F6", "10052", DAY, LAST, 1000);
        server = LiveServer.start(folder.resolve("server"), LocalDate.of(2027, 1, 10)).ingest(delivery.write());
    }

    private static void fed(HandMadeDelivery delivery, String farmer, String site, int area) {
        delivery.site(site, area).stock(farmer, site, DAY, LAST, 1000).temperature(farmer, site, DAY, "8.00", 1)
                .line("farmers/" + farmer + "/feeding.csv", "feeding", DAY + "," + site + ",A,20");
    }

    private static void temperatures(HandMadeDelivery delivery) {
        delivery.site("10021", 4).site("10022", 4).site("10023", 4).site("10031", 5)
                .temperature("F2", "10021", LocalDate.of(2026, 8, 3), "12.93", 1)
                .temperature("F1", "10022", LocalDate.of(2026, 8, 3), "12.94", 1)
                .temperature("F2", "10021", LocalDate.of(2026, 9, 7), "6.00", 1)
                .temperature("F1", "10022", LocalDate.of(2026, 9, 7), "6.10", 1)
                .temperature("F1", "10022", LocalDate.of(2026, 9, 8), "6.11", 1)
                .temperature("F1", "10023", LocalDate.of(2026, 9, 7), "6.21", 1)
                .temperature("F2", "10021", LocalDate.of(2026, 10, 5), "7.00", 1)
                .temperature("F2", "10021", LocalDate.of(2026, 10, 12), "6.01", 1)
                .temperature("F2", "10021", LocalDate.of(2026, 10, 19), "6.00", 3)
                .temperature("F2", "10021", LocalDate.of(2026, 10, 20), "6.01", 1)
                .temperature("F2", "10031", LocalDate.of(2023, 6, 14), "9.00", 1)
                .temperature("F2", "10031", LocalDate.of(2024, 6, 14), "10.00", 1)
                .temperature("F2", "10031", LocalDate.of(2025, 6, 14), "12.00", 1)
                .temperature("F2", "10031", LocalDate.of(2026, 7, 1), "8.00", 1)
                .temperature("F2", "10031", LocalDate.of(2025, 9, 8), "1.28", 1)
                .temperature("F2", "10031", LocalDate.of(2026, 9, 7), "0.12", 1);
    }

    private static void treatments(HandMadeDelivery delivery) {
        delivery.stock("F2", "10021", DAY, LAST, 1000).stock("F1", "10022", DAY, LAST, 1000);
        for (String site : "10021 10022".split(" ")) {
            delivery.line("authority/measures.csv", "measures", "53,2026," + site
                    + ",A,mekanisk fjerning,,,,,hele lokaliteten,62.5,6.25,4");
        }
        StringJoiner units = new StringJoiner("|");
        for (int i = 1; i <= 32; i++) {
            units.add("U" + i);
            delivery.line("farmers/F1/stock.csv", "stock", DAY + ",10041,U" + i + ",C,SAL,1000," + (i == 1 ? 200 : 750)
                    + ",V2026");
        }
        delivery.site("10041", 7).stock("F1", "10041", LAST, LAST, 1000)
                .treatment("F1", "T," + DAY + ",10041,Bath,Lice,true,false," + units + ",,,,1,");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // (12.93 + 12.94) / 2 = 12.935; 6, 6.105 and 6.21 are 0.105 apart, which is their deviation
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            temperature-by-production-area-and-week | 2026-08-03 | 12.94 12.94 0.01
            temperature-by-production-area-and-week | 2026-09-07 | 6.11  6.11  0.11
            temperature-by-week-and-region          | 2026-08-03 | 12.94 12.94 0.01
            temperature-by-week-and-region          | 2026-09-07 | 6.11  6.11  0.11
            """)
    void temperatures(String route, String week, String expected) {
        assertThat(rows(server.data("/v3/environment/" + route + "?areas=4&from_date=" + week + "&to_date=" + week,
                "analyst"),
                "avg_temperature median_temperature std_dev_avg_temperature"))
                .isEqualTo(expected.replaceAll(" +", " "));
    }

    @Test
    void medianOfTheAnalysis() {
        assertThat(rows(server.data(
                "/v3/environment/sea-temperature-analysis?areas=4&from_date=2026-08-03&to_date=2026-08-03", "analyst"),
                "median_temperature")).isEqualTo("12.94");
    }

    // (3 x 6.00 + 6.01) / 4 = 6.0025, and (6.0025 - 7) / 2 = -0.49875
    @Test
    void slope() {
        assertThat(rows(server.data(
                "/v3/environment/temperature-trends-by-region?areas=4&from_date=2026-10-19&to_date=2026-10-19",
                "analyst"),
                "temperature trend")).isEqualTo("6 -0.4988");
    }

    // 100 x (0.12 - 1.28) / 1.28 = -90.625
    @Test
    void percentOfTheYearBefore() {
        assertThat(rows(server.data(
                "/v3/environment/sea-temperature-analysis?areas=5&from_date=2026-09-07&to_date=2026-09-07", "analyst"),
                "temp_same_week_last_year year_over_year_pct_change")).isEqualTo("1.28 -90.63");
    }

    // the week of 29 June has a reading on 1 July alone: June has no mean, but those of the three years before have one
    @Test
    void earlierYearsOfAMonthWithoutAReading() {
        assertThat(rows(server.data(
                "/v3/environment/sea-temperature-analysis?areas=5&from_date=2026-06-29&to_date=2026-06-29", "analyst"),
                "avg_temperature current_month_avg month_avg_3year_historical current_month_vs_3year_diff "
                + "month_avg_5year_historical"))
                .isEqualTo("8 null 10.33 null null");
    }

    // 1 / 32 = 0.03125 and 31 / 32 = 0.96875
    @Test
    void sharesOfATreatment() {
        assertThat(rows(server.data("/v3/treatment/by-size?site_id=10041", "admin"),
                "weight_group_gram avg_weight_gram treatment_count"))
                .isEqualTo("250 200 0.0313 / 750 750 0.9688 / null 732.8125 1");
    }

    // the only unit-day in the north is hidden with one of two alike: with Sør, the first
    @Test
    void regionsWithAsManyUnitDays() {
        assertThat(rows(server.data("/v2/feeding/sfr-by-region-and-temperature", "farmer:F1"),
                "region avg_sfr num_of_measurements"))
                .isEqualTo("Sør null null / Midt 1 4");
    }

    @Test
    void cohortsComeBeforeTheirCompanies() {
        assertThat(rows(server.data("/v3/treatment/by-generation?areas=4", "admin"), "owner_id cohort_id"))
                .isEqualTo("null C10021 / null C10022");
    }

    @Test
    void regionsOfAGroupFromSouthToNorth() {
        assertThat(rows(server.data("/v3/common/farmers-in-platform", "admin"), "name production_region_names"))
                .endsWith("Group G6 [\"Sør\",\"Nord\"]");
    }
}
