package io.tidemark.server.promise;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.LiveServer;
import io.tidemark.server.promise.Member.Horizon;
import io.tidemark.server.promise.MemberLedger.Quarter;
import io.tidemark.server.promise.MemberLedger.Tenth;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What one attacker has learned of means of members: site averages, quarters, and the best and worst tenths. It is
 * stronger than in life: it knows which members each mean is of, takes rounded ones for exact, and risks for rates. A
 * mean times its members is their sum, and sums are added and subtracted.
 */
final class MemberFigures {

    static final Map<String, String> PLATFORM_AREAS = Map.of("Sørvest", "A1", "Vest", "A2", "Trøndelag", "A4");
    private static final double WRITTEN = 1e-9;
    /** Half of the last decimal of a quarter's mean. */
    private static final double THIRD_DECIMAL = 0.000501;
    /** The last production area of region Sør; the next regions begin here with areas 6 and 9. */
    private static final int LAST_OF_SOUTH = 5;
    private static final int FIRST_OF_NORTH = 9;

    private final Map<Horizon, Map<Set<Member>, String>> known = new LinkedHashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private final List<String> unexplained = new ArrayList<>();

    /** Adds all that another has learned. */
    void addAll(MemberFigures other) {
        other.known.forEach((horizon, sums) -> sums.forEach((members, answer) -> add(horizon, members, answer)));
        unexplained.addAll(other.unexplained);
        other.values.forEach(this::isAsBefore);
    }

    /** A mean of the same members is made once: another value would be their correction. */
    private void isAsBefore(String mean, String value) {
        String before = values.putIfAbsent(mean, value);
        if (before != null && !before.equals(value)) {
            unexplained.add(mean + " was " + before + ", and is " + value);
        }
    }

    void add(Horizon horizon, Set<Member> members, String answer) {
        known.computeIfAbsent(horizon, _ -> new LinkedHashMap<>()).putIfAbsent(Set.copyOf(members), answer);
    }

    /** How many different sums of a month's rates, or of risks over more months, it has. */
    int sums(boolean ofOneMonth) {
        return known.entrySet().stream().filter(each -> each.getKey().months() == 1 == ofOneMonth)
                .mapToInt(each -> each.getValue().size()).sum();
    }

    List<String> unexplained() {
        return List.copyOf(unexplained);
    }

    /** What follows from them about one or two groups besides its own. */
    List<String> exposures(Function<Member, String> groupOf, String own) {
        List<String> exposed = new ArrayList<>();
        known.forEach((horizon, sums) ->
                Exposures.of(sums, groupOf, own).forEach(exposure -> exposed.add(exposure + " in " + horizon)));
        return exposed;
    }

    /** Asks as a caller for everything that is a mean of members, with some filters of areas. */
    void ask(LiveServer server, MemberLedger ledger, String caller, Predicate<Member> isOwn, List<String> filters,
            String when) {
        boolean isFarmer = caller.startsWith("farmer");
        String window = "?limit=1000&from_date=" + ledger.months().stream().findFirst()
                .map(month -> month.atDay(1).toString()).orElse("2026-01-01");
        for (boolean alone : isFarmer ? new boolean[] {false, true} : new boolean[] {false}) {
            String self = alone ? "&exclude_self=true" : "";
            Predicate<Member> left = alone ? isOwn : _ -> false;
            for (String filter : filters) {
                Answer answer = new Answer(ledger, left, when + " as " + caller + ": ");
                String areas = "/v3/mortality/areas/month" + window + self + filter;
                server.dataAsItCame(areas, caller).forEach(row ->
                        answer.average(row, row.get("month"), row.get("site_avg_loss_rate"), areas,
                        area -> Filter.platformArea(firstArea(row)).contains(area)));
                String regions = "/v3/mortality/region/rolling-12-month" + window + self + filter;
                server.dataAsItCame(regions, caller).forEach(row ->
                        answer.average(row, row.get("loss_rate_month"), row.get("avg_site_loss_rate"), regions,
                        area -> isIn(row.get("production_region_name").asText(), area)));
            }
        }
        Answer answer = new Answer(ledger, _ -> false, when + " as " + caller + ": ");
        for (String query : isFarmer ? List.of("", "?exclude_self=true") : List.of("")) {
            Map<YearMonth, List<JsonNode>> regions = new HashMap<>();
            server.dataAsItCame("/v2/mortality/mortality-rate-by-region" + query, caller).forEach(row -> {
                regions.computeIfAbsent(month(row), _ -> new ArrayList<>()).add(row);
                answer.tenths(row);
            });
            server.dataAsItCame("/v2/mortality/mortality-rate-by-country" + query, caller).forEach(row ->
                    answer.tenthsOfTheCountry(row, regions.getOrDefault(month(row), List.of())));
        }
        server.dataAsItCame("/v3/comparison/site-quarters" + window, caller).forEach(answer::quarter);
    }

    private static int firstArea(JsonNode row) {
        return row.get("production_area_ids").get(0).asInt();
    }

    private static boolean isIn(String region, int area) {
        return switch (region) {
            case "Sør" -> area > 0 && area <= LAST_OF_SOUTH;
            case "Midt" -> area > LAST_OF_SOUTH && area < FIRST_OF_NORTH;
            case "Nord" -> area >= FIRST_OF_NORTH;
            default -> true;
        };
    }

    private static YearMonth month(JsonNode row) {
        return YearMonth.of(row.get("year").asInt(), row.get("month").asInt());
    }

    private static int months(String horizon, YearMonth last) {
        return horizon.equals("year") ? last.getMonthValue()
                : Integer.parseInt(horizon.substring(0, horizon.indexOf('_')));
    }

    /** The figures of one question, each held against what the ledger says of its members. */
    private final class Answer {

        private final MemberLedger ledger;
        private final Predicate<Member> left;
        private final String where;

        Answer(MemberLedger ledger, Predicate<Member> left, String where) {
            this.ledger = ledger;
            this.left = left;
            this.where = where;
        }

        void average(JsonNode row, JsonNode day, JsonNode published, String path, IntPredicate areas) {
            if (published.isNull()) {
                return;
            }
            YearMonth month = YearMonth.parse(day.asText().substring(0, 7));
            Set<Member> members = new HashSet<>(ledger.averaged(month, areas));
            members.removeIf(left);
            double mean = members.stream().mapToDouble(member -> ledger.of(month, member).loss()).average()
                    .orElse(Double.NaN);
            learn(new Horizon(month, 1), members, "average", published.asText(),
                    Math.abs(mean - published.asDouble()) <= WRITTEN && row.get("site_average_count")
                    .asInt() == members.size(),
                    path + " " + month + " " + row.get(row.has("platform_area_name")
                    ? "platform_area_name" : "production_region_name"), row);
        }

        void quarter(JsonNode row) {
            Quarter quarter = new Quarter(YearMonth.parse(row.get("month").asText().substring(0, 7)),
                    Objects.requireNonNull(PLATFORM_AREAS.get(row.get("platform_area_name").asText())),
                    row.get("quarter").asInt());
            Set<Member> members = ledger.ranked(quarter);
            double mean = members.stream().mapToDouble(member -> ledger.of(quarter.month(), member).loss()).average()
                    .orElse(Double.NaN);
            learn(new Horizon(quarter.month(), 1), members, "quarter", row.get("mean_loss_rate").asText(),
                    Math.abs(mean - row.get("mean_loss_rate").asDouble()) <= THIRD_DECIMAL
                    && row.get("quarter_site_count").asInt() == members.size(), quarter.toString(), row);
        }

        void tenths(JsonNode row) {
            YearMonth month = month(row);
            each(row, (field, horizon, value) -> {
                Tenth tenth = tenth(month, row.get("region").asText(), field, horizon);
                Set<Member> members = ledger.chosen(tenth);
                Horizon of = new Horizon(month, months(horizon, month));
                learn(of, members, field, String.valueOf(value), value == ledger.value(tenth)
                        && isRounded(value, ledger.meanRisk(members, of)), tenth.toString(), row);
            });
        }

        void tenthsOfTheCountry(JsonNode row, List<JsonNode> regions) {
            YearMonth month = month(row);
            each(row, (field, horizon, value) -> {
                Set<Member> all = new HashSet<>();
                double sum = 0;
                for (JsonNode region : regions) {
                    JsonNode shown = region.get(field).get(horizon);
                    if (!shown.isNull()) {
                        Set<Member> members = ledger.chosen(tenth(month, region.get("region").asText(), field,
                                horizon));
                        all.addAll(members);
                        sum += members.size() * shown.asDouble();
                    }
                }
                learn(new Horizon(month, months(horizon, month)), all, "country " + field, String.valueOf(value),
                        Math.abs(value - sum / all.size()) <= WRITTEN, "the country's " + field, row);
            });
        }

        private void learn(Horizon horizon, Set<Member> members, String kind, String value, boolean isExplained,
                String answer, JsonNode row) {
            if (isExplained && !members.isEmpty()) {
                add(horizon, members, where + answer);
                isAsBefore(kind + " of " + horizon + " "
                        + new TreeSet<>(members.stream().map(Member::toString).toList()), value);
            } else {
                unexplained.add(where + answer + " of " + members + ": " + row);
            }
        }
    }

    /** A figure of a tenth. */
    private interface Shown {
        void read(String field, String horizon, double value);
    }

    private static void each(JsonNode row, Shown shown) {
        row.properties().stream().filter(field -> field.getKey().contains("10_percent"))
                .forEach(field -> field.getValue().properties().stream()
                .filter(value -> !value.getValue().isNull())
                .forEach(value -> shown.read(field.getKey(), value.getKey(), value.getValue().asDouble())));
    }

    private static Tenth tenth(YearMonth month, String region, String field, String horizon) {
        return new Tenth(month, region, field.endsWith("vi_rate") ? "vi_rate" : "rate", horizon,
                field.substring(0, field.indexOf('_')));
    }

    /** To two digits of which the second is 0 or 5. */
    private static boolean isRounded(double value, double exact) {
        return Math.abs(value - exact) <= 0.2501 * Math.pow(10, Math.floor(Math.log10(exact)));
    }
}
