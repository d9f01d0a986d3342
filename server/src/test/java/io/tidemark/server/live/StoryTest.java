package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.generate.GeneratorSummary;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The eight things to discover in the demo, by the requests that the README names, on a smaller coast with the same
 * story.
 */
@TestMethodOrder(OrderAnnotation.class)
class StoryTest {

    private static final LocalDate END = LocalDate.of(2026, 5, 20);
    private static final Pattern SITE =
            Pattern.compile("site (\\d+) of (F\\d+) in production area (\\d+) \\(([VH]\\d+)\\) (.*), from (.*)\\.");

    @TempDir
    private static Path folder;

    private static LiveServer server;
    private static GeneratorSummary summary;

    @BeforeAll
    static void serve() throws Exception {
        Path delivery = folder.resolve("delivery");
        summary = new DeliveryGenerator(new GeneratorOptions(110, 1, 2, 17, END, null, 14, true))
                .write(delivery, progress -> { });
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Stream<JsonNode> rows(String path, String caller) {
        return StreamSupport.stream(server.data(path, caller).spliterator(), false);
    }

    /** The part of the story that befell one site. */
    private static MatchResult told(String what) {
        return summary.notes().stream().map(SITE::matcher).filter(Matcher::find).map(Matcher::toMatchResult)
                .filter(m -> m.group(5).contains(what)).findFirst().orElseThrow();
    }

    @Test
    void theSummaryNamesEightThings() {
        assertThat(summary.notes()).filteredOn(note -> note.startsWith("To discover: ")).hasSize(8);
    }

    /** Gill disease (A402) in April 2026 against the year before, in Trøndelag and in Nordland. */
    @Test
    void gillDiseaseInOneArea() {
        assertThat(gills("6", "2026-04")).isGreaterThan(10 * Math.max(0.0003, gills("6", "2025-04")));
        assertThat(gills("8", "2026-04")).isLessThan(0.005);
    }

    private static double gills(String area, String month) {
        return rows("/v3/mortality/categories/rate?areas=" + area + "&from_date=" + month + "&to_date=" + month,
                "admin")
                .filter(row -> row.get("loss_category_code").asText().equals("A402"))
                .mapToDouble(row -> row.get("mortality_rate").asDouble()).findFirst().orElse(0);
    }

    /**
     * None of F01's sites in area 3 is deloused for four months; then all on 5 April, and the week after has the peak.
     */
    @Test
    void aLateDelousingWithItsPeak() {
        List<JsonNode> treated =
                rows("/v3/treatment/by-site?start_date=2025-12-06&end_date=2026-04-05&treatment_target=Lice",
                "farmer:F01")
                .filter(row -> productionArea(row.get("site_id").asText()) == 3).toList();
        assertThat(treated).isNotEmpty().allSatisfy(row -> {
            assertThat(row.get("treatment_date").asText()).isEqualTo("2026-04-05");
            assertThat(row.get("treatment_category").asText()).isEqualTo("Thermal");
        });
        List<JsonNode> weeks = rows("/v3/mortality/areas/week?areas=3&from_date=2026-03-16&to_date=2026-04-19",
                "farmer:F01").toList();
        assertThat(weeks).hasSize(5);
        double peak = weeks.get(3).get("farmer_mortality_rate").asDouble();
        assertThat(weeks.get(3).get("loss_rate_week").asText()).isEqualTo("2026-04-06");
        assertThat(peak).isGreaterThan(0.02).isGreaterThan(4 * weeks.get(0).get("farmer_mortality_rate").asDouble());
    }

    private static int productionArea(String site) {
        return server.data("/v3/common/site/" + site, "admin").get("production_area_id").asInt();
    }

    /** The autumn fish of 2025 lose about a third in Nordland of what they lose elsewhere. */
    @Test
    void aGoodGeneration() {
        double good = cumulative("nordland");
        assertThat(good).isLessThan(0.6 * cumulative("vest")).isLessThan(0.6 * cumulative("trøndelag"));
    }

    private static double cumulative(String area) {
        return rows("/v3/mortality/generations/rate?generations=H2025&areas="
                + URLEncoder.encode(area, StandardCharsets.UTF_8) + "&from_date=2026-04&to_date=2026-04", "admin")
                .mapToDouble(row -> row.get("cumulative_loss_rate").asDouble()).findFirst().orElseThrow();
    }

    /** Fewer die than among like fish of others. */
    @Test
    void aCompanyThatLooksWorseAndIsNot() {
        String company = summary.notes().stream().filter(note -> note.contains("others with like fish, "))
                .findFirst().orElseThrow().replaceAll(".*, (F\\d+)\\.", "$1");
        JsonNode year = rows("/v3/comparison/expected-loss?period_grouping=window", "farmer:" + company).findFirst()
                .orElseThrow();
        assertThat(year.get("ratio").asDouble()).isBetween(0.5, 0.9);
        assertThat(year.get("compared_share").asDouble()).isGreaterThan(0.9);
    }

    /**
     * Of others' fish from 4 kg on, those that were flushed and brushed lost more than 0.5 % by it; lighter ones did
     * not.
     */
    @Test
    void aMethodThatCostsMoreForLargeFish() {
        List<JsonNode> year = rows("/v3/comparison/after-treatment?from_date=2025&to_date=2025", "admin")
                .filter(row -> row.get("treatment_category").asText().equals("Mechanical")
                && row.get("quarter").isNull()).toList();
        assertThat(cost(year, "4+ kg")).isGreaterThan(0.005);
        assertThat(cost(year, "1–2 kg")).isLessThan(0.004);
    }

    private static double cost(List<JsonNode> list, String weight) {
        return list.stream().filter(row -> row.get("weight_group").asText().equals(weight)).findFirst().orElseThrow()
                .get("mean_excess_rate").asDouble();
    }

    /** The pens of the site are in need before a cause is known. */
    @Test
    void deathsThatRiseWithoutAKnownCause() {
        MatchResult site = told("without a known cause");
        assertThat(rows("/v3/watch/units?limit=1000", "farmer:F01")
                .filter(row -> row.get("site_id").asText().equals(site.group(1))))
                .isNotEmpty().anySatisfy(row -> assertThat(row.get("signal").asText()).isIn("rising", "limit"));
        List<JsonNode> causes = rows("/v3/mortality/site-losses?from_date=2026-05-14&to_date=2026-05-20&site_id="
                + site.group(1), "farmer:F01").toList();
        assertThat(causes).isNotEmpty();
        assertThat(causes.stream().filter(row -> row.get("loss_category_code").asText().startsWith("F"))
                .mapToLong(row -> row.get("loss_count").asLong()).sum())
                .isGreaterThan(causes.stream().mapToLong(row -> row.get("loss_count").asLong()).sum() / 2);
    }

    @Test
    void aSiteThatStopsFeeding() {
        MatchResult site = told("is not fed");
        List<JsonNode> weeks = rows("/v3/feeding/sfr_temperature_by_region_and_week?areas=" + site.group(3)
                + "&generations="
                + site.group(4) + "&from_date=2026-04-13&to_date=2026-05-17", "farmer:" + site.group(2)).toList();
        assertThat(weeks).extracting(row -> row.get("farmer_site_count").asInt()).contains(1);
        assertThat(weeks.getFirst().get("farmer_specific_feed_rate").asDouble()).isGreaterThan(0.1);
        assertThat(weeks.getLast().get("farmer_specific_feed_rate").asDouble()).isZero();
    }

    /** The last test: it takes the correction in. */
    @Test
    @Order(Integer.MAX_VALUE)
    void aCorrectionBringsAStormToLight() throws Exception {
        MatchResult site = told("storm");
        double before = bothWeeks(site);
        assertThat(lostInStorm(site)).isZero();
        server.ingest(folder.resolve("delivery").resolve(DeliveryGenerator.CORRECTION));
        assertThat(lostInStorm(site)).isGreaterThan(1_000);
        assertThat(bothWeeks(site)).isGreaterThan(before + 0.002);
    }

    private static long lostInStorm(MatchResult site) {
        return rows("/v3/mortality/site-losses?from_date=" + site.group(6) + "&to_date=2026-05-20&site_id="
                + site.group(1), "farmer:" + site.group(2))
                .filter(row -> row.get("loss_category_code").asText().equals("C303"))
                .mapToLong(row -> row.get("loss_count").asLong()).sum();
    }

    /** The storm's week and the next: its dead may be counted after a weekend. */
    private static double bothWeeks(MatchResult site) {
        String day = site.group(6);
        return rows("/v3/mortality/areas/week?areas=" + site.group(3) + "&generations=" + site.group(4) + "&from_date="
                + day
                + "&to_date=" + LocalDate.parse(day).plusDays(7), "farmer:" + site.group(2))
                .mapToDouble(row -> row.get("farmer_mortality_rate").asDouble()).sum();
    }
}
