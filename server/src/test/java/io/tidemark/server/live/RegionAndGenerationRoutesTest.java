package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * region/rolling-12-month and generations/rate over {@link CoastDelivery}, whose Javadoc holds the figures behind the
 * rows.
 */
@ExtendWith(CoastServer.class)
class RegionAndGenerationRoutesTest {

    private static LiveServer server;

    @BeforeAll
    static void start(LiveServer coast) {
        server = coast;
    }

    // Sør in January: 74 dead, 26 culled, 100 lost of 10 000. Sums of the rates of 12, 6 and 3 months, a month having
    // 0.009, 0.007 and 0.002, September 30 more dead, December 3, January 4, and 6 more culled in January:
    //   loss 0.1123 0.0583 0.0283   mortality 0.0877 0.0457 0.0217   culling 0.0246 0.0126 0.0066
    // Site averages: a month (0.01 + 0.02 + 0 + 0.01) / 4 lost, 0.03 / 4 dead, 0.01 / 4 culled; 10003's 30, 3 and 6 are
    // 0.01, 0.001 and 0.002 of 3 000 and 10002's 4 are 0.002 of 2 000, a quarter of each:
    //   loss 0.12375 0.06375 0.03125   mortality 0.09325 0.04825 0.02325   culling 0.0305 0.0155 0.008
    // A risk is 1 - exp(-sum). The risk of the 12 months before is 1 - exp(-12 x 0.009), so the trend
    // (1 - exp(-0.1123)) / (1 - exp(-0.108)) - 1.
    @Test
    void rollingRecord() {
        assertThat(rows(server.data("/v3/mortality/region/rolling-12-month?from_date=2027-01&offset=1&limit=1",
                "analyst")))
                .isEqualTo("Sør offshore 2027-01-01 0.01 0.0074 0.0026"
                + " 0.1062239155 0.0566331051 0.027903306 0.0839643538 0.0446714822 0.0214662489 0.024299886 "
                + "0.0125209523 0.0065782678 0.011 0.008 0.003"
                + " 0.1163992865 0.0617604699 0.0307667655 0.0890342696 0.0471044666 0.0229818013 0.0300395679 "
                + "0.0153804932 0.0079680852 4 4 0.0376225608 0.0099501663 0.0109397212 "
                + "null null null null null null true true");
    }

    // eleven months of 90 in 10 000 since January, and September's 30: 1 - exp(-0.102); of F1 10 in 1000
    @Test
    void theCalendarYearUpToNovember() {
        assertThat(rows(server.data("/v3/mortality/region/rolling-12-month?from_date=2026-11&to_date=2026-11&areas=3,4",
                "farmer:F1"),
                "production_region_name cumulative_weighted_loss_rate_year farmer_cumulative_weighted_loss_rate_year"
                + " farmer_cumulative_avg_site_loss_rate_year")).contains("Sør 0.0969704483 0.1041658647 0.1041658647");
    }

    // Sør 0.01 a month and 0.0125 in September, by 10003's 0.01 / 4; 0.011 in January 2027. Norge (4 x 0.01 + 0.01 +
    // 0.015 + 0.01) / 7 a month, and 0.01 / 7 more in September
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            2026-01 | Norge 0.0106570922 / Sør 0.0099501663
            2026-02 | Norge 0.0212006108 / Sør 0.0198013267
            2026-11 | Norge 0.1124458224 / Sør 0.1064026529
            2027-01 | Norge 0.0112222695 / Sør 0.0109397212
            """)
    void siteAveragesAddUpOverTheCalendarYear(String month, String rows) {
        assertThat(rows(server.data("/v3/mortality/region/rolling-12-month?limit=2&from_date=" + month + "&to_date="
                + month, "analyst"), "production_region_name cumulative_avg_site_loss_rate_year")).isEqualTo(rows);
    }

    // Norge offshore in January: 210 of 20 000, site averages (4 x 0.011 + 0.01 + 0.015 + 0.01) / 7; on land one group,
    // in no atom. Midt 110 of 10 000, risk 1 - exp(-0.132), the same a year before. In November the risk a year before
    // has no December 2024. Without G1: Sør 90 of 9 000, Midt 90 of 8 000. June has Nordland: 1 of 1 000, one group, in
    // no atom, so Norge then has 200 of 20 000. H2026 has 0.009 a month in Sør; September's atom holds V2025 as well.
    // Site averages are of fish at sea, and not there under a filter.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2027-01&to_date=today              | analyst   | Norge offshore 2027-01-01 0.0105 0.0112857143 7 true / Sør offshore 2027-01-01 0.01 0.011 4 true / Midt offshore 2027-01-01 0.011 0.0116666667 3 true
            from_date=2027-01&to_date=today              | admin     | Norge offshore 2027-01-01 0.0105 0.0112857143 7 true / Sør offshore 2027-01-01 0.01 0.011 4 true / Midt offshore 2027-01-01 0.011 0.0116666667 3 true / Norge onshore 2027-01-01 0.01 null 1 true
            from_date=2027-01&to_date=today              | farmer:F2 | Norge offshore 2027-01-01 0.0105 0.0112857143 7 true / Sør offshore 2027-01-01 0.01 0.011 4 true / Midt offshore 2027-01-01 0.011 0.0116666667 3 true
            from_date=2027-01&to_date=today&exclude_self=true | farmer:F2 | Norge offshore 2027-01-01 0.0105882353 0.0118 5 true / Sør offshore 2027-01-01 0.01 0.0113333333 3 true / Midt offshore 2027-01-01 0.01125 0.0125 2 true
            from_date=2026-06&to_date=2026-06            | analyst   | Norge offshore 2026-06-01 0.01 0.0107142857 7 false / Sør offshore 2026-06-01 0.009 0.01 4 false / Midt offshore 2026-06-01 0.011 0.0116666667 3 false
            from_date=2026-06&to_date=2026-06&areas=9    | admin     | Norge offshore 2026-06-01 0.001 null 1 false / Nord offshore 2026-06-01 0.001 null 1 false
            from_date=2027-01&to_date=2027-01&areas=3    | admin     | Norge offshore 2027-01-01 0.018 null 2 true / Sør offshore 2027-01-01 0.018 null 2 true
            from_date=2026-11&to_date=2026-11&generations=2026 - Vår | analyst | Norge offshore 2026-11-01 0.011 null 3 false / Midt offshore 2026-11-01 0.011 null 3 false
            from_date=2026-11&to_date=2026-11&weight_range_start=500&weight_range_end=1999 | admin | Norge offshore 2026-11-01 0.01 null 1 false / Sør offshore 2026-11-01 0.01 null 1 false
            """)
    void rolling(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/region/rolling-12-month?" + encoded(query), caller),
                "production_region_name site_placement loss_rate_month weighted_loss_rate avg_site_loss_rate "
                + "site_count is_last_month"))
                .isEqualTo(rows);
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2027-01&to_date=2027-01&areas=Trøndelag     | analyst   | Norge 0.1236590049 0.0638691357 0.0324614404 0 / Midt 0.1236590049 0.0638691357 0.0324614404 0
            from_date=2026-11&to_date=2026-11&areas=Trøndelag     | analyst   | Norge 0.1236590049 0.0638691357 0.0324614404 null / Midt 0.1236590049 0.0638691357 0.0324614404 null
            from_date=2025-03&to_date=2025-03&areas=Trøndelag     | analyst   | Norge null null 0.0324614404 null / Midt null null 0.0324614404 null
            from_date=2026-11&to_date=2026-11&generations=H2026   | analyst   | Norge null null null null / Sør null null null null
            from_date=2026-11&to_date=2026-11&generations=H2026   | farmer:F1 | Norge null null null null / Sør null null null null
            from_date=2026-12&to_date=2026-12&generations=H2026   | farmer:F1 | Norge null null 0.0269307231 null / Sør null null 0.0269307231 null
            """)
    void rollingRisks(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/region/rolling-12-month?" + encoded(query), caller),
                "production_region_name cumulative_weighted_loss_rate_12_months cumulative_weighted_loss_rate_6_months"
                        + " cumulative_weighted_loss_rate_3_months relative_trend_12_months")).isEqualTo(rows);
    }

    // H2026 in Vest since September 2026, when its atom holds V2025 as well: published are 0.009 lost, 0.007 dead and
    // 0.002 culled in October and in November. F5's own, since October: 40 of 4 000 a month. Who is lost on the 15th is
    // there again on the 16th: of 10 000 that enter in October, and twice 90, 180 are lost; of F5's 4080, 80. Shown are
    // 5 and 6 of 5, 5 and 6 pieces.
    @Test
    void generationRecord() {
        assertThat(rows(server.data("/v3/mortality/generations/rate?from_date=2026-11&to_date=2026-11&areas=vest",
                "farmer:F5")))
                .isEqualTo("2026-11-30 H2026 2 1 Vest [3,4] 0.009 0.007 0.002 0.0178389676 0.0139024557 0.0039920107"
                        + " 0.01 0.01 0 0.0198013267 0.0198013267 0 0.0198013267 0.0198013267 0 1"
                        + " 0.018 0.02 0 0.98 0.02 11 2026-10-01 11 16 true");
    }

    // V2026 in Trøndelag since May: 0.011 a month, November its seventh, and 0.01 of F2's own. H2026's risk of November
    // is 1 - exp(-0.018), without September. V2025 was there before the data, with 0.009 a month; in September only
    // 10004 has it.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-11-30&to_date=2026-12-01          | analyst   | 2026-11-30 V2026 6 null Trøndelag [6,7] 0.011 0.0741101464 null null / 2026-12-31 V2026 7 null Trøndelag [6,7] 0.011 0.0842391233 null null / 2026-11-30 H2026 2 null Vest [3,4] 0.009 0.0178389676 null null / 2026-12-31 H2026 3 null Vest [3,4] 0.0093 0.0269307231 null null
            from_date=2026-11&to_date=2026-11                | farmer:F1 | 2026-11-30 V2026 6 6 Trøndelag [6,7] 0.011 0.0741101464 0.01 0.0676061801 / 2026-11-30 H2026 2 2 Vest [3,4] 0.009 0.0178389676 0.01 0.0295544665
            from_date=2026-09&to_date=2026-09                | farmer:F5 | 2026-09-30 V2025 null null Vest [3,4] null 0.1647297886 0.01 0.189415754 / 2026-09-30 V2026 4 null Trøndelag [6,7] 0.011 0.053514852 null null
            from_date=2026-11&to_date=2026-11&areas=6        | farmer:F2 | 2026-11-30 V2026 6 6 Trøndelag [6] null null 0.01 0.0676061801
            from_date=2026-11&to_date=2026-11&areas=southwest,west&exclude_self=1 | farmer:F3 | 2026-11-30 H2026 2 2 Vest [3,4] 0.00625 0.0124221995 0.02 0.0582354664
            from_date=2026-11&to_date=2026-11&generations=2026 - Høst&weight_range_end=499 | analyst | ''
            from_date=2026-06&to_date=2026-06&areas=Nordland | admin     | 2026-06-30 V2025 null null Nordland [8,9] 0.001 0.0178389676 null null
            from_date=2026-06&to_date=2026-06&areas=Nordland | farmer:F6 | 2026-06-30 V2025 null null Nordland [8,9] null null 0.001 0.0178389676
            """)
    void generations(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/generations/rate?" + encoded(query), caller),
                "loss_rate_month generation"
                + " generation_month_number farmer_generation_month_number platform_area_name production_area_ids "
                + "loss_rate cumulative_loss_rate farmer_loss_rate farmer_cumulative_loss_rate")).isEqualTo(rows);
    }
}
