package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What must hold of the answers of the comparisons and between them, whatever the data: here a generated delivery of
 * two years.
 */
class ComparisonPropertiesTest {

    private static final LocalDate END = LocalDate.of(2026, 5, 20);
    private static final String WINDOW = "from_date=2025-08-04&to_date=2026-04-05";
    /** Half of the last of three decimals. */
    private static final double HALF_A_THOUSANDTH = 0.000501;
    /** Half of the last of four decimals. */
    private static final double HALF_A_TEN_THOUSANDTH = 0.0000501;

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static List<String> farmers;

    @BeforeAll
    static void start() throws InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(90, 1, 2, 23, END, null, 7, false)).write(delivery, line -> { });
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery);
        farmers = Stream.of(delivery.resolve("farmers").toFile().list()).sorted().map(id -> "farmer:" + id).toList();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<JsonNode> rows(String path, String caller) {
        return StreamSupport.stream(server.data(path, caller).spliterator(), false).toList();
    }

    private static Map<String, List<JsonNode>> by(List<JsonNode> rows, String... fields) {
        return rows.stream().collect(Collectors.groupingBy(row ->
                Stream.of(fields).map(field -> row.get(field).asText()).collect(Collectors.joining(" ")),
                TreeMap::new, Collectors.toList()));
    }

    private static double sum(List<JsonNode> rows, String field) {
        return rows.stream().mapToDouble(row -> row.get(field).asDouble()).sum();
    }

    /**
     * A company's fish are the same by area, by generation and by week as together, and so is what was expected of
     * them.
     */
    @Test
    void expectedLossesAddUp() {
        int compared = 0;
        for (String farmer : farmers) {
            String path = "/v3/comparison/expected-loss?" + WINDOW + "&group_by=";
            List<JsonNode> all = rows(path + "company&period_grouping=window", farmer);
            for (String parts : List.of("area&period_grouping=window", "generation&period_grouping=window",
                    "company&period_grouping=week")) {
                List<JsonNode> some = rows(path + parts, farmer);
                assertThat(sum(some, "fish_days")).as(farmer + " " + parts).isEqualTo(sum(all, "fish_days"));
                assertThat(sum(some, "observed_count")).as(farmer + " " + parts).isEqualTo(sum(all, "observed_count"));
                // each is rounded to a tenth of a fish
                assertThat(sum(some, "expected_count")).as(farmer + " " + parts)
                        .isCloseTo(sum(all, "expected_count"), within(0.0501 * (some.size() + 1)));
            }
            for (JsonNode row : all) {
                assertThat(row.get("excess_count").asDouble())
                        .isCloseTo(row.get("observed_count").asDouble() - row.get("expected_count").asDouble(),
                        within(0.101));
                assertThat(row.get("compared_share").asDouble()).isBetween(0.0, 1.0);
                assertThat(row.get("like_share").asDouble()).isBetween(0.0, 1.0);
                if (!row.get("ratio_low").isNull()) {
                    assertThat(row.get("ratio").asDouble()).isBetween(row.get("ratio_low").asDouble(),
                            row.get("ratio_high").asDouble());
                    compared++;
                }
            }
        }
        assertThat(compared).isPositive();
    }

    /**
     * The quarters of an area hold each of its sites once, those with lower rates first, and their mean is the area's
     * site average.
     */
    @Test
    void quartersArePartsOfTheSiteAverage() {
        Map<String, Double> averages = new TreeMap<>();
        rows("/v3/mortality/areas/month?" + WINDOW, "analyst")
                .forEach(row -> averages.put(row.get("month").asText() + row.get("production_area_ids"),
                row.get("site_avg_loss_rate").asDouble()));
        Map<String, List<JsonNode>> areas = by(rows("/v3/comparison/site-quarters?" + WINDOW, "analyst"), "month",
                "platform_area_name");
        assertThat(areas).hasSizeGreaterThan(10);
        areas.forEach((area, quarters) -> {
            double sites = quarters.getFirst().get("site_count").asDouble();
            assertThat(sum(quarters, "quarter_site_count")).as(area).isEqualTo(sites);
            assertThat(quarters).as(area).isSortedAccordingTo((a, b) ->
                    Double.compare(a.get("mean_loss_rate").asDouble(), b.get("mean_loss_rate").asDouble()));
            if (quarters.stream().noneMatch(row -> row.get("is_joined").asBoolean())) {
                assertThat(quarters).as(area).hasSize(4)
                        .allSatisfy(row -> assertThat(row.get("quarter_site_count").asDouble())
                        .isCloseTo(sites / 4, within(1.0)));
            }
            double mean = quarters.stream().mapToDouble(row ->
                    row.get("quarter_site_count").asDouble() * row.get("mean_loss_rate").asDouble()).sum() / sites;
            JsonNode first = quarters.getFirst();
            assertThat(mean).as(area).isCloseTo(averages.getOrDefault(first.get("month").asText()
                    + first.get("production_area_ids"), -1.0),
                    within(HALF_A_THOUSANDTH));
        });
    }

    /** No company's site is in two quarters of a month. */
    @Test
    void anOwnSiteIsInOneQuarter() {
        int named = 0;
        for (String farmer : farmers) {
            for (List<JsonNode> month : by(rows("/v3/comparison/site-quarters?" + WINDOW, farmer), "month").values()) {
                List<String> sites = new ArrayList<>();
                month.forEach(row -> row.get("farmer_site_ids").forEach(site -> sites.add(site.asText())));
                assertThat(sites).as(farmer).doesNotHaveDuplicates();
                named += sites.size();
            }
        }
        assertThat(named).isPositive();
    }

    @Test
    void cyclesLoseMoreTheLongerTheyLast() {
        int cycles = 0;
        for (String farmer : farmers) {
            for (JsonNode row : rows("/v3/comparison/cycles?from_date=2024-05-20", farmer)) {
                if (row.get("site_id").isNull()) {
                    continue;
                }
                cycles++;
                double share = row.get("loss_share").asDouble();
                assertThat(share).isCloseTo(row.get("lost").asDouble() / row.get("stocked").asDouble(), within(1e-9));
                assertThat(row.get("loss_share_30").asDouble()).isBetween(0.0, row.get("loss_share_60").asDouble());
                assertThat(row.get("loss_share_90").asDouble()).isBetween(row.get("loss_share_60").asDouble(), share);
                assertThat(row.get("risk").asDouble()).isBetween(0.0, 1.0);
                assertThat(row.get("first_day").asText()).isLessThanOrEqualTo(row.get("last_day").asText());
            }
        }
        assertThat(cycles).isPositive();
    }

    /** A year has the events of its quarters, and a weight some of those of all weights. */
    @Test
    void treatmentsAddUp() {
        List<JsonNode> all = rows("/v3/comparison/after-treatment?from_date=2024-07-01", "analyst").stream()
                .filter(row -> !row.get("event_count").isNull()).toList();
        Predicate<JsonNode> isYear = row -> row.get("quarter").isNull();
        Map<String, List<JsonNode>> quarters = by(all.stream().filter(isYear.negate()).toList(), "treatment_category",
                "treatment_target", "year", "weight_group");
        List<JsonNode> years = all.stream().filter(isYear).toList();
        assertThat(years).hasSizeGreaterThan(3).allSatisfy(row -> {
            String key = by(List.of(row), "treatment_category", "treatment_target", "year", "weight_group").keySet()
                    .iterator().next();
            List<JsonNode> its = quarters.getOrDefault(key, List.of());
            assertThat(sum(its, "event_count")).as(key).isEqualTo(row.get("event_count").asDouble());
            double excess = its.stream().mapToDouble(part ->
                    part.get("event_count").asDouble() * part.get("mean_excess_rate").asDouble()).sum();
            assertThat(excess / row.get("event_count").asDouble()).as(key)
                    .isCloseTo(row.get("mean_excess_rate").asDouble(), within(2 * HALF_A_TEN_THOUSANDTH));
        });
        by(all, "treatment_category", "treatment_target", "year", "quarter").forEach((key, weights) -> {
            double together = sum(weights.stream().filter(row -> row.get("weight_group").isNull()).toList(),
                    "event_count");
            assertThat(sum(weights, "event_count") - together).as(key).isLessThanOrEqualTo(together);
        });
        assertThat(all).extracting(row -> row.get("treatment_category").asText()).contains("Untreated")
                .doesNotContain("Yardstick");
    }

    /**
     * What a company's fish gained is the same by generation; a site's feed index is its feed beside what was expected.
     */
    @Test
    void growthAndFeedAddUp() {
        int indexes = 0;
        for (String farmer : farmers) {
            String growth = "/v3/feeding/growth?" + WINDOW + "&group_by=";
            Map<String, List<JsonNode>> areas = by(rows(growth + "area", farmer), "month", "platform_area_name");
            Map<String, List<JsonNode>> generations = by(rows(growth + "area_and_generation", farmer), "month",
                    "platform_area_name");
            areas.forEach((area, row) -> assertThat(sum(generations.getOrDefault(area, List.of()),
                    "farmer_estimated_gain_kg")).as(farmer + " " + area)
                    .isCloseTo(row.getFirst().get("farmer_estimated_gain_kg").asDouble(), within(0.01)));
            for (JsonNode row : rows("/v3/feeding/feed-index?from_date=2026-02-02&to_date=2026-04-05", farmer)) {
                if (!row.get("feed_index").isNull()) {
                    assertThat(row.get("feed_index").asDouble())
                            .isCloseTo(row.get("feed_kg").asDouble() / row.get("expected_feed_kg").asDouble(),
                            within(1e-6));
                    indexes++;
                }
            }
        }
        assertThat(indexes).isPositive();
    }

    /** Pens with a signal are first, and one that is above its limit has been for a day at least. */
    @Test
    void pensAreOrderedByTheirSignal() {
        int pens = 0;
        for (String farmer : farmers) {
            List<JsonNode> rows = rows("/v3/watch/units?limit=1000", farmer);
            pens += rows.size();
            assertThat(rows.stream().map(row -> List.of("limit", "rising", "quiet").indexOf(row.get("signal").asText()))
                    .toList()).isSorted();
            assertThat(rows).allSatisfy(row -> assertThat(row.get("days_above_limit").asInt() > 0)
                    .isEqualTo(row.get("mortality_per_mille").asDouble() > row.get("limit_per_mille").asDouble()));
        }
        assertThat(pens).isPositive();
    }
}
