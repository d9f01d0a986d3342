package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.microsoft.playwright.Locator;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.query.QueryCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Which of one's own pens need somebody, over {@link WatchDelivery}, whose Javadoc holds the figures behind the rows;
 * and the dashboard that begins with them.
 */
@ExtendWith(DashboardBrowser.Shared.class)
@SuppressWarnings("NullAway.Init") // set before all tests
final class WatchUnitsTest {

    private static final String PATH = "/v3/watch/units";
    private static final String HAND_MADE = PATH + "?site_id=10001";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = LiveServer.start(folder, WatchDelivery.END.plusDays(1))
                .ingest(WatchDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theCommandHasTheLimitsOfTheServersConfiguration() throws IOException {
        Path config = Files.writeString(folder.resolve("limits.yaml"), "watch:\n  limits: 1,500,0.6\n");
        assertThat(limits(Map.of())).containsOnly("0.25", "0.5");
        assertThat(limits(Map.of("TIDEMARK_CONFIG", config.toString()))).containsOnly("0.6", "1");
        assertThat(query(Map.of("TIDEMARK_WATCH_LIMITS", "2")).err())
                .contains("watch.limits must be three numbers such as");
    }

    private static List<String> limits(Map<String, String> environment) throws IOException {
        CommandRun run = query(environment);
        assertThat(run.code()).as(run.err()).isZero();
        return LiveServer.JSON.readTree(run.out()).findValuesAsText("limit_per_mille");
    }

    private static CommandRun query(Map<String, String> environment) {
        CommandLine command = new CommandLine(new QueryCommand(environment))
                .setExecutionExceptionHandler(new FailureReport());
        return CommandRun.of(command, "v3/watch/units", "site_id=10001", "--as", "farmer:F1", "--lake",
                server.lake().toString(), "--today", WatchDelivery.END.plusDays(1).toString(), "--json");
    }

    // Each of the last three days is a collection of one day. Dead of a thousand in them, against the limit: A 0.5067
    // of 0.5, D 0.26 of 0.25, G 0.6 of 0.25 are above; B 0.25, C 0.26 of 0.5, E 0.18, F 0.24, H and I 0.01 are not. The
    // larger of that and the height: A 2.676, G 2.4, F 1.858, D 1.04; E 1.464, B 1 (not above), C 0.52. G's days above
    // end at the 29th, when it has no row. I's first weeks were other fish.
    @Test
    void pensAreJudgedByTheirDays() {
        assertThat(rows(server.data(HAND_MADE, "farmer:F1"),
                "unit_id date fish_count avg_weight_gram days_since_collection mortality_count mortality_per_mille"
                + " limit_per_mille days_above_limit signal last_treatment_date missing_days").replace(" / ", "\n"))
                .isEqualTo("""
                A 2027-01-31 100000 499 0 51 0.51 0.5 1 limit 2027-01-10 0
                G 2027-01-31 100000 4000 0 60 0.6 0.25 2 limit 2026-12-20 3
                F 2027-01-31 100000 4000 0 24 0.24 0.25 0 rising 2026-12-20 0
                D 2027-01-31 100000 500 0 26 0.26 0.25 50 limit 2026-12-20 0
                E 2027-01-31 100000 4000 0 24 0.24 0.25 0 quiet 2026-12-20 0
                B 2027-01-31 100000 500 0 25 0.25 0.25 0 quiet 2027-01-10 0
                C 2027-01-31 100000 499.99 0 26 0.26 0.5 0 quiet 2026-12-20 0
                H 2027-01-31 100000 4000 0 1 0.01 0.25 0 quiet null 0
                I 2027-01-31 100000 4000 0 1 0.01 0.25 0 quiet null 0""");
        assertThat(rows(server.data(HAND_MADE, "farmer:F1"), "unit_id times_limit"))
                .isEqualTo("A 1.013 / G 2.4 / F 0.96 / D 1.04 / E 0.72 / B 1"
                + " / C 0.52 / H 0.04 / I 0.04");
    }

    // Not counted at weekends: on Sunday the 31st the last collection is Friday's, of one day; Monday's, of three days,
    // is the one before Tuesday's. Every third day: the 30th, of three days.
    @Test
    void daysWithoutCollectionAreNoZeros() {
        for (JsonNode row : server.data(PATH + "?site_id=10008,10009&limit=500", "farmer:F1")) {
            boolean atWeekends = row.get("site_id").asText().equals("10009");
            assertThat(row.get("days_since_collection").asInt())
                    .isEqualTo(atWeekends ? 2 : (int) (WatchDelivery.END.toEpochDay() % 3));
            double perMille = row.get("mortality_count").asDouble() * 1000 / row.get("fish_count").asDouble();
            // of three decimals
            assertThat(row.get("mortality_per_mille").asDouble())
                    .isCloseTo(Math.round(atWeekends ? perMille * 1000 : perMille * 1000 / 3) / 1e3, within(1e-9));
        }
    }

    // A: 10, 10, 10, 10, 51, 50, 51 dead in the last week: 192 of 100 000; 70 in the week before. G lacks a day of the
    // week, and two of the one before. All pens of V2026 there are in one atom. G2 loses 10 of the 300 000 fish of
    // others a day: A's and B's 100 000 are each expected to lose 46.7 (46.667) in two weeks, and lost 262 and 350.
    @Test
    void weeksAreRatesAndTheLastTwoReleasedAreCompared() {
        Map<String, JsonNode> pens = StreamSupport.stream(server.data(HAND_MADE, "farmer:F1").spliterator(), false)
                .collect(Collectors.toMap(row -> row.get("unit_id").asText(), row -> row));
        assertThat(rows(one(pens, "A"), "mortality_rate_7_days mortality_rate_previous_7_days"))
                .isEqualTo("0.00192 0.0007");
        assertThat(rows(one(pens, "G"), "mortality_rate_7_days mortality_rate_previous_7_days"))
                .isEqualTo("0.0042 0.0042");
        assertThat(rows(one(pens, "H"), "mortality_rate_7_days mortality_rate_previous_7_days"))
                .isEqualTo("0.00007 null");
        assertThat(rows(one(pens, "A"), "ratio_2_weeks")).isEqualTo("5.61");
        assertThat(rows(one(pens, "B"), "ratio_2_weeks")).isEqualTo("7.495");
    }

    private static ArrayNode one(Map<String, JsonNode> pens, String unit) {
        return LiveServer.JSON.createArrayNode().add(pens.get(unit));
    }

    // x = ln((dead + 1/2) / fish): m = (ln 4.5 + ln 8.5) / 2 - ln 100 000. The half distance of the two is 0.3180, s of
    // 28 days 0.3238; chance alone makes 1 / sqrt(6.5) = 0.3922 of six dead, which counts. The line is 3 x 0.3922 x
    // sqrt(0.3 / 1.7) = 0.4943 above m. Days with 6 dead are 0.0497 above m, those with 24 are 1.3766. F: 0.0414 after
    // five days of 6, then 0.4419, 0.7223 and 0.9186: two days above. E: 0.0439, 0.4437, 0.7236: one.
    @Test
    void theMovingAverageByHand() {
        double mean = (Math.log(4.5) + Math.log(8.5)) / 2;
        double line = 3 / Math.sqrt(6.5) * Math.sqrt(0.3 / 1.7);
        double[] average = {0, 0};
        double[] before = {0, 0};
        for (int left = 7; left >= 0; left--) {
            for (int pen = 0; pen < 2; pen++) {
                double x = Math.log((left < 2 + pen ? 24 : 6) + 0.5) - mean;
                before[pen] = average[pen];
                average[pen] = 0.7 * average[pen] + 0.3 * x;
            }
        }
        assertThat(new double[] {before[0], average[0], before[1], average[1], line})
                .containsExactly(new double[] {0.4437, 0.7236, 0.7223, 0.9186, 0.4943}, within(1e-4));
        assertThat(before[0]).isLessThan(line);
        assertThat(before[1]).isGreaterThan(line);
    }

    /**
     * However often somebody collects: of quiet pens two of a hundred signal on a day at most; a fourfold rise is found
     * on its eighth day.
     */
    @ParameterizedTest
    @CsvSource({"10006,200,90", "10007,90,85", "10008,90,85", "10009,90,85"})
    void quietPensAreQuietAndARiseIsFound(String site, int pens, int percentFound) {
        Map<Character, Long> signals = StreamSupport.stream(server.data(PATH + "?limit=1000&site_id=" + site,
                "farmer:F1").spliterator(), false)
                .filter(row -> !row.get("signal").asText().equals("quiet"))
                .collect(Collectors.groupingBy(row -> row.get("unit_id").asText().charAt(0), Collectors.counting()));
        assertThat(signals.getOrDefault('Q', 0L)).isLessThanOrEqualTo(Math.ceilDiv(pens * 2, 100));
        assertThat(signals.getOrDefault('R', 0L)).isGreaterThanOrEqualTo(pens * percentFound / 100);
    }

    @Test
    void aSiteThatStoppedDeliveringIsNotThere() {
        assertThat(server.data(PATH + "?site_id=10005", "farmer:F1")).isEmpty();
    }

    // for F3: G1 lost 1000 of 54 pen-days in the first week and 1279 of 62 in the second, G3 and G4 nothing of 14: 700
    // 000 x 1000 / 6 800 000 = 102.94 and 117.80 are expected of F3's pen, which lost 140
    @Test
    void nobodyElsesIsShown() {
        assertThat(server.get(PATH + "?site_id=10002", "farmer:F1").statusCode()).isEqualTo(403);
        assertThat(server.get(PATH, "analyst").statusCode()).isEqualTo(403);
        assertThat(server.get(PATH, "sums-of:F1").statusCode()).isEqualTo(403);
        assertThat(rows(server.data(PATH, "farmer:F3"), "owner_id site_id unit_id ratio_2_weeks"))
                .isEqualTo("F3 10002 A 0.634");
        assertThat(rows(server.data(PATH + "?owner_id=F3", "admin"), "owner_id site_id unit_id ratio_2_weeks"))
                .isEqualTo("F3 10002 A null");
    }

    /**
     * Of 949 pens ten are shown, as the API has them, and all of them after one click; nobody is asked for pens that it
     * may not see.
     */
    @Test
    @EnabledIf("hasChromium")
    void theOverviewBeginsWithThePensThatNeedSomebody(DashboardBrowser browser) {
        DashboardPage page = browser.browse(server).signIn("/", "farmer:F1");
        JsonNode pens = server.data(PATH + "?limit=1000", "farmer:F1");
        List<List<String>> expected = new ArrayList<>();
        int signals = 0;
        for (JsonNode pen : pens) {
            expected.add(shown(pen));
            signals += pen.get("signal").asText().equals("quiet") ? 0 : 1;
        }
        Locator card = page.card("watch");
        assertThat(page.page.locator("main [data-card]").first().getAttribute("data-card")).isEqualTo("watch");
        assertThat(card.locator("h2").innerText())
                .isEqualTo("Pens that need somebody on 31 Jan 2027: " + signals + " of 949");
        assertThat(page.table("watch").getFirst())
                .containsExactly("Site", "Unit", "Why", "Fish", "Mean weight", "Dead a day, last collection", "Limit",
                "Days above in a row", "Days not counted since", "Last treatment", "Missing days of 14");
        assertThat(page.table("watch").stream().skip(1)).hasSize(10).containsExactlyElementsOf(expected.subList(0, 10));
        assertThat(card.locator(".note").allInnerTexts())
                .contains("The first 10 of the " + signals
                + " are shown; the list of all our pens has the others too.");
        assertThat(card.locator("tbody a[tabindex='0']").count()).as("stops of the keyboard").isEqualTo(1);
        card.locator("tbody a").first().focus();
        page.page.keyboard().press("ArrowDown");
        assertThat(card.locator("tbody tr").nth(1).locator("a")
                .evaluate("each => each === document.activeElement && each.tabIndex === 0")).isEqualTo(true);

        card.locator("details.folded > summary").click();
        card.locator("details.folded table").waitFor();
        assertThat(page.table("watch").stream().skip(12)).containsExactlyElementsOf(expected);
        card.locator("tbody a").first().click();
        page.page.waitForURL("**/sites/" + pens.get(0).get("site_id").asText());
        assertThat(page.complaints).isEmpty();

        DashboardPage quiet = browser.browse(server).signIn("/", "farmer:F3");
        assertThat(quiet.card("watch").locator("h2").innerText())
                .isEqualTo("None of our pens (1) is above the limit or has rising deaths on 31 Jan 2027");
        assertThat(quiet.card("watch").locator("table").count()).isZero();
        for (String caller : List.of("analyst", "sums-of:F1")) {
            DashboardPage other = browser.browse(server).signIn("/", caller);
            assertThat(other.asked).noneMatch(each -> each.startsWith(PATH));
            assertThat(other.card("watch").count()).isZero();
            assertThat(other.complaints).isEmpty();
        }
        browser.leave();
    }

    static boolean hasChromium() {
        return Chromium.here().isPresent();
    }

    private static List<String> shown(JsonNode pen) {
        String signal = switch (pen.get("signal").asText()) {
            case "limit" -> pen.get("times_limit").isNull() ? "above the limit" : String.format(Locale.UK,
                    "above the limit, %.2f × over three collections", pen.get("times_limit").asDouble());
            case "rising" -> "rising";
            default -> "quiet";
        };
        String treated = pen.get("last_treatment_date").isNull()
                ? "–" : LocalDate.parse(pen.get("last_treatment_date").asText())
                .format(DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH));
        return List.of(pen.get("site_name").asText(), pen.get("unit_id").asText(), signal,
                String.format(Locale.UK, "%,d", pen.get("fish_count").asInt()),
                String.format(Locale.UK, "%,.0f g", pen.get("avg_weight_gram").asDouble()),
                String.format(Locale.UK, "%.2f‰", pen.get("mortality_per_mille").asDouble()),
                String.format(Locale.UK, "%.2f‰", pen.get("limit_per_mille").asDouble()), pen.get("days_above_limit")
                .asText(), pen.get("days_since_collection").asText(), treated, pen.get("missing_days").asText());
    }
}
