package io.tidemark.server.promise;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.LiveServer;
import io.tidemark.server.promise.Sum.What;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server as an attacker, after one publication. Counts are read as they are; rates and shares must be those of a
 * sum that was read from counts, or the answer cannot be explained. What is no sum, {@link MemberFigures} reads.
 */
final class Questions {

    private static final String MORTALITY = "/v3/mortality/";
    private static final String FEEDING = "/v3/feeding/sfr_temperature_by_region_and_week";
    private static final String TREATMENT = "/v3/treatment/";
    private static final int THIRTY = 30;

    private final LiveServer server;
    private final Stays stays;
    private final Reading reading;
    private final Evidence evidence;
    private final int publication;
    private final Attacker attacker;
    /** Sums that were read after this publication, with and without the attacker's own, by period. */
    private final Map<String, Set<Set<Stay>>> known = new TreeMap<>();
    private int requests;

    Questions(LiveServer server, Stays stays, Evidence evidence, int publication) {
        this.server = server;
        this.stays = stays;
        reading = new Reading(stays);
        this.evidence = evidence;
        this.publication = publication;
        attacker = evidence.attacker();
        requests = publication;
    }

    /**
     * Asks about these parts of the coast, for as long as there may be data: all routes that show a sum, or those that
     * show it alone.
     */
    void ask(List<Filter> filters, boolean everything) {
        // quickly, only the company asks for all of it: what an outsider sees are the same sums
        List<Filter> some = everything || attacker == Attacker.COMPANY ? filters : filters.subList(0, 1);
        for (Filter filter : some) {
            weeks(filter);
            if (everything || filter.equals(Filter.ALL) || filter.isWholePlatformArea()) {
                months(filter);
            }
            if (everything) {
                quarters(filter);
                windows(filter);
            }
        }
        some.stream().filter(filter -> filter.explainsRates() && (everything || filter.isWholePlatformArea()))
                .forEach(filter -> rates(filter, everything));
        some.stream().filter(filter -> filter.placement().equals("offshore") && !filter.areas().isEmpty()
                && (everything || filter.isWholePlatformArea())).forEach(this::feed);
        some.stream().filter(filter -> everything ? filter.isAllWeights() : filter.equals(Filter.ALL))
                .forEach(this::treatments);
        inventory();
        evidence.figures().ask(server, MemberLedger.of(server.lake()), attacker.caller(requests++),
                member -> member.company().equals(Coast.ATTACKER),
                List.of("", "&areas=3"), "after publication " + publication);
        if (attacker == Attacker.COMPANY) {
            new Comparisons(server, stays, evidence, attacker + " after publication " + publication + ": ")
                    .ask(Comparisons.SHIPPED);
        }
        if (everything) {
            legacy();
        }
    }

    private static String window() {
        return "?limit=1000&from_date=" + Calendar.BEGIN + "&to_date=" + Calendar.TODAY;
    }

    private JsonNode rows(String path) {
        return server.dataAsItCame(path, attacker.caller(requests++));
    }

    /** With or without the caller's own, by turns. */
    private JsonNode rowsBothWays(String path) {
        return rows(path + attacker.self(requests));
    }

    private void weeks(Filter filter) {
        String path = MORTALITY + "categories/rank/week" + window() + "&number_of_categories=100" + filter.text();
        by(rows(path), "loss_week").forEach((week, rows) -> {
            Map<String, BigDecimal> rates = new LinkedHashMap<>();
            rows.forEach(row -> rates.put(text(row, "loss_category_code"), row.get("loss_rate").decimalValue()));
            learn(What.FISH, week, reading.ofWeek(LocalDate.parse(week), rates), path + " " + week);
        });
    }

    private void months(Filter filter) {
        if (filter.placement().equals("onshore") && !filter.areas().isEmpty()) {
            return;
        }
        String path = MORTALITY + "categories/distribution" + window() + filter.text();
        by(rows(path), "loss_month").forEach((month, rows) ->
                learn(What.FISH, month, counted(rows, "loss_count"), path + " " + month));
    }

    private void quarters(Filter filter) {
        String path = MORTALITY + "categories/rate" + window() + "&period_grouping="
                + (filter.hashCode() % 2 == 0 ? "quarterly" : "month") + filter.text();
        by(rowsBothWays(path), "period").forEach((period, rows) ->
                learn(What.FISH, period, counted(rows, "mortality_count").flatMap(
                dead -> counted(rows, "culling_count").map(culled -> union(dead, culled))), path + " " + period));
    }

    // one row for the whole window, here a week and two weeks
    private void windows(Filter filter) {
        LocalDate from = Calendar.BEGIN.plusWeeks(Math.floorMod(filter.hashCode(), 4));
        LocalDate to = from.plusDays(6 + 7L * Math.floorMod(filter.hashCode() / 4, 2));
        String path = MORTALITY + "categories/rank?limit=1000&from_date=" + from + "&to_date=" + to + filter.text();
        List<JsonNode> rows = new ArrayList<>();
        rowsBothWays(path).forEach(rows::add);
        learn(What.FISH, from + ".." + to, counted(rows, "loss_count"), path);
    }

    /** All stays of the counts of rows, each of a cause; a row that shows only the caller's own has none. */
    private Optional<Set<Stay>> counted(Collection<JsonNode> rows, String field) {
        Optional<Set<Stay>> all = Optional.of(new HashSet<>());
        for (JsonNode row : rows) {
            if (!row.get(field).isNull()) {
                Optional<Set<Stay>> some = reading.ofCount(text(row, "loss_category_code"), row.get(field));
                all = all.flatMap(sum -> some.map(stays -> union(sum, stays)));
            }
        }
        return all;
    }

    private void learn(What what, String period, Optional<Set<Stay>> sum, String answer) {
        sum.ifPresentOrElse(of -> {
            String where = attacker + " after publication " + publication + ": " + answer;
            evidence.add(new Sum(what, of, period, where));
            if (what == What.FISH) {
                Set<Set<Stay>> sums = known.computeIfAbsent(period.length() > 7 && period.endsWith("-01")
                        ? period.substring(0, 7) : period, each -> new HashSet<>());
                sums.add(of);
                sums.add(of.stream().filter(stay -> !stay.group().equals(attacker.group()))
                        .collect(Collectors.toSet()));
            }
        }, () -> evidence.cannotExplain(answer));
    }

    private void rates(Filter filter, boolean everything) {
        String text = filter.text();
        String week = MORTALITY + "areas/week" + window() + text;
        rowsBothWays(week).forEach(row -> explain(row, text(row, "loss_rate_week"), 7, "", week));
        String generation = MORTALITY + "generations/rate" + window() + text;
        if (!filter.generations().isEmpty() && filter.areas().size() > 0) {
            rowsBothWays(generation).forEach(row ->
                    explain(row, month(row, "loss_rate_month"), daysOf(row, "loss_rate_month"), "", generation));
        }
        String month = MORTALITY + "areas/month" + window() + text;
        rowsBothWays(month).forEach(row -> explain(row, month(row, "month"), daysOf(row, "month"), "", month));
        if (filter.equals(Filter.ALL)) {
            String rolling = MORTALITY + "region/rolling-12-month" + window();
            for (JsonNode row : rowsBothWays(rolling)) {
                if (text(row, "production_region_name").equals("Norge")) {
                    explain(row, month(row, "loss_rate_month"), daysOf(row, "loss_rate_month"), "weighted_", rolling);
                }
            }
        }
        if (everything && filter.isWholePlatformArea()) {
            for (int i = 0; i < 4; i++) {
                LocalDate monday = Calendar.BEGIN.plusWeeks(i);
                String size = MORTALITY + "size/rate?limit=1000&from_date=" + monday + "&to_date=" + monday.plusDays(6)
                        + text;
                rowsBothWays(size).forEach(row -> explain(row, monday.toString(), THIRTY, "", size));
            }
        }
    }

    /** Whether the rates of a row are those of a known sum, or none. */
    private void explain(JsonNode row, String period, int days, String prefix, String path) {
        if (row.get(prefix + "loss_rate").isNull()) {
            return;
        }
        if (known.getOrDefault(period, Set.of()).stream()
                .anyMatch(each -> Rates.of(each, days).areThese(row.get(prefix + "mortality_rate").decimalValue(),
                row.get(prefix + "culling_rate").decimalValue(), row.get(prefix + "loss_rate").decimalValue()))) {
            evidence.explain();
        } else {
            evidence.cannotExplain(attacker + " after publication " + publication + ": " + path + " " + row);
        }
    }

    // the country's, of complete months: its rates are those of all at sea
    private void legacy() {
        String rate = "/v2/mortality/mortality-rate-by-country";
        for (JsonNode row : rows(rate)) {
            JsonNode risk = row.get("mortality_rate").get("1_m");
            if (!risk.isNull()) {
                LocalDate month = LocalDate.of(row.get("year").asInt(), row.get("month").asInt(), 1);
                explain(month, sum -> Rates.isNear(risk.decimalValue(),
                        -Math.expm1(-Rates.of(sum, month.lengthOfMonth()).mortality())), rate + " " + row);
            }
        }
        String top = "/v2/mortality/categories/top-by-country";
        for (JsonNode row : rows(top)) {
            explain(LocalDate.of(row.get("year").asInt(), row.get("month").asInt(), 1),
                    sum -> Rates.isNear(row.get("category_rate").decimalValue(),
                    (double) lost(sum, stay -> stay.cause().equals(text(row, "mortality_code"))) / lost(sum,
                    stay -> true)), top + " " + row);
        }
    }

    private static long lost(Set<Stay> sum, Predicate<Stay> which) {
        return sum.stream().filter(which).mapToLong(Stay::lost).sum();
    }

    private void explain(LocalDate month, Predicate<Set<Stay>> fits, String answer) {
        if (known.getOrDefault(month.toString().substring(0, 7), Set.of()).stream().anyMatch(fits)) {
            evidence.explain();
        } else {
            evidence.cannotExplain(attacker + " after publication " + publication + ": " + answer);
        }
    }

    private void feed(Filter filter) {
        String path = FEEDING + window() + filter.text();
        for (JsonNode row : rowsBothWays(path)) {
            LocalDate monday = LocalDate.parse(text(row, "feeding_week"));
            // a week of two pieces has too many sets that it could be
            if (!row.get("specific_feed_rate").isNull() && Calendar.endOf(monday).equals(monday.plusWeeks(1))) {
                Set<Integer> areas = new HashSet<>();
                row.get("production_area_ids").forEach(area -> areas.add(area.asInt()));
                List<Set<Stay>> possible = FeedReading.of(stays, monday, areas,
                        row.get("specific_feed_rate").decimalValue());
                if (possible.size() == 1) {
                    learn(What.FEED, monday.toString(), Optional.of(possible.getFirst()), path + " "
                            + row.get("production_area_ids") + " " + monday);
                }
            }
        }
    }

    private void treatments(Filter filter) {
        String detail = TREATMENT + "detail-by-category-and-week?limit=1000" + filter.ofTreatments(false);
        treatments(detail, "week_start production_area_id", "category_treatment_count");
        if (attacker == Attacker.OUTSIDER) {
            treatments(TREATMENT + "by-generation?limit=1000&group_by_area=true" + filter.ofTreatments(true),
                    "treatment_week production_area_id generation", "absolute_treatment_count");
            treatments(TREATMENT + "by-size?limit=1000&exclude_totals=true" + filter.ofTreatments(true),
                    "treatment_week production_area_id generation weight_group_gram", "treatment_count");
        }
    }

    /** What was treated in a row's week, over all categories and targets. */
    private void treatments(String path, String keys, String count) {
        // these routes know no exclude_self
        JsonNode rows = server.dataAsItCame(path, attacker.caller(requests++));
        String weekField = keys.substring(0, keys.indexOf(' '));
        by(rows, row -> List.of(keys.split(" ", -1)).stream().map(key -> text(row, key))
                .collect(Collectors.joining(" "))).forEach((key, group) -> {
            Optional<Set<Stay>> all = Optional.of(new HashSet<>());
            for (JsonNode row : group) {
                int kind = Stays.CATEGORIES.indexOf(text(row, "treatment_category")) * Stays.TARGETS.size()
                        + Stays.TARGETS.indexOf(text(row, "treatment_target"));
                if (kind == Stays.THE_AUTHORITYS) {
                    place(row, LocalDate.parse(text(row, weekField)), path + " " + key);
                    continue;
                }
                Optional<Set<Stay>> some = reading.ofTreatments(LocalDate.parse(text(row, weekField)), kind,
                        row.get(count));
                all = all.flatMap(sum -> some.map(stays -> union(sum, stays)));
            }
            JsonNode row = group.getFirst();
            learn(What.TREATMENTS, key, all.map(treated -> treated.isEmpty()
                    ? treated : union(treated, evidence.untreated(key, treated,
                    reading.ofUntreatedFish(LocalDate.parse(text(row, weekField)),
                    row.get("production_area_id").asInt(), generation(row), middle(row))))),
                    path + " " + key);
        });
    }

    /**
     * The authority's treatments are known to all; a generation or a weight beside them says something of the
     * companies' fish.
     */
    private void place(JsonNode row, LocalDate monday, String answer) {
        String generation = generation(row);
        if (generation != null) {
            evidence.addPlace(reading.ofFish(monday, row.get("production_area_id").asInt(), generation, middle(row)),
                    attacker + " after publication " + publication + ": " + answer);
        }
    }

    private static @Nullable String generation(JsonNode row) {
        return row.has("generation") ? row.get("generation").asText() : null;
    }

    private static @Nullable Integer middle(JsonNode row) {
        return row.has("weight_group_gram") ? row.get("weight_group_gram").asInt() : null;
    }

    private void inventory() {
        String path = "/v3/inventory/platform-authority-biomass-by-month" + window();
        JsonNode rows = server.dataAsItCame(path, attacker.caller(requests++));
        for (JsonNode row : rows) {
            JsonNode tonnes = row.get("platform_biomass_in_tons");
            if (!tonnes.isNull() && tonnes.decimalValue().signum() > 0) {
                long grams = tonnes.decimalValue().movePointRight(6).longValueExact();
                List<Set<Stay>> possible = reading.ofBiomass(LocalDate.parse(text(row, "month").substring(0, 7)
                        + "-01"),
                        row.get("production_area_id").asInt(), grams);
                if (possible.isEmpty()) {
                    evidence.cannotExplain(path + " " + row);
                } else if (possible.size() == 1) {
                    learn(What.BIOMASS, text(row, "month"), Optional.of(possible.getFirst()), path + " "
                            + text(row, "month") + " " + text(row, "production_area_id"));
                }
            }
        }
    }

    private static Set<Stay> union(Set<Stay> a, Set<Stay> b) {
        Set<Stay> union = new HashSet<>(a);
        union.addAll(b);
        return union;
    }

    private static String text(JsonNode row, String field) {
        return Objects.requireNonNull(row.get(field), field).asText();
    }

    private static String month(JsonNode row, String field) {
        return text(row, field).substring(0, 7);
    }

    private static int daysOf(JsonNode row, String field) {
        return LocalDate.parse(month(row, field) + "-01").lengthOfMonth();
    }

    private static Map<String, List<JsonNode>> by(JsonNode rows, String field) {
        return by(rows, row -> text(row, field));
    }

    private static Map<String, List<JsonNode>> by(JsonNode rows, Function<JsonNode, String> key) {
        Map<String, List<JsonNode>> groups = new TreeMap<>();
        rows.forEach(row -> groups.computeIfAbsent(key.apply(row), each -> new ArrayList<>()).add(row));
        return groups;
    }
}
