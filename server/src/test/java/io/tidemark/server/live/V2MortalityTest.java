package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.PrivacyChange;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Legacy mortality rates over {@link SkerryDelivery}, whose Javadoc holds the figures the numbers come from; and what
 * all legacy mortality routes have in common.
 */
class V2MortalityTest {

    private static final String BY_REGION = "/v2/mortality/mortality-rate-by-region";
    private static final String BY_COUNTRY = "/v2/mortality/mortality-rate-by-country";
    private static final String TOP_BY_REGION = "/v2/mortality/categories/top-by-region";
    private static final String TOP_BY_COUNTRY = "/v2/mortality/categories/top-by-country";
    private static final List<String> HORIZONS = List.of("1_m", "3_m", "6_m", "12_m", "year");
    private static final List<String> EXTREMES = List.of("highest_10_percent_avg_rate", "lowest_10_percent_avg_rate",
            "highest_10_percent_avg_vi_rate", "lowest_10_percent_avg_vi_rate");
    private static final Offset<Double> WRITTEN = Offset.offset(6e-11);

    // Sør's monthly rates, deaths / fish: to August 2026, to November 2026, December 2026 (site 19 has 1000 fish and 19
    // deaths more) and January 2027 (site 12 has 100 deaths more)
    private static final double TO_AUGUST = 209 / 20_000.0;
    private static final double TO_NOVEMBER = 230 / 21_000.0;
    private static final double DECEMBER = 249 / 22_000.0;
    private static final double JANUARY = 330 / 21_000.0;
    // by grams: 10 of the dead weigh 6000 g, the others 2000 g as all living fish: (209 - 10) x 2 + 10 x 6 = 458 kg of
    // 40 000 kg, (230 - 10) x 2 + 60 = 500 of 42 000, (249 - 10) x 2 + 60 = 538 of 44 000, (330 - 10) x 2 + 60 = 700 of
    // 42 000
    private static final double VI_TO_AUGUST = 458 / 40_000.0;
    private static final double VI_TO_NOVEMBER = 500 / 42_000.0;
    private static final double VI_DECEMBER = 538 / 44_000.0;
    private static final double VI_JANUARY = 700 / 42_000.0;

    @TempDir
    static Path folder;

    private static final Map<String, JsonNode> ANSWERS = new ConcurrentHashMap<>();

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, SkerryDelivery.TODAY)
                .ingest(SkerryDelivery.write(folder.resolve("delivery")), new PrivacyChange(2, null));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // for others than admins: Sør's groups are three and more, Nord's from December 2026 on; Midt's are two, February
    // 2024 has one
    @Test
    void rowsAreCompleteMonthsByRegionFromSouthToNorth() {
        List<String> forAdmin = new ArrayList<>(List.of("2024 2 Sør 1"));
        List<String> forAnalyst = new ArrayList<>();
        for (int month = 0; month < 14; month++) {
            int year = month == 0 ? 2025 : month == 13 ? 2027 : 2026;
            String when = year + " " + ((month + 11) % 12 + 1);
            // site 21 comes in September 2026, the tenth month; three sites of Nord in December
            String south = when + " Sør " + (month < 9 ? 20 : 21);
            forAdmin.addAll(List.of(south, when + " Midt 2", when + " Nord " + (month < 12 ? 1 : 4)));
            forAnalyst.addAll(month < 12 ? List.of(south) : List.of(south, when + " Nord 4"));
        }

        assertThat(monthsAndSites("admin")).containsExactlyElementsOf(forAdmin);
        assertThat(monthsAndSites("analyst")).containsExactlyElementsOf(forAnalyst);
    }

    private static List<String> monthsAndSites(String caller) {
        return StreamSupport.stream(server.data(BY_REGION, caller).spliterator(), false)
                .map(r -> r.get("year") + " " + r.get("month")
                + " " + r.get("region").asText() + " " + r.get("number_of_sites")).toList();
    }

    @Test
    void risksOverMonthsAddTheMonthsRates() {
        JsonNode november = row(BY_REGION, "analyst", 2026, 11, "Sør");
        risks(november.get("mortality_rate"), TO_NOVEMBER, 3 * TO_NOVEMBER, 3 * TO_AUGUST + 3 * TO_NOVEMBER,
                9 * TO_AUGUST + 3 * TO_NOVEMBER, 8 * TO_AUGUST + 3 * TO_NOVEMBER);
        risks(november.get("vi_mortality_rate"), VI_TO_NOVEMBER, 3 * VI_TO_NOVEMBER, 3 * VI_TO_AUGUST
                + 3 * VI_TO_NOVEMBER, 9 * VI_TO_AUGUST + 3 * VI_TO_NOVEMBER, 8 * VI_TO_AUGUST + 3 * VI_TO_NOVEMBER);

        // a new year begins with January; 12 months are February to August, September to November, December, January
        JsonNode january = row(BY_REGION, "analyst", 2027, 1, "Sør");
        risks(january.get("mortality_rate"), JANUARY, TO_NOVEMBER + DECEMBER + JANUARY,
                TO_AUGUST + 3 * TO_NOVEMBER + DECEMBER + JANUARY, 7 * TO_AUGUST + 3 * TO_NOVEMBER + DECEMBER + JANUARY,
                JANUARY);
        risks(january.get("vi_mortality_rate"), VI_JANUARY, VI_TO_NOVEMBER + VI_DECEMBER + VI_JANUARY,
                VI_TO_AUGUST + 3 * VI_TO_NOVEMBER + VI_DECEMBER + VI_JANUARY,
                7 * VI_TO_AUGUST + 3 * VI_TO_NOVEMBER + VI_DECEMBER + VI_JANUARY, VI_JANUARY);
    }

    @Test
    void aRiskNeedsEveryOneOfItsMonths() {
        // the first month: neither three months nor the eleven of 2025 before it
        risks(row(BY_REGION, "analyst", 2025, 12, "Sør").get("mortality_rate"), TO_AUGUST, null, null, null, null);
        // January begins its year
        risks(row(BY_REGION, "analyst", 2026, 1, "Sør").get("mortality_rate"), TO_AUGUST, null, null, null, TO_AUGUST);
        // site 20's two days of 2024 without deaths: January has no row of its own, being the 37th month back, but is
        // looked at
        risks(row(BY_REGION, "admin", 2024, 2, "Sør").get("mortality_rate"), 0.0, null, null, null, 0.0);
    }

    // deaths by cause in November 2026, of 21 000 fish: A 14 + 16 + 18, B 19 + 22, C 24 + 26, D 28 + 30, E 10 + 11 +
    // 12; the 2 that were culled do not count
    @Test
    void ratesByLevel1Code() {
        JsonNode rates = row(BY_REGION, "analyst", 2026, 11, "Sør").get("mortality_code_rate");

        assertThat(rates.toString())
                .isEqualTo("{\"A\":0.0022857143,\"B\":0.001952381,\"C\":0.0023809524,\"D\":0.0027619048,"
                + "\"E\":0.0015714286,\"F\":0}");
    }

    // 21 sites have a one-month and a three-month value: three at either end, 21 (G4), 20 (G2), 19 (G3) and 1 (G1), 2
    // (G2), 3 (G3); site 3, id 9999, goes before its tie, site 4, id 10000. By weight site 10 (G1) with 0.03 comes
    // first. 20 sites have more months: two at either end, which are two groups at most. Risks of 21, 20 and 19 are
    // 0.0208, 0.0198 and 0.0188: 0.02; over three months 0.0611, 0.0582 and 0.0554: 0.06; over six, of 20 and 19,
    // 0.1131 and 0.1077: 0.1; and so on. By weight the three are 10, 21 and 20, all in the upper half of Southwest's
    // nine sites (areas 1 and 2), whose mean is known: less theirs it is of 15 (G4) and 16 (G2), so their month is not
    // shown; over three months the six others of the nine are of three groups
    @Test
    void extremesAverageATenthOfTheSites() {
        JsonNode forAnalyst = row(BY_REGION, "analyst", 2026, 11, "Sør");
        values(forAnalyst.get("highest_10_percent_avg_rate"), 0.02, 0.06, null, null, null);
        values(forAnalyst.get("lowest_10_percent_avg_rate"), 0.002, 0.006, null, null, null);
        values(forAnalyst.get("highest_10_percent_avg_vi_rate"), null, 0.07, null, null, null);
        values(forAnalyst.get("lowest_10_percent_avg_vi_rate"), 0.002, 0.006, null, null, null);

        JsonNode forAdmin = row(BY_REGION, "admin", 2026, 11, "Sør");
        values(forAdmin.get("highest_10_percent_avg_rate"), 0.02, 0.06, 0.1, 0.2, 0.2);
        values(forAdmin.get("lowest_10_percent_avg_rate"), 0.002, 0.006, 0.009, 0.02, 0.015);
        values(forAdmin.get("highest_10_percent_avg_vi_rate"), 0.025, 0.07, 0.15, 0.25, 0.25);
    }

    // site 12 in January 2027: 112 a month, 12 + 12 + 112 = 136 over three, 5 x 12 + 112 = 172 over six, 11 x 12 + 112
    // = 244 over twelve; site 20: 60, 120, 240; site 21: 63 over three, September to January are only five. Means
    // 0.0488, 0.0822, 0.1356 and 0.2149
    @Test
    void extremesAreChosenForEachHorizonByItself() {
        values(row(BY_REGION, "admin", 2027, 1, "Sør").get("highest_10_percent_avg_rate"), 0.05, 0.08, 0.15, 0.2, 0.05);
    }

    // F1 has sites among the three lowest, F2 among both
    @ParameterizedTest
    @CsvSource({"farmer:F6, ''", "farmer:F6, ?exclude_self=true", "farmer:F1, ''", "farmer:F2, ''",
            "farmer:F1, ?exclude_self=true", "farmer:F3, ''"})
    void extremesAreTheSameForEverybody(String caller, String query) {
        JsonNode row = row(BY_REGION + query, caller, 2026, 11, "Sør");

        JsonNode forAnalyst = row(BY_REGION, "analyst", 2026, 11, "Sør");
        EXTREMES.forEach(name -> assertThat(row.get(name)).as(name).isEqualTo(forAnalyst.get(name)));
    }

    // two groups in Midt, one in Nord: their members see a row without values, others none
    @ParameterizedTest
    @CsvSource({"farmer:F1, Midt", "farmer:F6, Nord"})
    void aRegionWithTooFewGroupsKeepsItsKeys(String caller, String region) {
        JsonNode row = row(BY_REGION, caller, 2026, 11, region);

        assertThat(row.get("number_of_sites").isNull()).isTrue();
        assertAllNull(row);
    }

    // Nord has four groups from December 2026 on: 9 of 4000 fish; before, one group with 9 of 1000
    @Test
    void aHiddenMonthIsMissingInTheRisksOverIt() {
        risks(row(BY_REGION, "analyst", 2026, 12, "Nord").get("mortality_rate"), 0.00225, null, null, null, null);
        risks(row(BY_REGION, "analyst", 2027, 1, "Nord").get("mortality_rate"), 0.00225, null, null, null, 0.00225);
        risks(row(BY_REGION, "admin", 2027, 1, "Nord").get("mortality_rate"), 0.00225, 0.009 + 2 * 0.00225, 4 * 0.009
                + 2 * 0.00225, 10 * 0.009 + 2 * 0.00225, 0.00225);
        // for F1, which is one of the four, three are left
        risks(row(BY_REGION, "farmer:F1", 2026, 12, "Nord").get("mortality_rate"), 0.00225, null, null, null, null);
    }

    // Midt: 12 of 2000 fish, all of A; fewer than ten sites have no ends
    @Test
    void anAdminSeesEverything() {
        JsonNode row = row(BY_REGION, "admin", 2026, 11, "Midt");

        risks(row.get("mortality_rate"), 0.006, 0.018, 0.036, 0.072, 0.066);
        assertThat(row.get("mortality_code_rate").toString())
                .isEqualTo("{\"A\":0.006,\"B\":0,\"C\":0,\"D\":0,\"E\":0,\"F\":0}");
        EXTREMES.forEach(name -> values(row.get(name), null, null, null, null, null));
    }

    // Sør without G1's sites 1, 4, 5 and 10: 230 - 1 - 3 - 5 - 10 = 211 of 17 000; the site that F1 shares stays F4's
    // in December, when F1's 19 of 1000 go
    @Test
    void excludeSelfLeavesTheCallersGroupOut() {
        String path = BY_REGION + "?exclude_self=true";
        JsonNode november = row(path, "farmer:F2", 2026, 11, "Sør");
        assertThat(november.get("number_of_sites").asInt()).isEqualTo(17);
        double toAugust = (209 - 19) / 16_000.0;
        double toNovember = 211 / 17_000.0;
        risks(november.get("mortality_rate"), toNovember, 3 * toNovember, 3 * toAugust + 3 * toNovember,
                9 * toAugust + 3 * toNovember, 8 * toAugust + 3 * toNovember);
        // A 48 - 1 (site 1), B 41 - 3 - 5 (sites 4 and 5), E 33 - 10 (site 10)
        assertThat(november.get("mortality_code_rate").get("B").asDouble()).isCloseTo(33 / 17_000.0, WRITTEN);
        assertThat(november.get("mortality_code_rate").get("E").asDouble()).isCloseTo(23 / 17_000.0, WRITTEN);
        assertThat(row(path, "farmer:F1", 2026, 12, "Sør").get("mortality_rate").get("1_m").asDouble())
                .isCloseTo(risk(toNovember), WRITTEN);

        // a row that has only the caller's own fish stays, without anything in it
        JsonNode nord = row(path, "farmer:F6", 2026, 11, "Nord");
        assertThat(nord.get("number_of_sites").isNull()).isTrue();
        assertAllNull(nord);
        // who excludes nobody's fish sees what it sees without
        assertThat(row(path, "farmer:F6", 2026, 11, "Sør")).isEqualTo(row(BY_REGION, "farmer:F6", 2026, 11, "Sør"));
    }

    // all sites at sea, the one without an area too: 230 + 5 + 7 + 9 + 4 = 255 of 25 000, no fish on land. In no atom
    // are those outside Sør: G1 and G5 alone have them
    @Test
    void theCountryHasEverySiteAtSea() {
        JsonNode rows = server.data(BY_COUNTRY, "admin");
        assertThat(rows).hasSize(15).allSatisfy(r -> assertThat(r.has("region")).isFalse());
        assertThat(row(BY_COUNTRY, "analyst", 2026, 11, null).get("number_of_sites").asInt()).isEqualTo(21);
        JsonNode november = row(BY_COUNTRY, "admin", 2026, 11, null);

        assertThat(november.get("number_of_sites").asInt()).isEqualTo(25);
        double toAugust = 234 / 24_000.0;
        double toNovember = 255 / 25_000.0;
        risks(november.get("mortality_rate"), toNovember, 3 * toNovember, 3 * toAugust + 3 * toNovember,
                9 * toAugust + 3 * toNovember, 8 * toAugust + 3 * toNovember);
        assertThat(november.get("mortality_code_rate").get("A").asDouble()).isCloseTo(73 / 25_000.0, WRITTEN);
        // the mean of the regions' tenths: Sør's alone has ten sites
        values(november.get("highest_10_percent_avg_rate"), 0.02, 0.06, 0.1, 0.2, 0.2);
    }

    @Test
    void keysComeInTheirOrder() {
        JsonNode row = server.data(BY_REGION, "analyst").get(0);

        assertThat(row.fieldNames()).toIterable()
                .containsExactly("year", "month", "region", "number_of_sites", "mortality_rate",
                "vi_mortality_rate", "mortality_code_rate", EXTREMES.get(0), EXTREMES.get(1), EXTREMES.get(2),
                EXTREMES.get(3));
        assertThat(row.get("mortality_rate").fieldNames()).toIterable().containsExactlyElementsOf(HORIZONS);
        EXTREMES.forEach(name -> assertThat(row.get(name).fieldNames()).toIterable()
                .containsExactlyElementsOf(HORIZONS));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_REGION, BY_COUNTRY, TOP_BY_REGION, TOP_BY_COUNTRY})
    void whoMayExcludeItself(String path) {
        for (String caller : List.of("analyst", "admin", "readonly")) {
            HttpResponse<String> refused = server.get(path + "?exclude_self=true", caller);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
            assertThat(LiveServer.json(refused).get("error").asText()).isEqualTo("forbidden");
            assertThat(server.get(path + "?exclude_self=false", caller).statusCode()).isEqualTo(200);
        }
        assertThat(server.get(path + "?exclude_self=true", "farmer:F1").statusCode()).isEqualTo(200);
        assertThat(server.get(path, "common-only").statusCode()).isEqualTo(403);
    }

    @ParameterizedTest(name = "{0}{1}")
    @CsvSource(delimiter = '|', textBlock = """
            /v2/mortality/mortality-rate-by-region   | ?exclude_self=maybe   | exclude_self | must be true or false
            /v2/mortality/mortality-rate-by-country  | ?exclude_self=1&exclude_self=0 | exclude_self | may be given once
            /v2/mortality/categories/top-by-region   | ?excude_self=true     | excude_self  | no such parameter; did you mean exclude_self?
            /v2/mortality/categories/top-by-country  | ?limit=5              | limit        | no such parameter
            /v2/mortality/categories/codelist        | ?limit=0              | limit        | must be a whole number from 1 to 1000
            /v2/mortality/categories/codelist        | ?limit=1001           | limit        | must be a whole number from 1 to 1000
            /v2/mortality/categories/codelist        | ?offset=-1            | offset       | must be a whole number from 0
            /v2/mortality/categories/codelist        | ?exclude_self=true    | exclude_self | no such parameter
            /v2/mortality/categories/changelog       | ?offset=1             | offset       | no such parameter
            /v2/mortality/categories/level-1         | ?level=1              | level        | no such parameter
            /v2/mortality/categories/level-2         | ?areas=3              | areas        | no such parameter
            """)
    void badParameters(String path, String query, String parameter, String message) {
        HttpResponse<String> response = server.get(path + query, "farmer:F1");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        JsonNode details = LiveServer.json(response).get("details");
        assertThat(details).hasSize(1);
        assertThat(details.get(0).get("parameter").asText()).isEqualTo(parameter);
        assertThat(details.get(0).get("message").asText()).contains(message);
    }

    @Test
    void theEnvelopeHasTheTimeAndWhatWasAsked() {
        Instant before = Instant.now().minusSeconds(1);
        JsonNode answer = LiveServer.json(server.get(BY_REGION + "?exclude_self=TRUE", "farmer:F1"));

        assertThat(answer.fieldNames()).toIterable().containsExactly("data", "metadata");
        assertThat(answer.get("metadata").fieldNames()).toIterable().containsExactly("time", "request");
        assertThat(answer.get("metadata").get("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(Instant.parse(answer.get("metadata").get("time").asText())).isBetween(before, Instant.now());
        assertThat(answer.get("metadata").get("request").toString()).isEqualTo("{\"exclude_self\":true}");
        assertThat(LiveServer.json(server.get(TOP_BY_COUNTRY, "analyst")).get("metadata").get("request").toString())
                .isEqualTo("{\"exclude_self\":false}");
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_REGION, BY_COUNTRY, TOP_BY_REGION, "/v2/mortality/categories/level-1"})
    void theSameRequestIsRecognisedWhateverTheTime(String path) {
        HttpResponse<String> first = server.get(path, "analyst");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Authorization", "Bearer " + server.token("analyst")).header("If-None-Match", tag).GET());

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(server.data(path, "analyst")).isEqualTo(LiveServer.json(first).get("data"));
    }

    @Test
    void routesThatShareAQueryHaveTagsOfTheirOwn() {
        assertThat(List.of(BY_REGION, BY_COUNTRY, TOP_BY_REGION, TOP_BY_COUNTRY, BY_REGION + "?exclude_self=1"))
                .extracting(path -> server.get(path, "farmer:F1").headers().firstValue("ETag").orElseThrow())
                .doesNotHaveDuplicates();
    }

    private static JsonNode row(String path, String caller, int year, int month, @Nullable String region) {
        // the same rows are looked at by many tests
        JsonNode rows = ANSWERS.computeIfAbsent(caller + " " + path, key -> server.data(path, caller));
        return StreamSupport.stream(rows.spliterator(), false)
                .filter(r -> r.get("year").asInt() == year && r.get("month").asInt() == month
                        && (region == null || r.get("region").asText().equals(region)))
                .findFirst().orElseThrow();
    }

    private static double risk(double sumOfRates) {
        return 1 - Math.exp(-sumOfRates);
    }

    /** Compares with risks from sums of monthly rates, in the order of the horizons. */
    private static void risks(JsonNode object, @Nullable Double... sums) {
        Double[] risks = new Double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            Double sum = sums[i];
            risks[i] = sum == null ? null : risk(sum);
        }
        values(object, risks);
    }

    private static void values(JsonNode object, @Nullable Double... expected) {
        assertThat(object).hasSize(HORIZONS.size());
        for (int i = 0; i < HORIZONS.size(); i++) {
            JsonNode value = object.get(HORIZONS.get(i));
            Double one = expected[i];
            if (one == null) {
                assertThat(value.isNull()).as(HORIZONS.get(i) + " of " + object).isTrue();
            } else {
                assertThat(value.isNumber()).as(HORIZONS.get(i) + " of " + object).isTrue();
                assertThat(value.asDouble()).as(HORIZONS.get(i) + " of " + object).isCloseTo(one, WRITTEN);
            }
        }
    }

    private static void assertAllNull(JsonNode row) {
        List<String> objects = new ArrayList<>(EXTREMES);
        objects.addAll(List.of("mortality_rate", "vi_mortality_rate", "mortality_code_rate"));
        for (String name : objects) {
            assertThat(row.get(name)).hasSize(name.equals("mortality_code_rate") ? 6 : 5)
                    .allSatisfy(value -> assertThat(value.isNull()).as(name).isTrue());
        }
    }
}
