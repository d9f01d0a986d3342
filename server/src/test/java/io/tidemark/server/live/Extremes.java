package io.tidemark.server.live;

import static io.tidemark.server.live.HiddenCells.inRegion;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.RandomDelivery.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many other groups the extremes of legacy v2 rest on: those of the sites, or unit-days, that an extreme averages. Worked out
 * anew from the delivered rows.
 */
final class Extremes {

    private static final Map<String, Integer> HORIZONS = Map.of("1_m", 1, "3_m", 3, "6_m", 6, "12_m", 12, "year", 0);

    private final Map<String, List<Row>> siteMonths = new HashMap<>();
    private final Set<String> sites;

    Extremes(List<Row> delivered) {
        delivered.stream().filter(row -> row.offshore() && row.fish() > 0).forEach(row ->
                siteMonths.computeIfAbsent(Span.MONTH.first(row.date()) + row.site(), k -> new ArrayList<>()).add(row));
        sites = Set.copyOf(delivered.stream().map(Row::site).toList());
    }

    /** The extremes of a row of a route, by their JSON pointers; empty for a route without. */
    Map<String, Long> othersBehind(String path, JsonNode answer, List<Row> admitted, Question asked) {
        return path.startsWith("/v2/feeding") ? feeding(answer, admitted, asked)
                : path.startsWith("/v2/mortality/mortality-rate") ? mortality(answer, asked) : Map.of();
    }

    // unit-days at or above the 90th percentile, at or below the 10th
    private static Map<String, Long> feeding(JsonNode answer, List<Row> admitted, Question asked) {
        List<Row> days = admitted.stream().filter(row -> HiddenFeeding.FED_LATELY.holds(answer, row, asked) && counts(row, asked))
                .sorted(Comparator.comparingDouble(Extremes::rate)).toList();
        double upper = percentile(days, 9);
        double lower = percentile(days, 1);
        return Map.of("/highest_10_percent_avg_sfr", asked.othersIn(days.stream().filter(row -> rate(row) >= upper)),
                "/lowest_10_percent_avg_sfr", asked.othersIn(days.stream().filter(row -> rate(row) <= lower)));
    }

    private static double rate(Row row) {
        return 100e0 * (row.feedKg() * 1000) / ((double) row.fish() * row.gram());
    }

    // by linear interpolation at p x (n - 1)
    private static double percentile(List<Row> days, int tenth) {
        if (days.isEmpty()) {
            return Double.NaN;
        }
        int way = (days.size() - 1) * tenth;
        double below = rate(days.get(way / 10));
        return way % 10 == 0 ? below : below + (rate(days.get(way / 10 + 1)) - below) * (way % 10) / 10;
    }

    // a tenth of the sites that have a risk over the horizon, rounded up; of fewer than 10 sites none
    private Map<String, Long> mortality(JsonNode answer, Question asked) {
        LocalDate month = LocalDate.of(answer.required("year").asInt(), answer.required("month").asInt(), 1);
        String region = answer.path("region").asText("Norge");
        Map<String, Long> others = new LinkedHashMap<>();
        for (String kind : new String[] {"rate", "vi_rate"}) {
            HORIZONS.forEach((name, n) -> {
                Map<String, Double> risks = new HashMap<>();
                for (String site : sites) {
                    List<Row> rows = siteMonths.getOrDefault(month + site, List.of());
                    Double risk = rows.isEmpty() || !inRegion(region, rows.getFirst()) ? null
                            : risk(site, month, n == 0 ? month.getMonthValue() : n, kind.equals("vi_rate"), asked);
                    if (risk != null) {
                        risks.put(site, risk);
                    }
                }
                others.put("/highest_10_percent_avg_" + kind + "/" + name, tenth(risks, -1, month, asked));
                others.put("/lowest_10_percent_avg_" + kind + "/" + name, tenth(risks, 1, month, asked));
            });
        }
        return others;
    }

    // ties, judged at 12 decimals, go to the lower site number
    private long tenth(Map<String, Double> risks, int direction, LocalDate month, Question asked) {
        Comparator<String> byRisk = Comparator
                .comparingLong(site -> direction * Math.round(1e12 * risks.getOrDefault(site, 0e0)));
        Stream<String> order = risks.keySet().stream().sorted(byRisk.thenComparing(Comparator.naturalOrder()));
        return risks.size() < 10 ? 0 : asked.othersIn(order.limit((risks.size() + 9) / 10)
                .flatMap(site -> siteMonths.getOrDefault(month + site, List.of()).stream()));
    }

    // null unless every month has fish that count
    private @Nullable Double risk(String site, LocalDate month, int months, boolean byBiomass, Question asked) {
        double sum = 0;
        for (int i = 0; i < months; i++) {
            double lost = 0;
            double stock = 0;
            for (Row row : siteMonths.getOrDefault(month.minusMonths(i) + site, List.of())) {
                double each = !counts(row, asked) ? 0 : byBiomass ? row.gram() : 1;
                lost += each * row.dead();
                stock += each * row.fish();
            }
            if (stock == 0) {
                return null;
            }
            sum += lost * month.minusMonths(i).lengthOfMonth() / stock;
        }
        return 1 - Math.exp(-sum);
    }

    private static boolean counts(Row row, Question asked) {
        return !asked.excludeSelf() || !row.group().equals(asked.group());
    }
}
