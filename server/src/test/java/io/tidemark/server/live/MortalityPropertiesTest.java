package io.tidemark.server.live;

import static io.tidemark.server.live.MortalityRoutes.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What must hold between the answers of the mortality routes, whatever the data: here a generated delivery of two
 * years.
 */
class MortalityPropertiesTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 6, 17);
    private static final String YEAR = "from_date=2025-07&to_date=2026-06";
    private static final Map<String, String> REGIONS = Map.of("Sør", "1,2,3,4,5", "Midt", "6,7", "Nord",
            "8,9,10,11,12,13");
    private static final String LARGE = "&weight_range_start=500";
    /** A sum of at most a hundred numbers of ten decimals. */
    private static final Offset<Double> ROUNDING = Offset.offset(1e-8);

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static String farmer;

    @BeforeAll
    static void start() throws InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(26, 2, 2, 7, TODAY.minusDays(1), null)).write(delivery, line -> { });
        server = LiveServer.start(folder, TODAY).ingest(delivery, LiveServer.RULE_OFF);
        farmer = Stream.of(delivery.resolve("farmers").toFile().list()).sorted().map(id -> "farmer:" + id)
                .findFirst().orElseThrow();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Routes whose rows are whole periods, with the field that names the period and the word for a month or week. */
    static Stream<List<String>> periods() {
        return Stream.of(List.of("areas/week", "loss_rate_week"), List.of("areas/month", "month"),
                List.of("categories/rank/week", "loss_week"), List.of("region/rolling-12-month", "loss_rate_month"),
                List.of("categories/distribution", "loss_month"), List.of("categories/rate", "period"),
                List.of("generations/rate", "loss_rate_month"), List.of("size/month", "month"));
    }

    @Test
    void theSharesOfAMonthSumToOne() {
        for (String caller : new String[] {"admin", farmer}) {
            Map<String, double[]> sums = new LinkedHashMap<>();
            for (JsonNode row : data("categories/distribution", YEAR, caller)) {
                double[] sum = sums.computeIfAbsent(row.get("loss_month").asText(), month -> new double[2]);
                String own = caller.equals("admin") ? "" : "farmer_";
                sum[0] += row.get(own + "loss_rate_count").asDouble();
                sum[1] += row.get(own + "loss_rate_biomass").asDouble();
            }
            assertThat(sums).hasSizeGreaterThan(caller.equals("admin") ? 11 : 2);
            sums.forEach((month, sum) -> assertThat(sum).as(caller + " " + month)
                    .containsExactly(new double[] {1, 1}, ROUNDING));
        }
    }

    @Test
    void theSharesOfASizeAndOfAWindowSumToOne() {
        double bucket = 0;
        for (JsonNode row : data("size/categories", YEAR + "&weight_bucket=5000&weight_range_end=4999", "admin")) {
            bucket += row.get("rate").asDouble();
        }
        assertThat(bucket).isCloseTo(1, ROUNDING);
        Map<String, Double> groups = new LinkedHashMap<>();
        for (JsonNode row : data("size", YEAR, "admin")) {
            groups.merge(row.get("platform_area_name").asText(), row.get("rate_of_total_loss").asDouble(), Double::sum);
        }
        assertThat(groups).hasSize(7).allSatisfy((area, sum) -> assertThat(sum).isCloseTo(1, ROUNDING));
        double count = 0;
        double biomass = 0;
        for (JsonNode row : data("categories/rank", YEAR, "admin")) {
            count += row.get("mortality_count_rate_of_total_in_period").asDouble();
            biomass += row.get("culling_biomass_rate_of_total_in_period").asDouble();
        }
        assertThat(count).isCloseTo(1, ROUNDING);
        assertThat(biomass).isCloseTo(1, ROUNDING);
    }

    @Test
    void lossIsMortalityAndCulling() {
        assertSum(data("categories/rate", YEAR, farmer), "", "_count");
        assertSum(data("categories/rate", YEAR, farmer), "farmer_", "_count");
        assertSum(data("categories/rate", YEAR + "&period_grouping=tertial", "admin"), "", "_rate");
        assertSum(data("categories/rank", YEAR, "admin"), "", "_biomass_kg");
        assertSum(data("areas/week", YEAR, "admin"), "", "_rate");
        assertSum(data("generations/rate", YEAR, farmer), "farmer_", "_rate");
        assertSum(data("region/rolling-12-month", YEAR, "admin"), "weighted_", "_rate");
        assertSum(data("region/rolling-12-month", YEAR, "admin"), "avg_site_", "_rate");
    }

    // every site has an area here; from 500 g there are no smolt, so every fish is offshore
    @Test
    void theRegionsWeightedByTheirFishGiveNorge() {
        Map<String, Map<String, JsonNode>> months = new LinkedHashMap<>();
        for (JsonNode row : data("region/rolling-12-month", YEAR + LARGE, "admin")) {
            assertThat(row.get("site_placement").asText()).isEqualTo("offshore");
            months.computeIfAbsent(row.get("loss_rate_month").asText(), month -> new LinkedHashMap<>())
                    .put(row.get("production_region_name").asText(), row);
        }
        assertThat(months).hasSize(12);
        months.forEach((month, regions) -> {
            double losses = 0;
            double stock = 0;
            int sites = 0;
            for (Map.Entry<String, String> region : REGIONS.entrySet()) {
                JsonNode row = regions.getOrDefault(region.getKey(), MissingNode.getInstance());
                double meanStock = meanStock(month, region.getValue());
                losses += number(row, "weighted_loss_rate") * meanStock;
                stock += meanStock;
                sites += row.path("site_count").asInt();
            }
            JsonNode country = regions.getOrDefault("Norge", MissingNode.getInstance());
            assertThat(losses / stock).as(month).isCloseTo(number(country, "weighted_loss_rate"), ROUNDING);
            assertThat(country.path("site_count").asInt()).isEqualTo(sites);
        });
    }

    /** Mean stock of some areas in a month, from another route: losses of all causes over their rate. */
    private static double meanStock(String month, String areas) {
        JsonNode causes = data("categories/distribution", "from_date=" + month + "&to_date=" + month + "&areas="
                + areas + LARGE, "admin");
        double losses = 0;
        for (JsonNode cause : causes) {
            losses += number(cause, "loss_count");
        }
        return losses / number(causes.path(0), "total_loss_rate");
    }

    @ParameterizedTest
    @MethodSource("periods")
    void aWindowMovedByADayChangesNoValueOfAPeriodInBoth(List<String> route) {
        for (String caller : new String[] {"admin", farmer}) {
            Map<String, ArrayNode> one =
                    byPeriod(data(route.get(0), "from_date=2025-11-12&to_date=2026-02-11", caller), route.get(1));
            Map<String, ArrayNode> moved =
                    byPeriod(data(route.get(0), "from_date=2025-11-13&to_date=2026-02-12", caller), route.get(1));
            Map<String, ArrayNode> other =
                    byPeriod(data(route.get(0), "from_date=2025-12-01&to_date=2026-03-02", caller), route.get(1));

            assertThat(one.keySet()).filteredOn(other::containsKey).hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(period -> assertThat(other.get(period)).isEqualTo(one.get(period)));
            assertThat(one.keySet()).filteredOn(moved::containsKey).hasSizeGreaterThanOrEqualTo(4)
                    .allSatisfy(period -> assertThat(moved.get(period)).isEqualTo(one.get(period)));
        }
    }

    @ParameterizedTest
    @MethodSource("io.tidemark.server.live.MortalityRoutes#paged")
    void pageByPageIsAllAtOnce(String route) {
        JsonNode all = data(route, YEAR, farmer);
        assertThat(all).isNotEmpty();
        int size = all.size() / 3 + 1;
        ArrayNode pages = LiveServer.JSON.createArrayNode();
        for (int offset = 0; offset < all.size(); offset += size) {
            data(route, YEAR + "&limit=" + size + "&offset=" + offset, farmer).forEach(pages::add);
        }
        assertThat(pages).isEqualTo(all);
    }

    // with and without itself a farmer sees the same rows and the same own figures; hidden values stay hidden
    @ParameterizedTest
    @MethodSource("io.tidemark.server.live.MortalityRoutes#benchmarks")
    void excludingSelfChangesBenchmarkFieldsOnly(String route) {
        JsonNode with = data(route, YEAR, farmer);
        JsonNode without = data(route, YEAR + "&exclude_self=true", farmer);
        if (route.equals("categories/rank/week")) {
            // other ranks, and no field of the caller's own: the weeks are the same
            assertThat(byPeriod(without, "loss_week").keySet()).isEqualTo(byPeriod(with, "loss_week").keySet());
            return;
        }
        List<String> keys = List.of("loss_category_code", "platform_area_name", "generation", "weight_group_gram",
                "weight_group",
                "category_code_level_1", "production_region_name", "site_placement", "month", "loss_month",
                "loss_rate_month", "loss_rate_week", "period");
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        with.forEach(row -> rows.put(key(row, keys), row));

        assertThat(rows).hasSameSizeAs(without);
        assertThat(without).isNotEqualTo(with);
        for (JsonNode row : without) {
            JsonNode before = rows.get(key(row, keys));
            assertThat(before).as(key(row, keys)).isNotNull();
            row.properties().forEach(field -> {
                JsonNode value = before.get(field.getKey());
                // what the caller compares with rests on what is shown
                boolean isOwn = field.getKey().startsWith("farmer_") && !field.getKey().startsWith("farmer_compared_");
                if (isOwn || field.getKey().startsWith("fdir_")) {
                    assertThat(field.getValue()).as(field.getKey()).isEqualTo(value);
                }
                // what was hidden is hidden still
                assertThat(value.isNull() && !field.getValue().isNull()).as(field.getKey()).isFalse();
            });
        }
    }

    private static String key(JsonNode row, List<String> keys) {
        return String.join(" ", keys.stream().map(k -> row.path(k).asText()).toList());
    }

    private static void assertSum(JsonNode rows, String prefix, String suffix) {
        int compared = 0;
        for (JsonNode row : rows) {
            if (!row.get(prefix + "loss" + suffix).isNull()) {
                assertThat(number(row, prefix + "mortality" + suffix) + number(row, prefix + "culling" + suffix))
                        .isCloseTo(number(row, prefix + "loss" + suffix), ROUNDING);
                compared++;
            }
        }
        assertThat(compared).isPositive();
    }

    private static Map<String, ArrayNode> byPeriod(JsonNode rows, String field) {
        Map<String, ArrayNode> periods = new LinkedHashMap<>();
        rows.forEach(row -> periods.computeIfAbsent(row.get(field).asText(), p -> LiveServer.JSON.createArrayNode())
                .add(row));
        return periods;
    }

    private static double number(JsonNode row, String field) {
        assertThat(row.path(field).isNumber()).as(field).isTrue();
        return row.path(field).asDouble();
    }

    private static JsonNode data(String route, String query, String caller) {
        return server.data(BASE + route + "?" + query, caller);
    }
}
