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
 * The routes by cause of loss, over {@link CoastDelivery}, whose Javadoc holds the figures that the expected rows come
 * from.
 */
@ExtendWith(CoastServer.class)
class CauseRoutesTest {

    private static LiveServer server;

    @BeforeAll
    static void start(LiveServer coast) {
        server = coast;
    }

    // A rate is losses / stock. Everything: 25 000 fish, the site on land among them. W53: 3 dead and 6 culled of D101;
    // W01: 4 dead of A101; W02, which has 15 January: the monthly losses. W03, W04: none, so no rows. The trend of four
    // weeks at W01 goes back to W51, which has 15 December: A101 (110 + 4) / 25 000 / 4; so does the one at W53, where
    // D101 has W53's only.
    @Test
    void rankWeekByDefaultGoesFourWeeksBackFromToday() {
        assertThat(rows(server.data("/v3/mortality/categories/rank/week", "analyst"))).isEqualTo(String.join(" / ",
                "1 2026-12-28 D101 Smoltifiseringsproblem 0.00045 0.00015 0.00045 0.00015 0.0001125 0.0000375 true",
                "1 2027-01-04 A101 Pankreassykdom (PD) 0.0002 0.0002 0.0002 0.0002 0.001425 0.001425 true",
                "1 2027-01-11 A101 Pankreassykdom (PD) 0.0055 0.0055 0.0053 0.0053 0.001425 0.001425 true",
                "2 2027-01-11 F101 Ukjent årsak 0.002 0.002 0.002 0.002 0.0005 0.0005 true",
                "3 2027-01-11 C101 Oksygenmangel 0.0015 0.0015 0.0015 0.0015 0.000375 0.000375 true",
                "4 2027-01-11 B101 Håndteringsskade ved sortering eller flytting 0.001 0 0.001 0 0.00025 0 true"));
    }

    // Vest in W02: F101 40, A101 30, B101 20 of 10 000; A101 has 4 in W01. Area 3 alone: A101 30 of 3 000. Without G1:
    // 9 000 fish, A101 20. The 52 weeks before W03 2027 hold twelve monthly losses, with Vest's 4 of A101 once. Below
    // 500 g there is a part of Vest's atom. H2026 came on 2026-09-01, but 10004 has V2025 until October, so September's
    // atoms hold both generations; the 16 weeks from W40, whose value is that of its four days in October: F101 4 x
    // 0.004; A101 4 x 0.003 + 0.0004; B101 4 x 0.002.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2027-W02&to_date=2027-W02&areas=Vest               | analyst   | 1 F101 0.004 0.004 0.004 0.004 0.001 0.001 / 2 A101 0.003 0.003 0.0026 0.0026 0.00085 0.00085 / 3 B101 0.002 0 0.002 0 0.0005 0
            from_date=2027-01-17&to_date=2027-01-17&areas=West           | farmer:F1 | 1 F101 0.004 0.004 0.004 0.004 0.001 0.001 / 2 A101 0.003 0.003 0.0026 0.0026 0.00085 0.00085 / 3 B101 0.002 0 0.002 0 0.0005 0
            from_date=2027-W02&to_date=2027-W02&areas=a2&exclude_self=1  | farmer:F1 | 1 F101 0.0044444444 0.0044444444 0.0044444444 0.0044444444 0.0011111111 0.0011111111 / 2 A101 0.0022222222 0.0022222222 0.0017777778 0.0017777778 0.0006666667 0.0006666667 / 3 B101 0.0022222222 0 0.0022222222 0 0.0005555556 0
            from_date=2027-W02&to_date=2027-W02&areas=3&period=1&loss_type=MORTALITY | admin | 1 A101 0.01 0.01 0.0086666667 0.0086666667 0.01 0.01
            from_date=2027-W02&to_date=2027-W02&areas=3&period=1         | admin     | 1 A101 0.01 0.01 0.0086666667 0.0086666667 0.01 0.01 / 2 B101 0.0066666667 0 0.0066666667 0 0.0066666667 0
            from_date=2027-W02&to_date=2027-W02&areas=Vest&number_of_categories=1 | analyst | 1 F101 0.004 0.004 0.004 0.004 0.001 0.001
            from_date=2027-W02&to_date=2027-W02&areas=Vest&period=52     | analyst   | 1 F101 0.004 0.004 0.004 0.004 0.0009230769 0.0009230769 / 2 A101 0.003 0.003 0.0026 0.0026 0.0007 0.0007 / 3 B101 0.002 0 0.002 0 0.0004615385 0
            from_date=2027-W02&to_date=2027-W02&areas=Vest&period=52&generations=2026 - Høst | analyst | 1 F101 0.004 0.004 0.004 0.004 0.001 0.001 / 2 A101 0.003 0.003 0.0026 0.0026 0.000775 0.000775 / 3 B101 0.002 0 0.002 0 0.0005 0
            from_date=2026-W36&to_date=2026-W36&generations=h2026        | analyst   | ''
            from_date=2027-W02&to_date=2027-W02&areas=Vest&weight_range_end=499 | analyst | ''
            from_date=2027-W02&to_date=2027-W02&areas=Trøndelag          | analyst   | 1 A101 0.008 0.008 0.008 0.008 0.002 0.002 / 2 C101 0.003 0.003 0.003 0.003 0.00075 0.00075
            """)
    void rankWeek(String query, String caller, String rows) {
        String fields = "rank loss_category_code loss_rate mortality_rate loss_rate_change mortality_rate_change"
                + " trending_loss_last_n_weeks trending_mortality_last_n_weeks";

        assertThat(rows(server.data("/v3/mortality/categories/rank/week?" + encoded(query), caller), fields))
                .isEqualTo(rows);
    }

    // area 3 is a part of Vest's atom; two groups beside F2's own are enough in Trøndelag; Nordland, of one group, is
    // in no atom
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2027-W02&to_date=2027-W02&areas=3         | analyst   | 204
            from_date=2027-W02&to_date=2027-W02&areas=3         | admin     | 200
            from_date=2027-W02&to_date=2027-W02&areas=Trøndelag | farmer:F2 | 200
            from_date=2027-W02&to_date=2027-W02&areas=Trøndelag | farmer:F1 | 200
            from_date=2027-W02&to_date=2027-W02&areas=Trøndelag | farmer:F4 | 200
            from_date=2026-06&to_date=2026-06&areas=Nordland    | farmer:F6 | 204
            from_date=2026-06&to_date=2026-06&areas=Nordland    | admin     | 200
            """)
    void rankWeekHasNoRowsForAHiddenWeek(String query, String caller, int status) {
        assertThat(server.get("/v3/mortality/categories/rank/week?" + encoded(query), caller).statusCode())
                .isEqualTo(status);
    }

    // November: A101 30 x 400 g + 80 x 2000 g = 172 kg, B101 20 x 400 g, C101 30 x 2000 g, F101 40 x 500 g: 200 fish,
    // 260 kg. Stock 20 000 fish; 6 000 x 400 + 4 000 x 500 + 10 000 x 2000 g = 24 400 kg.
    // What is on land is in no atom.
    @Test
    void distributionRecords() {
        assertThat(rows(server.data("/v3/mortality/categories/distribution?from_date=2026-11&to_date=2026-11",
                "analyst")))
                .isEqualTo(String.join(" / ",
                "2026-11-01 A101 110 172 0.55 0.6615384615 null null null null 0.0055 0.0070491803 null null 0.01 "
                + "null Pankreassykdom (PD) PD A A1 true",
                "2026-11-01 B101 20 8 0.1 0.0307692308 null null null null 0.001 0.0003278689 null null 0.01 null "
                + "Håndteringsskade ved sortering eller flytting Håndtering B B1 true",
                "2026-11-01 C101 30 60 0.15 0.2307692308 null null null null 0.0015 0.0024590164 null null 0.01 null "
                + "Oksygenmangel Oksygen C C1 true",
                "2026-11-01 F101 40 20 0.2 0.0769230769 null null null null 0.002 0.0008196721 null null 0.01 null "
                + "Ukjent årsak Ukjent F F1 true"));
    }

    // Vest: 90 fish, 40 kg of 10 000 fish, 4 400 kg; F1's own 10 fish, 4 kg of 1 000 fish, 400 kg; without it 80 fish,
    // 36 kg of 9 000 fish, 4 000 kg. In Trøndelag F2 has 20 of 2 000. December: 93 with D101's 3; January: 100 with 6
    // of D101 and 4 more of A101. At 500 g there is 10004 alone.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-11&to_date=2026-11&areas=vest     | farmer:F1 | 2026-11-01 A101 30 12 0.3333333333 0.3 10 4 1 1 0.003 0.0027272727 0.01 0.01 0.009 0.01 / 2026-11-01 B101 20 8 0.2222222222 0.2 0 0 0 0 0.002 0.0018181818 0 0 0.009 0.01 / 2026-11-01 F101 40 20 0.4444444444 0.5 0 0 0 0 0.004 0.0045454545 0 0 0.009 0.01
            from_date=2026-11&to_date=2026-11&areas=3,4&exclude_self=true | farmer:F1 | 2026-11-01 A101 20 8 0.25 0.2222222222 10 4 1 1 0.0022222222 0.002 0.01 0.01 0.0088888889 0.01 / 2026-11-01 B101 20 8 0.25 0.2222222222 0 0 0 0 0.0022222222 0.002 0 0 0.0088888889 0.01 / 2026-11-01 F101 40 20 0.5 0.5555555556 0 0 0 0 0.0044444444 0.005 0 0 0.0088888889 0.01
            from_date=2026-11&to_date=2026-11&areas=Trøndelag | farmer:F2 | 2026-11-01 A101 80 160 0.7272727273 0.7272727273 20 40 1 1 0.008 0.008 0.01 0.01 0.011 0.01 / 2026-11-01 C101 30 60 0.2727272727 0.2727272727 0 0 0 0 0.003 0.003 0 0 0.011 0.01
            from_date=2026-11&to_date=2026-11&areas=Trøndelag | farmer:F1 | 2026-11-01 A101 80 160 0.7272727273 0.7272727273 20 40 1 1 0.008 0.008 0.01 0.01 0.011 0.01 / 2026-11-01 C101 30 60 0.2727272727 0.2727272727 0 0 0 0 0.003 0.003 0 0 0.011 0.01
            from_date=2026-11&to_date=2026-11&generations=2026 - spring | analyst | 2026-11-01 A101 80 160 0.7272727273 0.7272727273 null null null null 0.008 0.008 null null 0.011 null / 2026-11-01 C101 30 60 0.2727272727 0.2727272727 null null null null 0.003 0.003 null null 0.011 null
            from_date=2026-11&to_date=2026-11&weight_range_start=500&weight_range_end=500 | admin | 2026-11-01 F101 40 20 1 1 null null null null 0.01 0.01 null null 0.01 null
            from_date=2026-12-30&to_date=2027-01-02&areas=West&limit=5 | analyst | 2026-12-01 A101 30 12 0.3225806452 0.2912621359 null null null null 0.003 0.0027272727 null null 0.0093 null / 2026-12-01 B101 20 8 0.2150537634 0.1941747573 null null null null 0.002 0.0018181818 null null 0.0093 null / 2026-12-01 D101 3 1.2 0.0322580645 0.0291262136 null null null null 0.0003 0.0002727273 null null 0.0093 null / 2026-12-01 F101 40 20 0.4301075269 0.4854368932 null null null null 0.004 0.0045454545 null null 0.0093 null / 2027-01-01 A101 34 13.6 0.34 0.3090909091 null null null null 0.0034 0.0030909091 null null 0.01 null
            """)
    void distribution(String query, String caller, String rows) {
        String fields = "loss_month loss_category_code loss_count loss_biomass_kg loss_rate_count loss_rate_biomass"
                + " farmer_loss_count farmer_loss_biomass_kg farmer_loss_rate_count farmer_loss_rate_biomass"
                + " loss_rate_count_of_inventory loss_rate_biomass_of_inventory farmer_loss_rate_count_of_inventory"
                + " farmer_loss_rate_biomass_of_inventory total_loss_rate farmer_total_loss_rate";

        assertThat(rows(server.data("/v3/mortality/categories/distribution?" + encoded(query), caller), fields))
                .isEqualTo(rows);
    }

    // Vest in November; F1 has 10 of A101 itself, of 1 000 fish
    @Test
    void rateRecords() {
        assertThat(rows(server.data("/v3/mortality/categories/rate?from_date=2026-11&to_date=2026-11&areas=vest",
                "farmer:F1")))
                .isEqualTo(String.join(" / ",
                "2026-11 A101 30 30 0 400 400 null 10 10 0 400 400 null 0.003 0.003 0 0.01 0.01 0 Pankreassykdom (PD) "
                + "PD Infeksjonssykdommer true",
                "2026-11 B101 20 0 20 400 null 400 0 0 0 null null null 0.002 0 0.002 0 0 0 Håndteringsskade ved "
                + "sortering eller flytting Håndtering Skader (traume) true",
                "2026-11 F101 40 40 0 500 500 null 0 0 0 null null null 0.004 0.004 0 0 0 0 Ukjent årsak Ukjent "
                + "Ukjent true"));
    }

    // Trøndelag has 80 of A101 and 30 of C101 a month, of 10 000 fish. A quarter of three months 240 and 90, a tertial
    // of four 320 and 120, a year 960 and 360. 2027 has 31 days of data, so its quarter, tertial and year have
    // January's rate. 4000 g until April, 2000 g after: (4 x 4000 + 8 x 2000) / 12. Vest from September to December:
    // A101 120, B101 80, D101 33, F101 160.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-12-31&to_date=2027-01-01&areas=Trøndelag                           | analyst   | 2026-12 A101 80 2000 0.008 / 2026-12 C101 30 2000 0.003 / 2027-01 A101 80 2000 0.008 / 2027-01 C101 30 2000 0.003
            from_date=2026-12-31&to_date=2027-01-01&areas=Trøndelag&period_grouping=quarterly | analyst   | 2026-Q4 A101 240 2000 0.024 / 2026-Q4 C101 90 2000 0.009 / 2027-Q1 A101 80 2000 0.008 / 2027-Q1 C101 30 2000 0.003
            from_date=2026-12-31&to_date=2027-01-01&areas=Trøndelag&period_grouping=Tertial   | analyst   | 2026-T3 A101 320 2000 0.032 / 2026-T3 C101 120 2000 0.012 / 2027-T1 A101 80 2000 0.008 / 2027-T1 C101 30 2000 0.003
            from_date=2026-12-31&to_date=2027-01-01&areas=Trøndelag&period_grouping=year      | analyst   | 2026 A101 960 2666.6666666667 0.096 / 2026 C101 360 2666.6666666667 0.036 / 2027 A101 80 2000 0.008 / 2027 C101 30 2000 0.003
            from_date=2026-10-01&to_date=2026-10-01&areas=vest&period_grouping=tertial        | analyst   | 2026-T3 A101 120 400 0.012 / 2026-T3 B101 80 400 0.008 / 2026-T3 D101 33 400 0.0033 / 2026-T3 F101 160 1625 0.016
            from_date=Q1 2025&to_date=Q1 2025&areas=vest&period_grouping=quarterly            | analyst   | 2025-Q1 A101 90 5000 0.009 / 2025-Q1 B101 60 5000 0.006 / 2025-Q1 F101 120 5000 0.012
            from_date=2026-11&to_date=2026-11&areas=vest&exclude_self=true                    | farmer:F1 | 2026-11 A101 20 400 0.0022222222 / 2026-11 B101 20 400 0.0022222222 / 2026-11 F101 40 500 0.0044444444
            from_date=2026-11&to_date=2026-11&areas=Trøndelag                                 | farmer:F2 | 2026-11 A101 80 2000 0.008 / 2026-11 C101 30 2000 0.003
            from_date=2026-11&to_date=2026-11&generations=V2027&placement=onshore             | admin     | 2026-11 E101 50 100 0.01
            from_date=2026-11&to_date=2026-11&weight_range_end=399&placement=onshore          | admin     | 2026-11 E101 50 100 0.01
            """)
    void rate(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/categories/rate?" + encoded(query), caller),
                "period loss_category_code loss_count loss_avg_weight_gram loss_rate")).isEqualTo(rows);
    }

    // The week of 15 November in Vest, mortality, culling and loss each time: F101 40 fish 20 kg, A101 30 fish 12 kg,
    // B101 20 culled 8 kg; deaths 70 fish 32 kg, losses 90 fish 40 kg. F1's own: 10 of A101, 4 kg, and nothing culled.
    @Test
    void rankRecords() {
        assertThat(rows(server.data("/v3/mortality/categories/rank?from_date=2026-11-15&to_date=2026-11-15&areas=vest",
                "farmer:F1")))
                .isEqualTo(String.join(" / ",
                "F101 Ukjent årsak 2026-11-09 2026-11-15 40 0 40 20 0 20 500 null 500 0.5714285714 0 0.4444444444 "
                        + "0.625 0 0.5 0 0 0 0 0 0 null null null 0 null 0 0 null 0",
                "A101 Pankreassykdom (PD) 2026-11-09 2026-11-15 30 0 30 12 0 12 400 null 400 0.4285714286 0 "
                        + "0.3333333333 0.375 0 0.3 10 0 10 4 0 4 400 null 400 1 null 1 1 null 1",
                "B101 Håndteringsskade ved sortering eller flytting 2026-11-09 2026-11-15 0 20 20 0 8 8 null 400 400 "
                        + "0 1 0.2222222222 0 1 0.2 0 0 0 0 0 0 null null null 0 null 0 0 null 0"));
    }

    // the window is whole weeks: 2026-12-28 to 2027-01-17 holds D101's 3 and 6 and January's losses. Where nothing is
    // included, the caller's own causes are there only, by code
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2027-01-03&to_date=2027-01-14                     | analyst   | A101 2026-12-28 2027-01-17 114 null / F101 2026-12-28 2027-01-17 40 null / C101 2026-12-28 2027-01-17 30 null / B101 2026-12-28 2027-01-17 20 null / D101 2026-12-28 2027-01-17 9 null
            from_date=2027-01-02&to_date=2027                           | analyst   | A101 2026-12-28 2028-01-02 114 null / F101 2026-12-28 2028-01-02 40 null / C101 2026-12-28 2028-01-02 30 null / B101 2026-12-28 2028-01-02 20 null / D101 2026-12-28 2028-01-02 9 null
            from_date=2027-01-15&to_date=2027-01-15&areas=7             | farmer:F3 | C101 2027-01-11 2027-01-17 null 30
            from_date=2027-01-15&to_date=2027-01-15&areas=3             | farmer:F3 | A101 2027-01-11 2027-01-17 null 20 / B101 2027-01-11 2027-01-17 null 20
            from_date=2027-01-15&to_date=2027-01-15&areas=vest&exclude_self=1 | farmer:F3 | F101 2027-01-11 2027-01-17 40 0 / A101 2027-01-11 2027-01-17 10 20 / B101 2027-01-11 2027-01-17 0 20
            from_date=2027-01-15&to_date=2027-01-15&generations=v2026,H2026&limit=2&offset=1 | analyst | F101 2027-01-11 2027-01-17 40 null / C101 2027-01-11 2027-01-17 30 null
            from_date=2027-01-15&to_date=2027-01-15&weight_range_start=2000 | analyst | A101 2027-01-11 2027-01-17 80 null / C101 2027-01-11 2027-01-17 30 null
            """)
    void rank(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/categories/rank?" + encoded(query), caller),
                "loss_category_code period_start period_end loss_count farmer_loss_count")).isEqualTo(rows);
    }

    // today is 2027-01-31, twelve weeks before it 2026-11-08
    @Test
    void rankByDefaultIsOverTwelveWeeks() {
        assertThat(rows(server.data("/v3/mortality/categories/rank?limit=1", "analyst"),
                "loss_category_code period_start period_end loss_count")).isEqualTo("A101 2026-11-02 2027-01-31 334");
    }
}
