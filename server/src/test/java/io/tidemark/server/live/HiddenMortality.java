package io.tidemark.server.live;

import static io.tidemark.server.live.HiddenCells.ALL;
import static io.tidemark.server.live.HiddenCells.AREA;
import static io.tidemark.server.live.HiddenCells.IDS;
import static io.tidemark.server.live.HiddenCells.NONE;
import static io.tidemark.server.live.HiddenCells.inRegion;
import static io.tidemark.server.live.HiddenCells.month;
import static io.tidemark.server.live.HiddenCells.week;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HiddenCells.Cell;
import io.tidemark.server.live.RandomDelivery.Row;
import java.util.Map;
import java.util.Set;

/** Cells of the mortality routes: groups with fish there. A cause does not narrow them. */
final class HiddenMortality {

    private static final String V3 = "/v3/mortality/";
    private static final String V2 = "/v2/mortality/";
    private static final String OWN_LOSSES = "farmer_loss_count";
    private static final Cell GENERATION = (answer, row, asked) -> answer.required("generation").isNull()
            || answer.required("generation").asText().equals(row.generation());
    private static final Cell AT_SEA = (answer, row, asked) -> row.offshore()
            && inRegion(answer.path("region").asText("Norge"), row)
            && row.date().getYear() == answer.required("year").asInt()
            && row.date().getMonthValue() == answer.required("month").asInt();

    private HiddenMortality() {}

    static void addTo(Map<String, HiddenCells> routes) {
        areas(routes);
        causes(routes);
        sizes(routes);
        for (String place : new String[] {"region", "country"}) {
            routes.put(V2 + "mortality-rate-by-" + place,
                    new HiddenCells(Set.of("year", "month", "region", "number_of_sites"), AT_SEA, Span.ANY, ALL));
            routes.put(V2 + "categories/top-by-" + place, new HiddenCells(Set.of(), AT_SEA, Span.ANY, NONE));
        }
    }

    private static void areas(Map<String, HiddenCells> routes) {
        routes.put(V3 + "areas/week", new HiddenCells(Set.of("loss_rate_week", AREA, IDS, "site_count"),
                week("loss_rate_week").and(HiddenCells::inArea), Span.WEEK, ALL));
        routes.put(V3 + "areas/month", months(Set.of("month", AREA, IDS, "site_count"),
                month("month").and(HiddenCells::inArea), ALL));
        // in a hidden month the cumulative ones repeat what the months before gave: a hidden one adds nothing
        routes.put(V3 + "generations/rate", months(Set.of("loss_rate_month", "generation", "generation_month_number", AREA,
                IDS, "cumulative_loss_rate", "cumulative_mortality_rate", "cumulative_culling_rate"),
                month("loss_rate_month").and(HiddenCells::inArea).and(GENERATION), ALL));
        routes.put(V3 + "region/rolling-12-month", months(Set.of("production_region_name", "site_placement",
                "loss_rate_month", "site_count", "is_last_month"), month("loss_rate_month")
                .and((answer, row, asked) -> inRegion(answer.required("production_region_name").asText(), row)
                        && answer.required("site_placement").asText().equals(row.offshore() ? "offshore" : "onshore")), ALL));
    }

    private static void causes(Map<String, HiddenCells> routes) {
        routes.put(V3 + "categories/rank", new HiddenCells(
                Set.of("loss_category_code", "loss_category_name", "period_start", "period_end"),
                (answer, row, asked) -> true, Span.DAY, OWN_LOSSES));
        routes.put(V3 + "categories/rank/week", new HiddenCells(Set.of(), week("loss_week"), Span.WEEK, NONE));
        routes.put(V3 + "categories/distribution", months(Set.of("loss_month", "loss_category_code", "category_name",
                "category_short_name", "category_code_level_1", "category_code_level_2"), month("loss_month"), OWN_LOSSES));
        routes.put(V3 + "categories/rate", months(Set.of("period", "loss_category_code", "category_name",
                "category_short_name", "category_level_1_name"),
                (answer, row, asked) -> inPeriod(answer.required("period").asText(), row), OWN_LOSSES));
        routes.put(V3 + "size/categories", new HiddenCells(Set.of("category_code_level_1", "category_name", "weight_group"),
                (answer, row, asked) -> inBucket(answer.required("weight_group"), row,
                        Integer.parseInt(asked.others().getOrDefault("weight_bucket", "500"))), Span.DAY, "farmer_rate"));
    }

    private static void sizes(Map<String, HiddenCells> routes) {
        Cell bucket = (answer, row, asked) -> inBucket(answer.required("weight_group_gram"), row, 500);
        routes.put(V3 + "size", new HiddenCells(Set.of("weight_group_gram", "group_by", AREA, IDS, "generation"),
                bucket.and(HiddenCells::inArea).and(GENERATION), Span.DAY, ALL));
        routes.put(V3 + "size/month", months(Set.of("month", "group_by", AREA, IDS, "generation"),
                month("month").and(HiddenCells::inArea).and(GENERATION), ALL));
    }

    private static HiddenCells months(Set<String> shown, Cell cell, String ownOnly) {
        return new HiddenCells(shown, cell, Span.MONTH, ownOnly);
    }

    // 2026-03, 2026-Q1, 2026-T1 (four months) or 2026
    private static boolean inPeriod(String label, Row row) {
        int month = row.date().getMonthValue();
        String part = label.length() == 4 ? "" : switch (label.charAt(5)) {
            case 'Q' -> "-Q" + (month + 2) / 3;
            case 'T' -> "-T" + (month + 3) / 4;
            default -> row.date().toString().substring(4, 7);
        };
        return label.equals(row.date().getYear() + part);
    }

    // named by its midpoint, rounded down: 0 up to 500 is 250
    private static boolean inBucket(JsonNode midpoint, Row row, int width) {
        return row.gram() / width * width + width / 2 == midpoint.asInt();
    }
}
