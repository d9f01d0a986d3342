package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The life of generation H2026 in Vest (area 3), from its first days at sea to its left-over fish, and periods that are
 * not complete. All fish weigh 2000 g; F1 to F5 are G1 to G5.
 *
 * <pre>
 *              17 August - 31 August   September    October                 November    December   1 - 13 January
 *   101  F1    1000                    1000         1000, from the 12th 50  50          50         50
 *   102  F2                            1000         1000                    1000        90         1000
 *   103-105 F3-F5 as 102
 *   lost       101: 10 on 20 August    101: 30 on   -                       101: 40 on  103: 5 on  102: 10 on the 12th,
 *                                      the 2nd;                             the 10th    the 5th    a Tuesday
 *                                      102: 20 on
 *                                      the 10th
 * </pre>
 *
 * <p>On land (901) F1 has 5000 H2026 from July to 16 August, 100 of which die on 10 July. In Nordland F6 (G6) has V2025
 * since 1 June, the first day of the data. The data end on Wednesday 2027-01-13, so the week from Monday 11 January and
 * January are not complete.
 */
class GenerationCurvesTest {

    private static final LocalDate TODAY = LocalDate.of(2027, 1, 14);
    private static final LocalDate END = LocalDate.of(2027, 1, 13);
    private static final String CURVE = "loss_rate_month generation_month_number farmer_generation_month_number "
            + "loss_rate cumulative_loss_rate"
            + " farmer_loss_rate farmer_cumulative_loss_rate farmer_compared_cumulative_loss_rate "
            + "farmer_compared_share is_complete";

    private static final String SHARES = "share_lost farmer_share_lost farmer_share_gone farmer_share_present "
            + "farmer_compared_share_lost share_lost_pieces share_lost_from shown_pieces all_pieces";

    @TempDir
    private static Path folder;
    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"))
                .line("authority/site.csv", "site", "901,Site 901,62.5,6.25,onshore,,,,").site("106", 8)
                .farmer("F6", "G6").stock("F1", "901", day("2026-07-01"), day("2026-08-16"), 5000, "100", "H2026")
                .stock("F6", "106", day("2026-06-01"), END, 1000, "2000", "V2025");
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i).site("10" + i, 3);
        }
        h2026(delivery, "F1", "101", "2026-08-17", "2026-10-11", 1000);
        h2026(delivery, "F1", "101", "2026-10-12", "2027-01-13", 50);
        for (int i = 2; i <= 5; i++) {
            h2026(delivery, "F" + i, "10" + i, "2026-09-01", "2026-11-30", 1000);
            h2026(delivery, "F" + i, "10" + i, "2026-12-01", "2026-12-31", 90);
            h2026(delivery, "F" + i, "10" + i, "2027-01-01", "2027-01-13", 1000);
        }
        delivery.loss("F1", "901", day("2026-07-10"), "mortality", "A101", 100)
                .loss("F1", "101", day("2026-08-20"), "mortality", "A101", 10)
                .loss("F1", "101", day("2026-09-02"), "mortality", "A101", 30)
                .loss("F2", "102", day("2026-09-10"), "culling", "A101", 20)
                .loss("F1", "101", day("2026-11-10"), "mortality", "A101", 40)
                .loss("F3", "103", day("2026-12-05"), "mortality", "A101", 5)
                .loss("F2", "102", day("2027-01-12"), "mortality", "A101", 10);
        delivery.treatment("F2", "t1,2027-01-06,102,Thermal,Lice,true,false,A,,,,1,")
                .treatment("F2", "t2,2027-01-12,102,Thermal,Lice,true,false,A,,,,1,");
        server = LiveServer.start(folder, TODAY).ingest(delivery.write());
    }

    private static LocalDate day(String text) {
        return LocalDate.parse(text);
    }

    private static void h2026(HandMadeDelivery delivery, String farmer, String site, String first, String last,
            int count) {
        delivery.stock(farmer, site, day(first), day(last), count, "2000", "H2026");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // August is F1's alone and hidden: its own hazard is 10 x 7 days / 7000 fish-days of the week from the 17th = 0.01,
    // and no month at sea is of tanks. September's hazards of all: 30 x 6 / 30 000 = 0.006 (1 to 6 September) and 20 x
    // 7 / 35 000 = 0.004; F1's 30 x 6 / 6000 = 0.03. F1 compares over September and October: 30 000 of 45 000
    // fish-days, then 42 000 of 57 000. November: 40 x 7 / 28 350, and F1's mean stock 50 is below a tenth of 1000: its
    // curve ends, though the month's rate is 40 x 30 / 1500. December's 410 are below a tenth of 5000; what comes in
    // January does not bring the curve back. January: 10 of 4050 x 13 fish-days,
    // which others see without the running week.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-08&to_date=2026-08 | farmer:F1 | 2026-08-31 0 0 null null 0.0206666667 0.0099501663 null null true
            from_date=2026-09&to_date=2026-09 | farmer:F1 | 2026-09-30 1 1 0.01 null 0.03 0.0392105608 0.0295544665 0.6666666667 true
            from_date=2026-09&to_date=2026-09 | farmer:F2 | 2026-09-30 1 0 0.01 null 0.02 0.0198013267 0.0198013267 1 true
            from_date=2026-10&to_date=2026-10 | farmer:F1 | 2026-10-31 2 2 0 0.0099501663 0 0.0392105608 0.0295544665 0.7368421053 true
            from_date=2026-11&to_date=2026-11 | farmer:F1 | 2026-11-30 3 3 0.0098765432 0.019680307 0.8 null null null true
            from_date=2026-11&to_date=2026-11 | analyst   | 2026-11-30 3 null 0.0098765432 0.019680307 null null null null true
            from_date=2026-12&to_date=2026-12 | farmer:F3 | 2026-12-31 4 3 0.012195122 null 0.0555555556 null null null true
            from_date=2027-01&to_date=2027-01 | analyst   | 2027-01-31 5 null 0 null null null null null false
            from_date=2027-01&to_date=2027-01 | admin     | 2027-01-31 5 null 0.0058879392 null null null null null false
            """)
    void curves(String query, String caller, String row) {
        assertThat(rows(server.data("/v3/mortality/generations/rate?areas=Vest&" + encoded(query), caller), CURVE))
                .isEqualTo(row);
    }

    // Who lost fish has as many the day after: these come. F1: 1000 + 10 in August, + 30 in September, + 40 in November,
    // and 950 are gone on 12 October. The others: 1000 each + 20 in September, + 5 in December; 910 each are gone in
    // December and come again in January, with 10 for F2. F1's 1000 of August, which is hidden, enter with its 30 in
    // September: 50 / 5050, in November 90 / 5090, in December 95 / 5095, in January 95 / 8735, and for admins 115 of
    // 8755. Without F1 20 / 4020. August has 6 pieces, September 5, October 5, November 6: September's 5 of 11 are fewer
    // than half.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-08&to_date=2026-08 | farmer:F1 | null 0.01 0 0.99 null 0 null 0 6
            from_date=2026-09&to_date=2026-09 | farmer:F1 | null 0.038 0 0.962 null 5 2026-09-01 5 11
            from_date=2026-10&to_date=2026-10 | farmer:F1 | 0.01 0.038 0.913 0.048 0.029 10 2026-09-01 10 16
            from_date=2026-10&to_date=2026-10&exclude_self=true | farmer:F1 | 0.005 0.038 0.913 0.048 0.029 10 2026-09-01 10 16
            from_date=2026-10&to_date=2026-10&areas=3 | farmer:F1 | null null null null null null null 10 16
            from_date=2026-10&to_date=2026-10&weight_range_start=1000 | farmer:F1 | null null null null null null null 10 16
            from_date=2026-11&to_date=2026-11 | farmer:F1 | 0.018 0.074 0.88 0.046 0.065 16 2026-09-01 16 22
            from_date=2026-11&to_date=2026-11 | analyst   | 0.018 null null null null 16 2026-09-01 16 22
            from_date=2026-12&to_date=2026-12 | farmer:F3 | 0.019 0.005 0.905 0.09 0.005 21 2026-09-01 21 27
            from_date=2027-01&to_date=2027-01 | analyst   | 0.011 null null null null 23 2026-09-01 23 32
            from_date=2027-01&to_date=2027-01 | admin     | 0.013 null null null null 27 2026-08-17 27 32
            """)
    void shareLost(String query, String caller, String row) {
        assertThat(rows(server.data("/v3/mortality/generations/rate?" + (query.contains("areas=") ? "" : "areas=Vest&")
                + encoded(query), caller), SHARES)).isEqualTo(row);
    }

    // the same, dead and culled: September's hazards of the dead 0.006, of the culled 0.004
    @Test
    void aRecordHasItsFieldsInOrder() {
        assertThat(rows(server.data("/v3/mortality/generations/rate?areas=Vest&from_date=2026-09&to_date=2026-09",
                "farmer:F1")))
                .isEqualTo("2026-09-30 H2026 1 1 Vest [3,4] 0.01 0.006 0.004 null null null"
                        + " 0.03 0.03 0 0.0392105608 0.0392105608 0 0.0295544665 0.0295544665 0 0.6666666667"
                        + " null 0.038 0 0.962 null 5 2026-09-01 5 11 true");
    }

    // from the 11th to the 13th 3 x 4050 fish-days; a running week is in no benchmark, and each sees its own
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            analyst   | 2027-01-04 5 0 null null true
            farmer:F2 | 2027-01-04 5 0 1 0 true / 2027-01-11 null null 1 0.0233333333 false
            admin     | 2027-01-04 5 0 null null true / 2027-01-11 5 0.0057613169 null null false
            """)
    void aRunningWeekIsInNoBenchmark(String caller, String expected) {
        assertThat(rows(server.data("/v3/mortality/areas/week?areas=Vest&from_date=2027-01-04", caller),
                "loss_rate_week site_count loss_rate farmer_site_count farmer_loss_rate is_complete"))
                .isEqualTo(expected);
    }

    // F2 treats on 6 January and in the running week
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            analyst | 2027-01-04 3 1
            admin   | 2027-01-11 3 1 / 2027-01-04 3 1
            """)
    void aRunningWeekIsNotOpenToView(String caller, String expected) {
        assertThat(rows(server.data("/v3/treatment/summary-by-area-and-week?start_date=2027-01-04", caller),
                "week_start production_area_id total_treatments")).isEqualTo(expected);
    }

    @Test
    void answersSayUpToWhichDayTheDataAreComplete() {
        assertThat(server.get("/v3/mortality/areas/week?areas=Vest", "analyst").headers()
                .firstValue("X-Complete-Through")).contains("2027-01-13");
        assertThat(LiveServer.json(server.get("/health/details", "admin")).at("/snapshot/complete_through").asText())
                .isEqualTo("2027-01-13");
    }

    /**
     * F9 has a twin of every site of F1 to F6, fish by fish. In some weeks too few groups have fish, so that pieces are
     * hidden; over those that are shown, F9's own curve is the benchmark's without F9, though over all pieces it is
     * another one.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void overTheShownPiecesTheSameFishHaveTheSameCurve(long seed, @TempDir Path own) {
        Random random = new Random(seed);
        HandMadeDelivery delivery = new HandMadeDelivery(own.resolve("delivery")).farmer("F9", "G9").site("900", 8)
                .stock("F9", "900", day("2026-01-01"), day("2026-02-05"), 1000, "2000", "V2024");
        for (int i = 1; i <= 6; i++) {
            delivery.farmer("F" + i, "G" + i).site("10" + i, 3).site("20" + i, 3);
            for (LocalDate monday = day("2026-02-02"); monday.isBefore(day("2026-08-31"));
                    monday = monday.plusWeeks(1)) {
                if (random.nextInt(10) < 6) {
                    int fish = 500 + random.nextInt(1000);
                    int lost = random.nextInt(20);
                    for (String who : new String[] {"F" + i + " 10" + i, "F9 20" + i}) {
                        String[] of = who.split(" ");
                        delivery.stock(of[0], of[1], monday, monday.plusDays(6), fish)
                                .loss(of[0], of[1], monday.plusDays(2), "mortality", "A101", lost);
                    }
                }
            }
        }
        int compared = 0;
        int others = 0;
        try (LiveServer twins = LiveServer.start(own, day("2026-09-01")).ingest(delivery.write())) {
            for (JsonNode row : twins.data(
                    "/v3/mortality/generations/rate?areas=Vest&from_date=2026-02&exclude_self=true", "farmer:F9")) {
                JsonNode benchmark = row.get("cumulative_loss_rate");
                JsonNode same = row.get("farmer_compared_cumulative_loss_rate");
                if (!benchmark.isNull() && !same.isNull()) {
                    assertThat(same.asDouble()).as("%s", row).isCloseTo(benchmark.asDouble(), within(1e-9));
                    compared++;
                    others += Math.abs(row.get("farmer_cumulative_loss_rate").asDouble() - benchmark.asDouble()) > 1e-6
                            ? 1 : 0;
                }
            }
        }
        assertThat(compared).isGreaterThan(2);
        assertThat(others).as("months with hidden pieces before").isPositive();
    }
}
