package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Own losses beside those expected of like fish, over {@link CoastDelivery}, whose Javadoc holds the figures behind the
 * rows.
 */
@ExtendWith(CoastServer.class)
final class ExpectedLossTest {

    private static final String PATH = "/v3/comparison/expected-loss?";
    private static final String FIELDS = "period_start period_end is_complete platform_area_name production_area_ids "
            + "site_id site_name generation"
            + " fish_days observed_count expected_count ratio ratio_low ratio_high excess_count compared_share "
            + "like_share";

    private static LiveServer coast;

    @BeforeAll
    static void start(LiveServer server) {
        coast = server;
    }

    // All losses are in the piece from the 9th to the 15th of November. Vest, without G1: 80 of 9000 fish on 7 days, so
    // of 10001 8.8889 are expected at their rate; Trøndelag, without G1: 90 of 8000, so 22.5 of 10005.
    // By weight, over November 2025 to October 2026: 2430 of 7 300 000 fish-days are lost. At 400 g 130 of 366 000, so
    // f is 1.0670; at 500 g G4 is alone: 1. Vest's others have (5 x 1.067 + 4) / 9, which is 1.0 to tenths, so 8.8889 x
    // 1.067 = 9.48 are expected of 10001, which lost 10. Trøndelag's atom is of one generation and 500 g, so nothing is
    // adjusted: of 10005, which lost 20, 22.5; and 60 000 of the 90 000 fish days are held against their like. F3: Vest
    // 50 of 8000 without it, 12.5 x 1.067, and 40 lost; Trøndelag 80 of 8000, 20, and 30 lost. F4: 90 of 7000, 38.571 x
    // 1.067; its tanks do not count. F6 in June: Trøndelag 50 of 4000, 75 of 6000; Nordland, a seventh of its fish, is
    // in no atom.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-11&to_date=2026-11                                 | farmer:F1 | 2026-11-01 2026-11-30 true null null null null null 90000 30 32 0.938 null null -2 1 0.6666666667
            from_date=2026-11&to_date=2026-11&group_by=area                   | farmer:F2 | 2026-11-01 2026-11-30 true Vest [3,4] null null null 30000 10 9.5 1.053 null null 0.5 1 0 / 2026-11-01 2026-11-30 true Trøndelag [6,7] null null null 60000 20 22.5 0.889 null null -2.5 1 1
            from_date=2026-11&to_date=2026-11&group_by=site                   | farmer:F1 | 2026-11-01 2026-11-30 true Vest [3,4] 10001 Site 10001 null 30000 10 9.5 1.053 null null 0.5 1 0
            from_date=2026-11&to_date=2026-11&group_by=generation             | farmer:F1 | 2026-11-01 2026-11-30 true null null null null V2026 60000 20 22.5 0.889 null null -2.5 1 1 / 2026-11-01 2026-11-30 true null null null null H2026 30000 10 9.5 1.053 null null 0.5 1 0
            from_date=2026-11&to_date=2026-11&areas=3                         | farmer:F1 | 2026-11-01 2026-11-30 true null null null null null 30000 10 9.5 1.053 null null 0.5 1 0
            from_date=2026-11&to_date=2026-11&areas=3&group_by=area           | farmer:F1 | 2026-11-01 2026-11-30 true Vest [3] null null null 30000 10 9.5 1.053 null null 0.5 1 0
            from_date=2026-11&to_date=2026-11&generations=2026 - Vår          | farmer:F1 | 2026-11-01 2026-11-30 true null null null null null 60000 20 22.5 0.889 null null -2.5 1 1
            from_date=2026-11&to_date=2026-11&generations=H2025               | farmer:F1 | ''
            from_date=2026-11-15&to_date=2026-11-15&period_grouping=week      | farmer:F1 | 2026-11-09 2026-11-15 true null null null null null 21000 30 32 0.938 null null -2 1 0.6666666667
            from_date=2026-11-17&to_date=2026-11-17&period_grouping=week      | farmer:F1 | 2026-11-16 2026-11-22 true null null null null null 21000 0 0 null null null 0 1 0.6666666667
            from_date=2026-11-03&to_date=2026-11-17&period_grouping=window    | farmer:F1 | 2026-11-02 2026-11-22 true null null null null null 63000 30 32 0.938 null null -2 1 0.6666666667
            from_date=2026-11&to_date=2026-11                                 | farmer:F3 | 2026-11-01 2026-11-30 true null null null null null 120000 70 33.3 2.102 null null 36.7 1 0.5
            from_date=2026-11&to_date=2026-11&loss_type=culling               | farmer:F3 | 2026-11-01 2026-11-30 true null null null null null 120000 20 0 null null null 20 1 0.5
            from_date=2026-11&to_date=2026-11&loss_type=mortality             | farmer:F3 | 2026-11-01 2026-11-30 true null null null null null 120000 50 33.3 1.502 null null 16.7 1 0.5
            from_date=2026-11&to_date=2026-11                                 | farmer:F4 | 2026-11-01 2026-11-30 true null null null null null 90000 0 41.2 0 null null -41.2 1 0
            from_date=2026-06&to_date=2026-06                                 | farmer:F6 | 2026-06-01 2026-06-30 true null null null null null 180000 60 75 0.8 null null -15 0.8571428571 1
            from_date=2026-06&to_date=2026-06&areas=9                         | farmer:F6 | 2026-06-01 2026-06-30 true null null null null null 0 0 0 null null null 0 0 null
            """)
    void expected(String query, String caller, String rows) {
        assertThat(rows(server(query, caller), FIELDS)).isEqualTo(rows);
    }

    // Vest's fish have one generation, of two bands; two of the three fish of the caller's losses are 10005's
    @Test
    void whatIsHeldEqualIsSaid() {
        assertThat(rows(server("from_date=2026-11&to_date=2026-11&group_by=area", "farmer:F1"),
                "platform_area_name standard largest_site_share")).isEqualTo("Vest generation 1 / Trøndelag generation_and_weight 1");
        assertThat(rows(server("from_date=2026-11&to_date=2026-11", "farmer:F1"), "standard largest_site_share"))
                .isEqualTo("generation_and_weight 0.6666666667");
    }

    private static JsonNode server(String query, String caller) {
        return coast.data(PATH + encoded(query), caller);
    }

    @Test
    void theDefaultIsTwelveMonthsAndAllOfThem() {
        JsonNode rows = server("", "farmer:F1");
        assertThat(rows).hasSize(13);
        assertThat(rows.get(0).get("period_start").asText()).isEqualTo("2026-01-01");
        assertThat(rows(server("offset=1&limit=1", "farmer:F1"), "period_start")).isEqualTo("2026-02-01");
    }

    @Test
    void itIsForFarmersAndTheirSitesNeedRawRead() {
        for (String caller : new String[] {"admin", "analyst", "key"}) {
            assertThat(coast.get(PATH, caller).statusCode()).isEqualTo(403);
        }
        assertThat(coast.get(PATH, "sums-of:F1").statusCode()).isEqualTo(200);
        assertThat(coast.get(PATH + "group_by=Site", "sums-of:F1").body())
                .contains("group_by=site: rows of single sites need the permission raw:read");
        assertThat(coast.get(PATH + "exclude_self=true", "farmer:F1").statusCode()).isEqualTo(400);
        assertThat(coast.get(PATH + "group_by=pen", "farmer:F1").statusCode()).isEqualTo(400);
        assertThat(coast.get(PATH + "format=csv", "farmer:F1").body())
                .startsWith("period_start,period_end,is_complete,");
    }
}
