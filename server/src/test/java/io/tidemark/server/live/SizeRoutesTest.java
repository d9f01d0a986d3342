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

/** The routes by weight of the fish, over {@link CoastDelivery}, whose Javadoc holds the figures behind the rows. */
@ExtendWith(CoastServer.class)
class SizeRoutesTest {

    private static LiveServer server;

    @BeforeAll
    static void start(LiveServer coast) {
        server = coast;
    }

    // The week of the 15th, with the monthly losses. Vest: 50 of 90 lost below 500 g, 40 at 500 g, in one atom, which
    // is in no weight group: an admin and the owners see it there. Trøndelag all at 2000 g, an atom. On land 100 g, one
    // group. F3's own in Vest and Trøndelag are in one weight group each. A range to 2000 g holds the classes below it.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-11-15&to_date=2026-11-15                     | admin     | 250 area Vest [3,4] null 0.5555555556 null 1 / 750 area Vest [3,4] null 0.4444444444 null 1 / 2250 area Trøndelag [6,7] null 1 null 1
            from_date=2026-11-15&to_date=2026-11-15                     | analyst   | 2250 area Trøndelag [6,7] null 1 null 1
            from_date=2026-11-15&to_date=2026-11-15&group_by=Area       | farmer:F3 | 250 area Vest [3,4] null null 1 0 / 2250 area Trøndelag [6,7] null 1 1 1
            from_date=2026-11-15&to_date=2026-11-15&areas=west&exclude_self=1 | farmer:F5 | 750 area Vest [3,4] null null 1 0
            from_date=2026-11-15&to_date=2026-11-15&group_by=generation | analyst   | 2250 generation null null V2026 1 null 1
            from_date=2026-11-15&to_date=2026-11-15&group_by=generation&areas=a2,a4 | admin | 2250 generation null null V2026 1 null 1 / 250 generation null null H2026 0.5555555556 null 1 / 750 generation null null H2026 0.4444444444 null 1
            from_date=2026-11-15&to_date=2026-11-15&group_by=area_and_generation | analyst | 2250 area_and_generation Trøndelag [6,7] V2026 1 null 1
            from_date=2026-12-15&to_date=2026-12-30&areas=3,4           | analyst   | ''
            from_date=2026-11-16&to_date=2026-11-16&areas=A2            | analyst   | ''
            from_date=2026-11-15&to_date=2026-11-15&areas=4             | admin     | 250 area Vest [4] null 0 null 1 / 750 area Vest [4] null 1 null 1
            from_date=2026-11-15&to_date=2026-11-15&generations=2026 - Vår | analyst | 2250 area Trøndelag [6,7] null 1 null 1
            from_date=2026-11-15&to_date=2026-11-15&weight_range_start=500&weight_range_end=2000 | admin | 750 area Vest [3,4] null 1 null 1
            """)
    void size(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/size?" + encoded(query), caller))).isEqualTo(rows);
    }

    // The same week, per 30 days: Vest below 500 g 30 dead and 20 culled of 6000 fish on 7 days, at 500 g 40 dead of
    // 4000; Trøndelag 110 dead of 10 000. F3's own: 20 dead and 20 culled of 2000 in Vest, 30 dead of 2000 in
    // Trøndelag. On land 50 dead of 5000.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            group_by=area                              | admin     | 250 area Vest [3,4] null 0.6 0.0214285714 0.0142857143 0.0357142857 null null null 3 / 750 area Vest [3,4] null 0.4 0.0428571429 0 0.0428571429 null null null 1 / 2250 area Trøndelag [6,7] null 1 0.0471428571 0 0.0471428571 null null null 3
            group_by=area                              | analyst   | 2250 area Trøndelag [6,7] null 1 0.0471428571 0 0.0471428571 null null null 3
            group_by=area                              | farmer:F3 | 250 area Vest [3,4] null null null null null 0.0428571429 0.0428571429 0.0857142857 null / 2250 area Trøndelag [6,7] null 1 0.0471428571 0 0.0471428571 0.0642857143 0 0.0642857143 3
            group_by=generation&placement=onshore      | admin     | 250 generation null null V2027 1 0.0428571429 0 0.0428571429 null null null 1
            group_by=area_and_generation&areas=A4&exclude_self=true | farmer:F3 | 2250 area_and_generation Trøndelag [6,7] V2026 1 0.0428571429 0 0.0428571429 0.0642857143 0 0.0642857143 2
            placement=onshore                          | admin     | ''
            """)
    void sizeRate(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/size/rate?from_date=2026-11-15&to_date=2026-11-15&"
                + encoded(query), caller))).isEqualTo(rows);
    }

    // The week of 15 June 2026. V2025 of 3000 g are F6's 1000 in Nordland alone, hidden, of which it lost 1; those of
    // 5000 g are Vest's 10 000: 70 dead and 20 culled. V2026: Trøndelag's, 60 of F6's 6000 dead.
    @Test
    void aHiddenWeightHasNoShareOfTheFish() {
        assertThat(rows(server.data("/v3/mortality/size/rate?group_by=generation&from_date=2026-06-15"
                + "&to_date=2026-06-15", "farmer:F6"), "generation weight_group_gram fish_days_share loss_rate "
                + "farmer_loss_rate site_count")).isEqualTo("V2025 3250 null null 0.0042857143 null"
                + " / V2025 5250 1 0.0385714286 null 4 / V2026 2250 1 0.0471428571 0.0428571429 3");
    }

    // Vest's lost: November 50 at 400 g and 40 at 500 g, 40 000 / 90 = 444.44; December 3 more at 400 g, 41 200 / 93 =
    // 443.01; January 10 more, 44 000 / 100. Without F3: 10 and 40, 24 000 / 50. Without a filter by weight or
    // generation Vest's atom is in each of them.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            areas=Vest                                                  | farmer:F1 | 2026-11-01 area Vest [3,4] null 444 400 true / 2026-12-01 area Vest [3,4] null 443 400 true / 2027-01-01 area Vest [3,4] null 440 400 true
            from_date=2026-11-30&to_date=2026-11-30                     | farmer:F4 | 2026-11-01 area Vest [3,4] null 444 null true / 2026-11-01 area Trøndelag [6,7] null 2000 null true
            from_date=2026-11-30&to_date=2026-11-30&areas=2,3,4&exclude_self=true | farmer:F3 | 2026-11-01 area Vest [3,4] null 480 400 true
            from_date=2026-11&to_date=2026-11&group_by=generation       | analyst   | 2026-11-01 generation null null V2026 2000 null true / 2026-11-01 generation null null H2026 444 null true
            from_date=2026-11&to_date=2026-11&group_by=area_and_generation | farmer:F2 | 2026-11-01 area_and_generation Vest [3,4] H2026 444 400 true / 2026-11-01 area_and_generation Trøndelag [6,7] V2026 2000 2000 true
            from_date=2026-11&to_date=2026-11&generations=v2027&group_by=generation&placement=onshore | admin | 2026-11-01 generation null null V2027 100 null true
            from_date=2026-11&to_date=2026-11&weight_range_start=0&weight_range_end=499 | analyst | ''
            from_date=2026-09&to_date=2026-09&areas=Vest                | admin     | 2026-09-01 area Vest [3,4] null 1933 null true
            """)
    void sizeMonth(String query, String caller, String rows) {
        // September: 80 at 400 g, and 10004's 40 still at 5000 g: 232 000 / 120 = 1933.33
        assertThat(rows(server.data("/v3/mortality/size/month?" + encoded(query), caller))).isEqualTo(rows);
    }

    // The week of the 15th. Below 500 g: A 30 dead, B 20 culled, E 50 dead on land; from 500 g: F 40 dead; at 2000 g: A
    // 80, C 30 dead. Vest's atom lies in two weight groups of 500 g and in one of 5000 g: A 110, B 20, C 30, F 40
    // there, 180 of 200 dead. A range to 100 g holds the classes below it: none.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-11-15&to_date=2026-11-15                      | admin     | A Infeksjonssykdommer 250 0.6 1 0 null null null / B Skader (traume) 250 0.4 0 1 null null null / F Ukjent 750 1 1 null null null null / A Infeksjonssykdommer 2250 0.7272727273 0.7272727273 null null null null / C Miljøforhold 2250 0.2727272727 0.2727272727 null null null null
            from_date=2026-11-15&to_date=2026-11-15                      | analyst   | A Infeksjonssykdommer 2250 0.7272727273 0.7272727273 null null null null / C Miljøforhold 2250 0.2727272727 0.2727272727 null null null null
            from_date=2026-11-15&to_date=2026-11-15                      | farmer:F5 | F Ukjent 750 null null null 1 1 null / A Infeksjonssykdommer 2250 0.7272727273 0.7272727273 null null null null / C Miljøforhold 2250 0.2727272727 0.2727272727 null null null null
            from_date=2026-11-15&to_date=2026-11-15                      | farmer:F3 | A Infeksjonssykdommer 250 null null null 0.5 1 0 / B Skader (traume) 250 null null null 0.5 0 1 / A Infeksjonssykdommer 2250 0.7272727273 0.7272727273 null 0 0 null / C Miljøforhold 2250 0.2727272727 0.2727272727 null 1 1 null
            from_date=2026-11-15&to_date=2026-11-15&weight_bucket=5000   | analyst   | A Infeksjonssykdommer 2500 0.55 0.6111111111 0 null null null / B Skader (traume) 2500 0.1 0 1 null null null / C Miljøforhold 2500 0.15 0.1666666667 0 null null null / F Ukjent 2500 0.2 0.2222222222 0 null null null
            from_date=2026-11-15&to_date=2026-11-15&weight_bucket=5000&exclude_self=true&areas=Vest | farmer:F3 | A Infeksjonssykdommer 2500 0.2 0.2 null 0.5 1 0 / B Skader (traume) 2500 0 0 null 0.5 0 1 / F Ukjent 2500 0.8 0.8 null 0 0 0
            from_date=2026-11-15&to_date=2026-11-15&weight_bucket=101&areas=Vest | admin | A Infeksjonssykdommer 353 0.6 1 0 null null null / B Skader (traume) 353 0.4 0 1 null null null / F Ukjent 454 1 1 null null null null
            from_date=2026-11-15&to_date=2026-11-15&generations=2026 - autumn&areas=4 | admin | F Ukjent 750 1 1 null null null null
            from_date=2026-11-15&to_date=2026-11-15&weight_range_end=100 | admin     | ''
            """)
    void sizeCategories(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/size/categories?" + encoded(query), caller))).isEqualTo(rows);
    }

    @Test
    void sizeCategoriesIsOnePageWhateverOffsetAndLimit() {
        JsonNode all = LiveServer.json(server.get("/v3/mortality/size/categories", "admin"));
        JsonNode page = LiveServer.json(server.get("/v3/mortality/size/categories?offset=100&limit=1", "admin"));

        assertThat(page.get("data")).isEqualTo(all.get("data")).hasSizeGreaterThan(1);
        assertThat(page.get("pagination").toString()).isEqualTo("{\"offset\":100,\"limit\":1,\"has_more\":false}");
    }
}
