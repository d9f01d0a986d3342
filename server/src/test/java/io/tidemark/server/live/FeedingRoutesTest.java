package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Feeding and inventory over {@link HolmDelivery}, whose Javadoc holds the figures that the numbers come from. */
class FeedingRoutesTest {

    private static final String BY_WEEK = "/v3/feeding/sfr_temperature_by_region_and_week";
    private static final String BY_NUMBER = "/v3/feeding/sfr-by-weeknumber-and-year";
    private static final String BY_DEGREE = "/v3/feeding/sfr-days-per-temperature";
    private static final String GROWTH = "/v3/feeding/growth";
    private static final String INDEX = "/v3/feeding/feed-index";
    private static final String BIOMASS = "/v3/inventory/platform-authority-biomass-by-month";
    private static final String V2_REGION = "/v2/feeding/sfr-by-region-and-temperature";
    private static final String V2_COUNTRY = "/v2/feeding/sfr-by-country-and-temperature";
    static final List<String> V3 = List.of(BY_WEEK, BY_NUMBER, BY_DEGREE, BIOMASS);
    static final List<String> V2 = List.of(V2_REGION, V2_COUNTRY);

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static LiveServer open;

    @BeforeAll
    static void start() throws InterruptedException {
        Path delivery = HolmDelivery.write(folder.resolve("delivery"));
        server = LiveServer.start(folder.resolve("hidden"), HolmDelivery.TODAY).ingest(delivery);
        open = LiveServer.start(folder.resolve("open"), HolmDelivery.TODAY).ingest(delivery, LiveServer.RULE_OFF);
    }

    @AfterAll
    static void stop() {
        server.close();
        open.close();
    }

    // W53: 20 + 0 + 40 + 20 + 30 + 10 = 120 kg; biomass of the unit-days that report, 2 + 2 + 4 + 2 on Monday, 2 + 2 on
    // Tuesday, 14 t; G1, G2, G3, G5. W01: 60 kg of 3 + 2 t, G1 and G4. Sites: 8.35, (8.1 + 8.8) / 2, 9, 8.05 and,
    // without fish, 10: mean 8.77. Own of F1: 50 kg of 4 t, then 20 kg of 3 t. Without G1: 70 of 10. Area 3: 60 of 8 t,
    // sites 8.35 and 8.45.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=today                   | admin     | 2026-12-28 8.77 Vest [3,4] 0.86 4 null null true / 2027-01-04 -0.5 Vest [3,4] 1.2 2 null null false
            to_date=today                   | analyst   | 2026-12-28 8.77 Vest [3,4] 0.86 4 null null true
            to_date=today                   | farmer:F1 | 2026-12-28 8.77 Vest [3,4] 0.86 4 1.25 1 true / 2027-01-04 -0.5 Vest [3,4] null null 0.6666666667 1 false
            to_date=today                   | farmer:F5 | 2026-12-28 8.77 Vest [3,4] 0.86 4 null 0 true / 2027-01-04 -0.5 Vest [3,4] null null 2 1 false
            exclude_self=true&to_date=2027-01-03 | farmer:F1 | 2026-12-28 8.77 Vest [3,4] 0.7 3 1.25 1 true
            areas=3&to_date=2026-W53        | admin     | 2026-12-28 8.4 Vest [3] 0.75 2 null null true
            areas=3&from_date=2027-01-10    | admin     | 2027-01-04 null Vest [3] 0.67 1 null null false
            generations=H2025               | admin     | 2026-12-28 8.77 Vest [3,4] 1 1 null null true
            weight_range_start=4000         | admin     | 2026-12-28 8.77 Vest [3,4] 1 1 null null true
            from_date=2025-01&to_date=2025-01 | admin   | 2024-12-30 2.5 Vest [3,4] 0.5 1 null null true
            """)
    void byWeek(String query, String caller, String rows) {
        assertThat(rows(server.data(BY_WEEK + "?" + encoded(query), caller))).isEqualTo(rows);
    }

    // W51 and W52 have fish and no feed: no atom of feed. W53 without the site on land: 120 kg of 14 t; without G1 70
    // of 10
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=today                   | admin     | 2026 51 null true / 2026 52 null true / 2026 53 0.86 true / 2027 1 1.2 false
            to_date=today                   | analyst   | 2026 53 0.86 true
            from_date=2026-W53&exclude_self=true | farmer:F1 | 2026 53 0.7 true / 2027 1 null false
            from_date=2026-W53&areas=vest   | admin     | 2026 53 0.86 true / 2027 1 1.2 false
            weight_range_end=100            | admin     | ''
            weight_range_start=0&generations=V2027 | admin | ''
            areas=A4                        | admin     | 2026 51 null true
            """)
    void byWeekNumber(String query, String caller, String rows) {
        assertThat(rows(server.data(BY_NUMBER + "?" + encoded(query), caller))).isEqualTo(rows);
    }

    // June: gains of 331, 20, 10 and 0 kg by 1331, 4030, 4020 and 3990 kg of fish: 361 of 13,371, without G1 30 of
    // 12,040. F1's 12 June has 2 % more fish and does not count: 331 of 1331 kg, of 3688.62 in all; the cube root of
    // 1331 is one more than that of 1000: 1000 / 8 degree-days. All cells are in one atom, of both areas and all
    // classes. July: four groups feed, but only three have a day before. G4 alone has 2000 g and no gain on 12 June.
    // No year is before 2024, so nothing is compared with the coast; F1's only day of growth is one of weighing
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=2024-06                      | analyst   | 2024-06-01 Vest [3,4] null 2.7 null null null null null null null true
            to_date=2024-06                      | farmer:F1 | 2024-06-01 Vest [3,4] null 2.7 24.8685199098 null 0 1 331 125 0.3608395552 true
            to_date=2024-06                      | farmer:F5 | 2024-06-01 Vest [3,4] null 2.7 0 null 0 0 0 null 0.6661101836 true
            to_date=2024-06&exclude_self=true    | farmer:F1 | 2024-06-01 Vest [3,4] null 0.25 24.8685199098 null 0 1 331 125 0.3608395552 true
            to_date=2024-06&group_by=area_and_generation | analyst | 2024-06-01 Vest [3,4] V2024 2.7 null null null null null null null true
            to_date=2024-06&areas=3              | analyst   | ''
            to_date=2024-06&areas=3              | farmer:F1 | 2024-06-01 Vest [3] null null 24.8685199098 null 0 1 331 125 0.3608395552 true
            to_date=2024-06&weight_range_end=1300 | farmer:F1 | 2024-06-01 Vest [3,4] null null null null 0 null 0 null 0 true
            to_date=2024-06                      | admin     | 2024-06-01 Vest [3,4] null 2.7 null null null null null null null true
            from_date=2024-07&to_date=2024-07    | analyst   | 2024-07-01 Vest [3,4] null null null null null null null null null true
            from_date=2024-07&to_date=2024-07    | admin     | 2024-07-01 Vest [3,4] null 0.5 null null null null null null null true
            from_date=2024-07&to_date=2024-07    | farmer:F3 | 2024-07-01 Vest [3,4] null null 0.4975124378 null 0 0 10 null 0.5012468828 true
            """)
    void growth(String query, String caller, String rows) {
        String from = query.contains("from_date") ? "" : "from_date=2024-06&";
        assertThat(rows(server.data(GROWTH + "?" + from + encoded(query), caller))).isEqualTo(rows);
    }

    // one atom has all of June's growth: whoever asks with whatever filter gets all of it, or nothing; a member may
    // leave itself out
    @ParameterizedTest
    @CsvSource({"analyst, 2.7", "farmer:F1, 0.25", "farmer:F3, 3.65", "farmer:F4, 3.75", "farmer:F5, 3.85"})
    void noFilterTakesGrowthApart(String caller, String withoutSelf) {
        Set<String> seen = new TreeSet<>();
        for (String areas : List.of("%25", "3", "4", "3,4")) {
            for (String weights : List.of("", "&weight_range_start=100", "&weight_range_end=2000",
                    "&weight_range_start=1900&weight_range_end=2100")) {
                for (String more : List.of("", "&generations=V2024", "&group_by=area_and_generation",
                        caller.equals("analyst") ? "" : "&exclude_self=true")) {
                    String query = "?from_date=2024-06-10&to_date=2024-06-12&areas=" + areas + weights + more;
                    HttpResponse<String> answer = server.get(GROWTH + query, caller);
                    if (answer.statusCode() == 200) {
                        LiveServer.json(answer).get("data").forEach(row ->
                                seen.add(row.get("estimated_growth_rate").asText()));
                    }
                }
            }
        }
        assertThat(seen).isSubsetOf("2.7", withoutSelf, "null").contains("2.7", withoutSelf);
    }

    // the published means of 2 kg fish are 0.8 % at 8 degrees: of 2 t, 16 kg. G1's two days have 50 kg of feed for 32.
    // On 4 January F1 has no temperature; the median of four weeks still has the week before
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=today            | farmer:F1 | 2026-12-28 10001 Site 10001 1.5625 1.5625 50 32 1 true / 2027-01-04 10001 Site 10001 null 1.5625 0 0 0 false
            to_date=2027-01-03       | farmer:F6 | 2026-12-21 10007 Site 10007 null null 0 0 0 true / 2026-12-28 10006 Site 10006 1.25 1.25 20 16 1 true
            to_date=2027-01-03       | farmer:F4 | 2026-12-28 10003 Site 10003 1 1 40 40 0.5 true
            to_date=2027-01-03&exclude_self=true | farmer:F6 | 2026-12-21 10007 Site 10007 null null 0 0 0 true / 2026-12-28 10006 Site 10006 1.3333333333 1.3333333333 20 15 1 true
            to_date=2027-01-03&generations=V2024 | farmer:F4 | ''
            to_date=2027-01-03&areas=3 | farmer:F4 | ''
            """)
    void feedIndex(String query, String caller, String rows) {
        assertThat(rows(open.data(INDEX + "?from_date=2026-12-21&" + encoded(query), caller))).isEqualTo(rows);
        assertThat(server.data(INDEX + "?from_date=2026-12-21&" + encoded(query), caller))
                .allSatisfy(row -> assertThat(row.get("feed_index").isNull()).isTrue());
    }

    @Test
    void feedIndexIsForFarmersWhoMaySeeSites() {
        for (String caller : List.of("admin", "analyst", "readonly", "sums-of:F1")) {
            status(INDEX, "", caller, 403);
        }
    }

    // -1: F5 on 4 January. 8: F1 twice, F3 on Tuesday (on Monday it fed nothing), F6. The sea, fed or not: (8.5 + 8.2 +
    // 8.1 + 8.8 + 8.05) / 5 = 8.33. 9: F4. F1's 4 January has no temperature, the land site no area
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=today                   | admin     | -0.5 Vest 1 0.1666666667 / 8.33 Vest 4 0.6666666667 / 9 Vest 1 0.1666666667
            to_date=today                   | analyst   | ''
            to_date=today                   | farmer:F1 | 8.35 Vest null null
            from_date=2026-12-29&to_date=2026-12-29 | admin | 8.33 Vest 4 0.8 / 9 Vest 1 0.2
            areas=4                         | admin     | -0.5 Vest 1 0.3333333333 / 8.05 Vest 1 0.3333333333 / 9 Vest 1 0.3333333333
            generations=H2025               | admin     | 9 Vest 1 1
            """)
    void byDegree(String query, String caller, String rows) {
        assertThat(rows(server.data(BY_DEGREE + "?" + encoded(query), caller))).isEqualTo(rows);
    }

    // Without a rule every degree of an area is an atom. 4 January is not released: F5's own day is seen by F5 alone,
    // without figures of others. Without G3 nothing at 9. The sea of area 3: (8.5 + 8.2 + 8.1 + 8.8) / 4. A part of the
    // fish has no benchmark: F1's own at 8.35
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=today          | analyst   | 8.33 Vest 4 0.8 / 9 Vest 1 0.2
            to_date=today          | farmer:F5 | -0.5 Vest null null / 8.33 Vest 4 0.8 / 9 Vest 1 0.2
            exclude_self=true      | farmer:F1 | 8.33 Vest 2 0.6666666667 / 9 Vest 1 0.3333333333
            exclude_self=true      | farmer:F4 | 8.33 Vest 4 1 / null Vest 0 0
            areas=3                | analyst   | 8.4 Vest 3 1
            from_date=2027-01-04   | analyst   | ''
            weight_range_end=14999 | analyst   | ''
            generations=V2026      | farmer:F1 | 8.35 Vest null null
            """)
    void byDegreeOfReleasedDays(String query, String caller, String rows) {
        assertThat(rows(open.data(BY_DEGREE + "?" + encoded(query), caller))).isEqualTo(rows);
    }

    // Safe are four groups and more: neither area. December from the 25th: area 3 2 + 2 t of G1 and G2 (10007 is empty
    // on its last day); area 4 4 + 2 + 2 t of G3, G4, G5; area 7's fish of the 14th do not count. January, on 4
    // January: area 3 3 t, area 4 2 t; the others are empty. The authority has 10 t
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            to_date=today      | admin     | 2026-12-01 3 Sør 4 10 0.4 / 2026-12-01 4 Sør 8 null null / 2026-12-01 7 Midt 0 100 0 / 2026-12-01 null null null 50 null / 2027-01-01 3 Sør 3 null null / 2027-01-01 4 Sør 2 null null
            to_date=today      | analyst   | 2026-12-01 3 Sør null 10 null / 2026-12-01 4 Sør null null null / 2026-12-01 7 Midt null 100 null / 2026-12-01 null null null 50 null / 2027-01-01 3 Sør null null null / 2027-01-01 4 Sør null null null
            from_date=2026-12-31&to_date=2026-12-31&limit=2 | farmer:F1 | 2026-12-01 3 Sør null 10 null / 2026-12-01 4 Sør null null null
            from_date=2026-12-31&to_date=2026-12-31&limit=2 | farmer:F4 | 2026-12-01 3 Sør null 10 null / 2026-12-01 4 Sør null null null
            from_date=2027-01-10 | admin   | 2027-01-01 3 Sør 3 null null / 2027-01-01 4 Sør 2 null null
            """)
    void biomass(String query, String caller, String rows) {
        assertThat(rows(server.data(BIOMASS + "?" + encoded(query), caller))).isEqualTo(rows);
    }

    // January is not released
    @Test
    void biomassOfReleasedMonths() {
        assertThat(rows(open.data(BIOMASS, "analyst")))
                .isEqualTo("2026-12-01 3 Sør 4 10 0.4 / 2026-12-01 4 Sør 8 null null"
                + " / 2026-12-01 7 Midt 0 100 0 / 2026-12-01 null null null 50 null / 2027-01-01 3 Sør null null null "
                + "/ 2027-01-01 4 Sør null null null");
    }

    // 2000 g at 8 degrees: 0, 0.5, 1, 1, 1.5: mean 0.8; 90th percentile 1 + 0.6 x 0.5 = 1.3, 10th 0.4 x 0.5 = 0.2; the
    // sea's mean is (8.5 + 8.2 + 8.1 + 8.8 + 8.05) / 5 = 8.33; of three groups, in no atom: who has unit-days there
    // sees an empty row. Released are January 2025 to December 2026: F5's 4 January 2027 is not, and an empty row. Rows
    // of one's own go back to 5 January 2025, 24 months before the end
    @Test
    void v2ByRegion() {
        assertThat(rows(server.data(V2_REGION, "farmer:F5"))).isEqualTo(
                "Sør 6 2000–2999 g 2000 2999 SAL -1 null null null null null null");
        assertThat(rows(server.data(V2_REGION, "farmer:F1"), "temperature num_of_measurements median_sfr"))
                .isEqualTo("3 null null / 8 null null");
        assertThat(rows(open.data(V2_REGION, "farmer:F5"))).isEqualTo(
                "Sør 6 2000–2999 g 2000 2999 SAL -1 null null null null null null"
                + " / Sør 6 2000–2999 g 2000 2999 SAL 2 0.5 0.5 1 0.5 0.5 2"
                + " / Sør 6 2000–2999 g 2000 2999 SAL 3 0.5 0.5 1 0.5 0.5 3"
                + " / Sør 6 2000–2999 g 2000 2999 SAL 8 0.8 1 5 1.5 0 8.33"
                + " / Sør 8 4000–4999 g 4000 4999 SAL 9 1 1 1 1 1 9");
    }

    // the site on land counts nowhere. Without G1: 0, 0.5, 1. The median and the tails are those of all five, whoever
    // asks; the temperature is that of the sea, whoever asks; nothing is left at 2 and 3 degrees
    @Test
    void v2ByCountryWithoutTheCaller() {
        assertThat(rows(open.data(V2_COUNTRY + "?exclude_self=true", "farmer:F2"))).isEqualTo(
                "6 2000–2999 g 2000 2999 SAL 2 null null 0 null null null"
                + " / 6 2000–2999 g 2000 2999 SAL 3 null null 0 null null null"
                + " / 6 2000–2999 g 2000 2999 SAL 8 0.5 1 3 1.5 0 8.33"
                + " / 8 4000–4999 g 4000 4999 SAL 9 1 1 1 1 1 9");
    }

    @Test
    void envelopes() {
        JsonNode v2 = LiveServer.json(server.get(V2_REGION, "farmer:F1"));
        assertThat(v2.fieldNames()).toIterable().containsExactly("data", "meta");
        assertThat(v2.get("meta").fieldNames()).toIterable().containsExactly("time", "hidden");
        assertThat(v2.get("meta").get("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");

        JsonNode v3 = LiveServer.json(server.get(BY_NUMBER + "?exclude_self=1", "farmer:F2")).get("metadata");
        assertThat(v3.fieldNames()).toIterable().containsExactly("api_version", "request_id", "farmer_group_key");
        assertThat(v3.get("farmer_group_key").asText()).isEqualTo("G1");
        assertThat(LiveServer.json(server.get(BIOMASS, "analyst")).get("metadata").toString())
                .isEqualTo("{\"hidden\":{\"reason\":\"too_few_groups\"}}");
    }

    @ParameterizedTest
    @FieldSource("V3")
    void pagesFollowOneAnother(String route) {
        JsonNode all = server.data(route, "admin");
        int last = all.size() - 1;
        JsonNode first = LiveServer.json(server.get(route + "?limit=" + last, "admin"));
        JsonNode second = LiveServer.json(server.get(route + "?limit=1&offset=" + last, "admin"));

        assertThat(first.get("pagination").toString())
                .isEqualTo("{\"offset\":0,\"limit\":" + last + ",\"has_more\":true}");
        assertThat(second.get("pagination").get("has_more").asBoolean()).isFalse();
        assertThat(first.get("data")).hasSize(last);
        assertThat(rows(first.get("data")) + " / " + rows(second.get("data"))).isEqualTo(rows(all));
    }

    @ParameterizedTest
    @FieldSource("V3")
    void v3Refusals(String route) {
        status(route, "", "readonly", 403);
        status(route, "?limit=x", "common-only", 403);
        status(route, "?from_date=2019&to_date=2019", "analyst", 204);
        status(route, "?limit=0", "admin", 200);
        status(route, "?offset=500", "admin", 200);
        boolean feeding = route.startsWith("/v3/feeding");
        status(route, "?exclude_self=true", "analyst", feeding ? 403 : 400);
        status(route, "?areas=13", "analyst", feeding ? 204 : 400);
        for (String bad : List.of("limit=1001", "offset=-1", "from_date=2027-02", "from_date=Q1 2026", "areas=14",
                "generations=x", "weight_range_start=15001", "weight_range_end=-1", "exclude_self=yes", "period=4")) {
            HttpResponse<String> response = status(route, "?" + encoded(bad), "farmer:F1", 400);
            assertThat(LiveServer.json(response).get("details").get(0).get("parameter").asText())
                    .isEqualTo(bad.substring(0, bad.indexOf('=')));
        }
    }

    @ParameterizedTest
    @FieldSource("V2")
    void v2IsForFarmersOnly(String route) {
        for (String caller : List.of("admin", "analyst", "readonly", "common-only")) {
            status(route, "", caller, 403);
            status(route, "?exclude_self=maybe", caller, 403);
        }
        status(route, "", "farmer:F1", 200);
        status(route, "?exclude_self=maybe", "farmer:F1", 400);
        status(route, "?limit=5", "farmer:F1", 400);
    }

    private static HttpResponse<String> status(String route, String query, String caller, int status) {
        HttpResponse<String> response = server.get(route + query, caller);
        assertThat(response.statusCode()).as("%s as %s: %s", query, caller, response.body()).isEqualTo(status);
        return response;
    }
}
