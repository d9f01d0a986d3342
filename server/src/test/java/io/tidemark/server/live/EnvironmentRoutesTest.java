package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Sea temperatures over {@link SoundDelivery}, whose Javadoc holds the readings that the numbers come from. */
class EnvironmentRoutesTest {

    private static final String FAMILY = "/v3/environment/";
    static final List<String> ROUTES = List.of("temperature-trends-by-region", "temperature-depths-by-region",
            "temperature-by-week-and-region", "temperature-by-production-area-and-week", "sea-temperature-analysis");

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, SoundDelivery.TODAY).ingest(SoundDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // 2026-W53 in area 3: 10001 (2 x 8 + 9.5 + 6 + 4 x 5) / 8 = 6.4375, 10002 7.1; their mean 6.76875.
    // Slopes of area 3: W53 over W50 8.5 (x = 0), W52 7 (2), W53 6.76875 (3): (3 x 34.30625 - 5 x 22.26875) / (3 x 13 -
    // 25) = -8.425 / 14 = -0.60179; W01 over W52, W53, W01 (x = 1, 2, 3): (7 - 6) / 2 down a week; W52 over W50 and
    // W52: 1.5 / 2 down; W50 has one week of four. Area 7 rises 0.1 a week: two of four weeks at each row. Nobody has a
    // year's changes: MacroTrendTest. 2026-W50 two ISO years back is the week of 2024-12-15, a Sunday: 7.4; 2025 has no
    // week 53.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            none                               | 2026-12-07 50 2026 3 Karmøy til Sotra Vest [3,4] 8.5 null null null null 1.1 null 7.4 / 2026-12-21 52 2026 3 Karmøy til Sotra Vest [3,4] 7 -0.75 null null null null null null / 2026-12-28 53 2026 3 Karmøy til Sotra Vest [3,4] 6.77 -0.6018 -0.23 null null null null null / 2027-01-04 1 2027 3 Karmøy til Sotra Vest [3,4] 6 -0.5 -0.77 null 1 5.1 5 0.9 / 2026-12-28 53 2026 4 Nordhordland til Stadt Vest [3,4] 6 null null null null null null null / 2026-12-07 50 2026 7 Nord-Trøndelag med Bindal Trøndelag [6,7] 11.6 0.1 null null null null null null / 2026-12-21 52 2026 7 Nord-Trøndelag med Bindal Trøndelag [6,7] 11.8 0.1 null null null null null null / 2027-01-04 1 2027 7 Nord-Trøndelag med Bindal Trøndelag [6,7] 12 0.1 null null null null null null
            from_date=2026-12-31&to_date=2026-12-31&areas=3 | 2026-12-28 53 2026 3 Karmøy til Sotra Vest [3] 6.77 -0.6018 -0.23 null null null null null
            from_date=2027-01-10&areas=Vest,7  | 2027-01-04 1 2027 3 Karmøy til Sotra Vest [3,4] 6 -0.5 -0.77 null 1 5.1 5 0.9 / 2027-01-04 1 2027 7 Nord-Trøndelag med Bindal Trøndelag [7] 12 0.1 null null null null null null
            """)
    void trends(@Nullable String query, String rows) {
        assertThat(rows(data("temperature-trends-by-region", query))).isEqualTo(rows);
    }

    // 28 December: 10001 (2 x 8 + 9.5) / 3 = 8.5, 10002 7.1, 10003 6; above 5 m 8 and 6, at 5 m 9.5. 29 December: 14.9
    // m is medium, 15 m is deep, (6 + 4 x 5) / 5 = 5.2
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-12-28&to_date=2027-01-04            | 2026-12-28 Sør Vest [3,4] 10 7 9.5 null 7.1 7.2 6 9.5 3 / 2026-12-29 Sør Vest [3,4] 5 null 6 5 null 5.2 5 6 1 / 2027-01-04 Sør Vest [3,4] 1 6 null null null 6 6 6 1 / 2027-01-04 Midt Trøndelag [6,7] 1 12 null null null 12 12 12 1
            from_date=2026-12-28&to_date=2026-12-28&areas=3    | 2026-12-28 Sør Vest [3] 4 8 9.5 null 7.1 7.8 7.1 9.5 2
            """)
    void depths(String query, String rows) {
        assertThat(rows(data("temperature-depths-by-region", query))).isEqualTo(rows);
    }

    // four weeks back from 10 January is 13 December: the 7th lies before it
    @Test
    void depthsByDefaultAreTheDaysOfFourWeeks() {
        assertThat(rows(data("temperature-depths-by-region", null), "date platform_area_name"))
                .isEqualTo("2026-12-21 Vest"
                + " / 2026-12-21 Trøndelag / 2026-12-28 Vest / 2026-12-29 Vest / 2027-01-04 Vest / 2027-01-04 "
                + "Trøndelag");
    }

    // sites 6.4375 and 7.1: sample deviation 0.6625 / sqrt(2) = 0.468
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-W53             | 3 Sør 2026-12-28 6.77 6.77 6.44 7.1 9 0.47 false true / 3 Sør 2027-01-04 6 6 6 6 1 null true false / 4 Sør 2026-12-28 6 6 6 6 6 null false true / 7 Midt 2027-01-04 12 12 12 12 1 null true false
            from_date=2026-W52&to_date=2026-W52&areas=A2 | 3 Sør 2026-12-21 7 7 7 7 1 null false false
            """)
    void productionAreas(String query, String rows) {
        assertThat(rows(data("temperature-by-production-area-and-week", query))).isEqualTo(rows);
    }

    // three sites: (6.4375 + 7.1 + 6) / 3 = 6.5125, median 6.4375; deviations -0.075, 0.5875, -0.5125, squares
    // 0.005625, 0.34515625, 0.26265625: sqrt(0.6134375 / 2) = 0.5538
    @Test
    void regions() {
        assertThat(rows(data("temperature-by-week-and-region", "from_date=2026-W53")))
                .isEqualTo("Sør 2026-12-28 6.51 6.44 6 7.1 15 0.55 null [1,2,3,4,5]"
                        + " / Sør 2027-01-04 6 6 6 6 1 null null [1,2,3,4,5] / Midt 2027-01-04 12 12 12 12 1 null "
                        + "null [6,7]");
    }

    // W53: medium (9.5 + 6) / 2; two sites on the 28th and one on the 29th; W50, W52, W53: 22.26875 / 3 = 7.4229.
    // December: 10001 (8.5 + 7 + 51.5) / 10 = 6.7, 10002 7.1, so 6.9 against three of 7.4, and 2022 is missing.
    // W01: 19.76875 / 3 = 6.5896; January to the 4th: 6 against (5 + 0.9 + 4.6) / 3 = 3.5 and (5 + 0.9 + 4.6 + 5.5 +
    // 6.5) / 5 = 4.5 2026-W01 begins in December, has 5 and three weeks before it 7.4 (15 December 2025), and 0.9 a
    // year before
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-W53&areas=3 | 2026-12-28 2026 53 3 Karmøy til Sotra Vest [3] Sør 6.77 6.77 5 9.5 8 7.75 5 7.1 9 1.5 2 7.42 null null -0.23 null null null 6.9 full_month 7.4 null -0.5 null colder null false true false December winter / 2027-01-04 2027 1 3 Karmøy til Sotra Vest [3] Sør 6 6 6 6 6 null null null 1 1 1 6.59 null null -0.77 5 1 20 6 month_to_date 3.5 4.5 2.5 1.5 much warmer much warmer true false true January winter
            from_date=2026-W01&to_date=2026-W01 | 2025-12-29 2026 1 3 Karmøy til Sotra Vest [3,4] Sør 5 5 5 5 5 null null null 1 1 1 6.2 null null null 0.9 4.1 null 7.4 full_month null null null null null null false false false December winter
            """)
    void analysis(String query, String rows) {
        assertThat(rows(data("sea-temperature-analysis", query))).isEqualTo(rows);
    }

    // six of the last twelve weeks at both rows
    @Test
    void analysisHasSlopesOverHalfOfTheirWeeks() {
        assertThat(rows(data("sea-temperature-analysis", "from_date=2026-12-21&areas=7"),
                "week_date rolling_4week_avg rolling_12week_trend macro_trend week_over_week_change"))
                .isEqualTo("2026-12-21 11.7 0.1 null null / 2027-01-04 11.9 0.1 null null");
    }

    // against 8.00: -1.5, -1.49, -0.49, 0.49, 0.5, 1.49, 1.5
    @Test
    void monthsAreComparedWithThoseOfEarlierYears() {
        assertThat(rows(data("sea-temperature-analysis", "from_date=2026-03&to_date=2026-09&areas=4"),
                "week_date month_name season current_month_vs_3year_diff monthly_status_vs_3year")).isEqualTo(
                "2026-03-09 March spring -1.5 much colder / 2026-04-13 April spring -1.49 colder / 2026-05-11 May "
                + "spring -0.49 normal"
                + " / 2026-06-15 June summer 0.49 normal / 2026-07-13 July summer 0.5 warmer / 2026-08-10 August "
                + "summer 1.49 warmer / 2026-09-14 September autumn 1.5 much warmer");
    }

    @ParameterizedTest
    @FieldSource("ROUTES")
    void pagesFollowOneAnother(String route) {
        JsonNode all = data(route, "from_date=2026-W53");
        int last = all.size() - 1;
        JsonNode first = LiveServer.json(server.get(FAMILY + route + "?from_date=2026-W53&limit=" + last, "analyst"));
        JsonNode second = LiveServer.json(server.get(FAMILY + route + "?from_date=2026-W53&limit=1&offset=" + last,
                "analyst"));

        assertThat(first.get("pagination").toString())
                .isEqualTo("{\"offset\":0,\"limit\":" + last + ",\"has_more\":true}");
        assertThat(second.get("pagination").get("has_more").asBoolean()).isFalse();
        assertThat(first.get("data")).hasSize(last);
        assertThat(rows(first.get("data")) + " / " + rows(second.get("data"))).isEqualTo(rows(all));
        assertThat(first.get("metadata").toString()).isEqualTo("{}");
    }

    // nothing is hidden, although one company measured all
    @ParameterizedTest
    @FieldSource("ROUTES")
    void everybodySeesTheSame(String route) {
        assertThat(server.data(FAMILY + route, "farmer:F1")).isEqualTo(server.data(FAMILY + route, "analyst"))
                .isEqualTo(server.data(FAMILY + route, "admin"));
    }

    @ParameterizedTest
    @FieldSource("ROUTES")
    void refusalsAndEmptyAnswers(String route) {
        status(route, "", "readonly", 403);
        status(route, "?limit=x", "common-only", 403);
        status(route, "?from_date=2019&to_date=2019", "analyst", 204);
        status(route, "?areas=13", "analyst", 204);
        status(route, "?limit=0", "analyst", 200);
        status(route, "?offset=500", "analyst", 200);
        for (String bad : List.of("limit=1001", "limit=-1", "offset=-1", "areas=14", "areas=", "from_date=2027-02",
                "from_date=Q1 2026", "to_date=soon", "exclude_self=true", "generations=V2026")) {
            HttpResponse<String> response = status(route, "?" + encoded(bad), "analyst", 400);
            assertThat(LiveServer.json(response).get("details").get(0).get("parameter").asText())
                    .isEqualTo(bad.substring(0, bad.indexOf('=')));
        }
    }

    private static HttpResponse<String> status(String route, String query, String caller, int status) {
        HttpResponse<String> response = server.get(FAMILY + route + query, caller);
        assertThat(response.statusCode()).as("%s as %s: %s", query, caller, response.body()).isEqualTo(status);
        return response;
    }

    private static JsonNode data(String route, @Nullable String query) {
        return server.data(FAMILY + route + (query == null ? "" : "?" + encoded(query)), "analyst");
    }
}
