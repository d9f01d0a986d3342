package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.certify.LedgerWindow.PlacedCell;
import io.tidemark.server.certify.SumRoute.Keys;
import io.tidemark.server.certify.SumRoute.Sums;
import io.tidemark.server.certify.SumRoute.Value;
import io.tidemark.server.certify.Takes.Callers;
import io.tidemark.server.certify.Takes.Period;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The audited routes of losses and of feed rates by week: sums over atoms of stock, or of feed. */
final class SumRoutes {

    private static final String MORTALITY = "/v3/mortality/";
    private static final String LEGACY = "/v2/mortality/";
    private static final String COUNTRY = "Norge";
    private static final int BAND = 500;
    private static final int WEEK = 7;
    /** Rates by size are per 30 days. */
    private static final int DAYS_OF_A_SIZE = 30;
    private static final double PERCENT = 100;

    private SumRoutes() {}

    /** All of these routes. */
    static List<AuditedRoute> all() {
        List<AuditedRoute> all = new ArrayList<>(List.of(areaWeeks(), areaMonths(), rolling(), distribution(), causePeriods(), causes(), causeWeeks(),
                generations(), sizes(), sizeRates(), sizeMonths(), sizeCauses(), feedWeeks(), feedYears(), growth()));
        for (boolean byCountry : new boolean[] {false, true}) {
            all.add(legacyRates(byCountry));
            all.add(legacyCauses(byCountry));
        }
        return all;
    }

    private static AuditedRoute ofStock(String path, Takes takes, String checked, Function<PlacedCell, @Nullable String> cell,
            Function<JsonNode, @Nullable Keys> row,
            List<Value> values) {
        return new SumRoute(path, takes, checked, false, SumRoute.AT_SEA, List.of(cell), List.of(), row, values);
    }

    private static String month(PlacedCell cell) {
        return cell.piece().withDayOfMonth(1).toString();
    }

    private static String week(PlacedCell cell) {
        return cell.piece().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).toString();
    }

    private static String band(PlacedCell cell) {
        return String.valueOf(cell.weightClass() / BAND * BAND + BAND / 2);
    }

    private static Function<PlacedCell, @Nullable String> inAnArea(Function<PlacedCell, String> key) {
        return SumRoute.where(cell -> cell.platformArea() != null, key);
    }

    private static AuditedRoute areaWeeks() {
        return ofStock(MORTALITY + "areas/week", Takes.benchmark(Period.WEEK), "the three rates", inAnArea(cell -> week(cell) + " "
                + cell.platformArea()), row -> Keys.of(text(row, "loss_rate_week") + " " + text(row, "platform_area_name")), rates("", sums -> WEEK));
    }

    private static AuditedRoute areaMonths() {
        return ofStock(MORTALITY + "areas/month", Takes.benchmark(Period.MONTH),
                "the three pooled rates of the month; not the site averages, and not "
                + "the risks over months, which follow from shown rates", inAnArea(cell -> month(cell) + " " + cell.platformArea()),
                row -> Keys.of(text(row, "month") + " " + text(row, "platform_area_name")), rates("", daysOf("month")));
    }

    private static AuditedRoute rolling() {
        return new SumRoute(MORTALITY + "region/rolling-12-month", Takes.benchmark(Period.MONTH),
                "the three pooled rates of the month, at sea and on land; "
                + "not the site averages, and not the risks over months, which follow from shown rates", false, SumRoute.EVERYWHERE,
                List.of(cell -> month(cell) + " " + cell.placement() + " " + COUNTRY,
                        SumRoute.where(cell -> cell.region() != null, cell -> month(cell) + " " + cell.placement() + " " + cell.region())),
                List.of(),
                row -> Keys.of(text(row, "loss_rate_month") + " " + text(row, "site_placement") + " " + text(row, "production_region_name")),
                rates("weighted_", daysOf("loss_rate_month")));
    }

    private static AuditedRoute distribution() {
        Function<Sums, AtomSum.Losses> lost = cause("loss_category_code");
        return ofStock(MORTALITY + "categories/distribution", Takes.benchmark(Period.MONTH),
                "losses, and their share, by count and by grams; the rate of "
                + "all causes", SumRoutes::month, row -> Keys.of(text(row, "loss_month")), List.of(
                Value.of("/loss_count", sums -> (double) lost.apply(sums).all()),
                Value.of("/loss_biomass_kg", sums -> lost.apply(sums).grams() / 1000.0),
                Value.of("/loss_rate_count", sums -> share(lost.apply(sums).all(), sums.its().lost().all())),
                Value.of("/loss_rate_biomass", sums -> share(lost.apply(sums).grams(), sums.its().lost().grams())),
                Value.of("/total_loss_rate", sums -> sums.its().rate(sums.its().lost().all(), daysOf("loss_month").applyAsInt(sums)))));
    }

    private static AuditedRoute causePeriods() {
        Function<Sums, AtomSum.Losses> lost = cause("loss_category_code");
        return ofStock(MORTALITY + "categories/rate", Takes.benchmark(Period.MONTH),
                "counts, and the loss rate, of months; longer periods are sums of them",
                cell -> month(cell).substring(0, 7), row -> Keys.of(text(row, "period")), List.of(
                Value.of("/loss_count", sums -> (double) lost.apply(sums).all()),
                Value.of("/mortality_count", sums -> (double) lost.apply(sums).dead()),
                Value.of("/culling_count", sums -> (double) lost.apply(sums).culled()),
                Value.of("/loss_rate", sums -> sums.its().rate(lost.apply(sums).all(),
                        LocalDate.parse(sums.text("period") + "-01").lengthOfMonth()))));
    }

    private static AuditedRoute causes() {
        Function<Sums, AtomSum.Losses> lost = cause("loss_category_code");
        return ofStock(MORTALITY + "categories/rank", Takes.benchmark(Period.WEEK),
                "counts, and grams of losses", cell -> "window", row -> Keys.of("window"),
                List.of(Value.of("/loss_count", sums -> (double) lost.apply(sums).all()),
                        Value.of("/mortality_count", sums -> (double) lost.apply(sums).dead()),
                        Value.of("/culling_count", sums -> (double) lost.apply(sums).culled()),
                        Value.of("/loss_biomass_kg", sums -> lost.apply(sums).grams() / 1000.0)));
    }

    private static AuditedRoute causeWeeks() {
        Function<Sums, AtomSum.Losses> lost = cause("loss_category_code");
        return ofStock(MORTALITY + "categories/rank/week", Takes.benchmark(Period.WEEK, "number_of_categories=100"),
                "both rates of the week; not changes "
                + "and trends, which follow from shown rates", SumRoutes::week, row -> Keys.of(text(row, "loss_week")), List.of(
                Value.of("/loss_rate", sums -> sums.its().rate(lost.apply(sums).all(), WEEK)),
                Value.of("/mortality_rate", sums -> sums.its().rate(lost.apply(sums).dead(), WEEK))));
    }

    private static AuditedRoute generations() {
        return ofStock(MORTALITY + "generations/rate", Takes.benchmark(Period.MONTH),
                "the three rates of the month; not the risks since the generation's "
                + "start", inAnArea(cell -> month(cell) + " " + cell.generation() + " " + cell.platformArea()),
                row -> Keys.of(text(row, "loss_rate_month").substring(0, 8) + "01 " + text(row, "generation") + " "
                        + text(row, "platform_area_name")),
                rates("", daysOf("loss_rate_month")));
    }

    private static AuditedRoute sizes() {
        return new SumRoute(MORTALITY + "size", Takes.benchmark(Period.WEEK), "shares of areas' losses", false, SumRoute.AT_SEA,
                List.of(inAnArea(cell -> band(cell) + " " + cell.platformArea())), List.of(inAnArea(cell -> String.valueOf(cell.platformArea()))),
                row -> new Keys(text(row, "weight_group_gram") + " " + text(row, "platform_area_name"), text(row, "platform_area_name")),
                List.of(Value.of("/rate_of_total_loss", sums -> share(sums.its().lost().all(), sums.whole().lost().all()))));
    }

    private static AuditedRoute sizeRates() {
        return ofStock(MORTALITY + "size/rate", Takes.benchmark(Period.WEEK), "the three rates, by area", inAnArea(cell -> band(cell) + " "
                + cell.platformArea()), row -> Keys.of(text(row, "weight_group_gram") + " " + text(row, "platform_area_name")),
                rates("", sums -> DAYS_OF_A_SIZE));
    }

    private static AuditedRoute sizeMonths() {
        return ofStock(MORTALITY + "size/month", Takes.benchmark(Period.MONTH), "the mean weight of lost fish, by area", inAnArea(cell -> month(cell)
                + " " + cell.platformArea()), row -> Keys.of(text(row, "month") + " " + text(row, "platform_area_name")),
                List.of(new Value("/loss_avg_weight_gram", 0, sums -> share(sums.its().lost().grams(), sums.its().lost().all()))));
    }

    private static AuditedRoute sizeCauses() {
        Function<Sums, AtomSum.Losses> lost = cause("category_code_level_1");
        return ofStock(MORTALITY + "size/categories", Takes.benchmark(Period.WEEK), "shares of losses, of deaths and of culled fish", SumRoutes::band,
                row -> Keys.of(text(row, "weight_group")), List.of(
                Value.of("/rate", sums -> share(lost.apply(sums).all(), sums.its().lost().all())),
                Value.of("/mortality_rate", sums -> share(lost.apply(sums).dead(), sums.its().lost().dead())),
                Value.of("/culling_rate", sums -> share(lost.apply(sums).culled(), sums.its().lost().culled()))));
    }

    private static AuditedRoute feedWeeks() {
        return new SumRoute("/v3/feeding/sfr_temperature_by_region_and_week", Takes.benchmark(Period.WEEK),
                "the specific feed rate; temperatures are public",
                true, SumRoute.AT_SEA, List.of(inAnArea(cell -> week(cell) + " " + cell.platformArea())), List.of(),
                row -> Keys.of(text(row, "feeding_week") + " " + text(row, "platform_area_name")), feedRate());
    }

    private static AuditedRoute feedYears() {
        return new SumRoute("/v3/feeding/sfr-by-weeknumber-and-year", Takes.benchmark(Period.WEEK), "the specific feed rate", true, SumRoute.AT_SEA,
                List.of(SumRoutes::week), List.of(), row -> Keys.of(monday(row.get("year").asInt(), row.get("week").asInt()).toString()), feedRate());
    }

    private static List<Value> feedRate() {
        return List.of(new Value("/specific_feed_rate", 2, sums -> sums.its().fedBiomass() == 0 ? null
                : PERCENT * sums.its().feed() / sums.its().fedBiomass()));
    }

    private static AuditedRoute growth() {
        return new SumRoute("/v3/feeding/growth", Takes.benchmark(Period.MONTH), "the estimated growth rate by area", true, SumRoute.AT_SEA,
                List.of(inAnArea(cell -> month(cell) + " " + cell.platformArea())), List.of(),
                row -> Keys.of(text(row, "month") + " " + text(row, "platform_area_name")),
                List.of(new Value("/estimated_growth_rate", 2, sums -> sums.its().gainBiomass() == 0 ? null
                        : PERCENT * sums.its().gain() / sums.its().gainBiomass())));
    }

    // the answer has 36 months, of which only the sampled one is checked
    private static AuditedRoute legacyRates(boolean byCountry) {
        return legacy("mortality-rate-by-", byCountry,
                "the month's risk by count and by grams, and the rates of causes; not longer risks, and not the best and "
                + "worst sites", List.of(
                Value.of("/mortality_rate/1_m", sums -> risk(sums.its().lost().dead(), sums.its().fishDays(), monthOf(sums.row()).lengthOfMonth())),
                Value.of("/vi_mortality_rate/1_m", sums -> risk(sums.its().lost().deadGrams(), sums.its().biomassDays(),
                        monthOf(sums.row()).lengthOfMonth())),
                Value.of("/mortality_code_rate/A", sums -> sums.its().rate(sums.its().lost("A").dead(), monthOf(sums.row()).lengthOfMonth())),
                Value.of("/mortality_code_rate/B", sums -> sums.its().rate(sums.its().lost("B").dead(), monthOf(sums.row()).lengthOfMonth()))));
    }

    private static AuditedRoute legacyCauses(boolean byCountry) {
        return legacy("categories/top-by-", byCountry, "shares of the month's losses", List.of(Value.of("/category_rate",
                sums -> share(cause("mortality_code").apply(sums).all(), sums.its().lost().all()))));
    }

    private static AuditedRoute legacy(String route, boolean byCountry, String checked, List<Value> values) {
        return new SumRoute(LEGACY + route + (byCountry ? "country" : "region"), Takes.legacy(Callers.ANALYSTS_AND_FARMERS), checked, false,
                SumRoute.AT_SEA,
                List.of(byCountry ? cell -> month(cell) + " " + COUNTRY
                        : SumRoute.where(cell -> cell.region() != null, cell -> month(cell) + " " + cell.region())),
                List.of(), row -> Keys.of(monthOf(row) + " " + (byCountry ? COUNTRY : text(row, "region"))), values);
    }

    private static LocalDate monthOf(JsonNode row) {
        return LocalDate.of(row.get("year").asInt(), row.get("month").asInt(), 1);
    }

    private static LocalDate monday(int year, int week) {
        return LocalDate.of(year, 1, 4).with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, week).with(DayOfWeek.MONDAY);
    }

    private static List<Value> rates(String prefix, ToIntFunction<Sums> days) {
        return List.of(Value.of("/" + prefix + "loss_rate", sums -> sums.its().rate(sums.its().lost().all(), days.applyAsInt(sums))),
                Value.of("/" + prefix + "mortality_rate", sums -> sums.its().rate(sums.its().lost().dead(), days.applyAsInt(sums))),
                Value.of("/" + prefix + "culling_rate", sums -> sums.its().rate(sums.its().lost().culled(), days.applyAsInt(sums))));
    }

    private static ToIntFunction<Sums> daysOf(String field) {
        return sums -> LocalDate.parse(sums.text(field)).lengthOfMonth();
    }

    private static Function<Sums, AtomSum.Losses> cause(String field) {
        return sums -> sums.its().lost(sums.text(field));
    }

    private static @Nullable Double share(long part, long whole) {
        return whole == 0 ? null : (double) part / whole;
    }

    private static @Nullable Double risk(long lost, long days, int daysOfMonth) {
        return days == 0 ? null : -Math.expm1(-(double) lost * daysOfMonth / days);
    }

    private static String text(JsonNode row, String field) {
        return row.get(field).asText();
    }
}
