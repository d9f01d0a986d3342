package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.RandomDelivery.Row;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * For each route that hides benchmark values: which delivered rows a row of its answer rests on, and which of its fields are not
 * hidden. Written from the definitions, not from the SQL.
 *
 * @param shown  fields that are never hidden, beside those that begin with {@code farmer_}
 * @param holds  whether a delivered row is in the cell of an answer's row
 * @param weeks  whether its periods are weeks
 * @param listed whether a hidden cell has no rows at all
 */
record HiddenCells(Set<String> shown, BiPredicate<JsonNode, Row> holds, boolean weeks, boolean listed) {

    private static final String AREA = "platform_area_name";
    private static final String IDS = "production_area_ids";

    /** The routes by their paths. */
    static Map<String, HiddenCells> byRoute() {
        Map<String, HiddenCells> routes = new LinkedHashMap<>();
        String mortality = "/v3/mortality/";
        routes.put(mortality + "areas/week", weeks(Set.of("loss_rate_week", AREA, IDS, "site_count"),
                week("loss_rate_week").and(HiddenCells::inArea)));
        routes.put(mortality + "areas/month", months(Set.of("month", AREA, IDS, "site_count"),
                month("month").and(HiddenCells::inArea)));
        routes.put(mortality + "categories/rank", months(
                Set.of("loss_category_code", "loss_category_name", "period_start", "period_end"), (answer, row) -> true));
        routes.put(mortality + "categories/rank/week", new HiddenCells(Set.of(), week("loss_week"), true, true));
        routes.put(mortality + "categories/distribution", months(Set.of("loss_month", "loss_category_code", "category_name",
                "category_short_name", "category_code_level_1", "category_code_level_2"), month("loss_month")));
        routes.put(mortality + "categories/rate", months(Set.of("period", "loss_category_code", "category_name",
                "category_short_name", "category_level_1_name"),
                (answer, row) -> row.date().toString().startsWith(answer.required("period").asText())));
        // in a hidden month the cumulative ones repeat what the months before gave: a hidden one adds nothing
        routes.put(mortality + "generations/rate", months(Set.of("loss_rate_month", "generation", "generation_month_number", AREA,
                IDS, "cumulative_loss_rate", "cumulative_mortality_rate", "cumulative_culling_rate"),
                month("loss_rate_month").and(HiddenCells::inArea).and(HiddenCells::ofGeneration)));
        routes.put(mortality + "region/rolling-12-month", months(Set.of("production_region_name", "site_placement",
                "loss_rate_month", "site_count", "is_last_month"), month("loss_rate_month")
                .and((answer, row) -> inRegion(answer.required("production_region_name").asText(), row)
                        && answer.required("site_placement").asText().equals(row.offshore() ? "offshore" : "onshore"))));
        routes.put(mortality + "size", months(Set.of("weight_group_gram", "group_by", AREA, IDS, "generation"),
                weight("weight_group_gram").and(HiddenCells::inArea).and(HiddenCells::ofGeneration)));
        routes.put(mortality + "size/categories", months(Set.of("category_code_level_1", "category_name", "weight_group"),
                weight("weight_group")));
        routes.put(mortality + "size/month", months(Set.of("month", "group_by", AREA, IDS, "generation"),
                month("month").and(HiddenCells::inArea).and(HiddenCells::ofGeneration)));
        for (String place : new String[] {"region", "country"}) {
            BiPredicate<JsonNode, Row> atSea = (answer, row) -> row.offshore()
                    && inRegion(answer.path("region").asText("Norge"), row)
                    && row.date().getYear() == answer.required("year").asInt()
                    && row.date().getMonthValue() == answer.required("month").asInt();
            routes.put("/v2/mortality/mortality-rate-by-" + place,
                    months(Set.of("year", "month", "region", "number_of_sites"), atSea));
            routes.put("/v2/mortality/categories/top-by-" + place, new HiddenCells(Set.of(), atSea, false, true));
            routes.put("/v2/feeding/sfr-by-" + place + "-and-temperature", months(Set.of("region", "weight_group",
                    "weight_bucket_name", "weight_bucket_start", "weight_bucket_end", "species", "temperature",
                    "avg_temperature"),
                    (answer, row) -> row.fed() && inRegion(answer.path("region").asText("Norge"), row)
                            && row.degrees() == answer.required("temperature").asInt()
                            && row.gram() >= answer.required("weight_bucket_start").asInt()
                            && (answer.required("weight_bucket_end").isNull()
                                    || row.gram() <= answer.required("weight_bucket_end").asInt())));
        }
        routes.put("/v3/feeding/sfr_temperature_by_region_and_week", weeks(Set.of("feeding_week", "temperature", AREA, IDS,
                "site_count"), week("feeding_week").and(HiddenCells::inArea).and((answer, row) -> row.fed())));
        routes.put("/v3/feeding/sfr-by-weeknumber-and-year", weeks(Set.of("year", "week"), (answer, row) -> row.fed()
                && row.date().get(IsoFields.WEEK_BASED_YEAR) == answer.required("year").asInt()
                && row.date().get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) == answer.required("week").asInt()));
        return routes;
    }

    private static HiddenCells weeks(Set<String> shown, BiPredicate<JsonNode, Row> holds) {
        return new HiddenCells(shown, holds, true, false);
    }

    private static HiddenCells months(Set<String> shown, BiPredicate<JsonNode, Row> holds) {
        return new HiddenCells(shown, holds, false, false);
    }

    private static BiPredicate<JsonNode, Row> week(String field) {
        return (answer, row) -> row.date().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                .toString().equals(answer.required(field).asText());
    }

    private static BiPredicate<JsonNode, Row> month(String field) {
        return (answer, row) -> row.date().withDayOfMonth(1)
                .equals(LocalDate.parse(answer.required(field).asText()).withDayOfMonth(1));
    }

    // groups of 500 g, named by their midpoints: 250 for 0 up to 500
    private static BiPredicate<JsonNode, Row> weight(String field) {
        return (answer, row) -> row.gram() / 500 * 500 + 250 == answer.required(field).asInt();
    }

    private static boolean inArea(JsonNode answer, Row row) {
        if (answer.required(IDS).isNull()) {
            return true;
        }
        for (JsonNode id : answer.required(IDS)) {
            if (id.asInt() == row.area()) {
                return true;
            }
        }
        return false;
    }

    private static boolean ofGeneration(JsonNode answer, Row row) {
        JsonNode generation = answer.required("generation");
        return generation.isNull() || generation.asText().equals(row.generation());
    }

    private static boolean inRegion(String region, Row row) {
        return region.equals("Norge") || region.equals(row.region());
    }
}
