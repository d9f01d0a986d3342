package io.tidemark.server.live;

import static io.tidemark.server.live.HiddenCells.ALL;
import static io.tidemark.server.live.HiddenCells.AREA;
import static io.tidemark.server.live.HiddenCells.IDS;
import static io.tidemark.server.live.HiddenCells.inRegion;
import static io.tidemark.server.live.HiddenCells.week;

import io.tidemark.server.live.HiddenCells.Cell;
import io.tidemark.server.live.RandomDelivery.Row;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Cells of the feeding routes, groups that report feed there, and of the platform's biomass, groups whose last rows count. */
final class HiddenFeeding {

    private static final String V3 = "/v3/feeding/";
    /** An area's id, by its name. */
    private static final Map<String, Set<Integer>> AREAS = Map.of("Vest", Set.of(3, 4), "Trøndelag", Set.of(6, 7),
            "Nordland", Set.of(8, 9));
    /** Unit-days of the last 24 months that report feed, in the row's group of weight, degrees and region. */
    static final Cell FED_LATELY = (answer, row, asked) -> row.fed() && inRegion(answer.path("region").asText("Norge"), row)
            && row.date().isAfter(RandomDelivery.END.minusMonths(24))
            && row.degrees() == answer.required("temperature").asInt()
            && row.gram() >= answer.required("weight_bucket_start").asInt()
            && (answer.required("weight_bucket_end").isNull() || row.gram() <= answer.required("weight_bucket_end").asInt());

    private HiddenFeeding() {}

    static void addTo(Map<String, HiddenCells> routes, List<Row> delivered) {
        for (String place : new String[] {"region", "country"}) {
            // the extremes have a rule of their own, which implies this one
            routes.put("/v2/feeding/sfr-by-" + place + "-and-temperature", new HiddenCells(Set.of("region", "weight_group",
                    "weight_bucket_name", "weight_bucket_start", "weight_bucket_end", "species", "temperature",
                    "avg_temperature"), FED_LATELY, Span.ANY, ALL));
        }
        routes.put(V3 + "sfr_temperature_by_region_and_week", new HiddenCells(Set.of("feeding_week", "temperature", AREA, IDS,
                "site_count"), week("feeding_week").and(HiddenCells::inArea).and((answer, row, asked) -> row.fed()),
                Span.WEEK, ALL));
        routes.put(V3 + "sfr-by-weeknumber-and-year", new HiddenCells(Set.of("year", "week"), (answer, row, asked) -> row.fed()
                && row.date().get(IsoFields.WEEK_BASED_YEAR) == answer.required("year").asInt()
                && row.date().get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) == answer.required("week").asInt(), Span.WEEK, ALL));
        // a feeding day has more feed than none; the degrees are those of the mean temperature, which every site's are here; a
        // row of the caller's own days alone, left out, rests on nobody
        routes.put(V3 + "sfr-days-per-temperature", new HiddenCells(Set.of("avg_temperature", AREA), (answer, row, asked) ->
                row.feedKg() > 0 && AREAS.getOrDefault(answer.required(AREA).asText(), Set.of()).contains(row.area())
                        && !answer.required("avg_temperature").isNull() && row.degrees() == answer.get("avg_temperature").asInt(),
                Span.DAY, ALL));
        Map<String, Row> last = lastRows(delivered);
        routes.put("/v3/inventory/platform-authority-biomass-by-month", new HiddenCells(Set.of("month", "production_area_id",
                "production_region_name", "authority_biomass_in_tons"), (answer, row, asked) -> row.offshore()
                && row.area() == answer.required("production_area_id").asInt()
                && row.equals(last.get(answer.required("month").asText() + row.site())), Span.ANY, ALL));
    }

    // a unit's last row within the last 7 days of a month, of the month that the data end in the 7 days up to that; by month and
    // site, which has one unit
    private static Map<String, Row> lastRows(List<Row> delivered) {
        Map<String, Row> last = new HashMap<>();
        for (Row row : delivered) {
            LocalDate month = Span.MONTH.first(row.date());
            if (row.date().isAfter(Span.MONTH.last(row.date()).minusDays(7))) {
                last.merge(month + row.site(), row, HiddenFeeding::later);
            }
            if (row.date().isAfter(RandomDelivery.END.minusDays(7))) {
                last.merge(Span.MONTH.first(RandomDelivery.END) + row.site(), row, HiddenFeeding::later);
            }
        }
        return last;
    }

    private static Row later(Row one, Row other) {
        return one.date().isAfter(other.date()) ? one : other;
    }
}
