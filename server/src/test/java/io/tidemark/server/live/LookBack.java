package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes look-back values from the published values of the earlier periods: if one differs, it contains something
 * hidden.
 *
 * @param period field of a row's period; empty for legacy v2, which has year and month
 * @param series fields that tell the series of periods apart
 */
record LookBack(String period, List<String> series) {

    private static final int MONTHS_OF_YEAR_SO_FAR = 0;
    /** Over the rounding to ten decimals of a year's rates. */
    private static final Offset<Double> ROUNDING = Offset.offset(1e-8);

    /** The routes that look back over whole months, by path; generations/rate adds up pieces. */
    static final Map<String, LookBack> ROUTES = Map.of(
            "/v3/mortality/areas/month", new LookBack("month", List.of("platform_area_name")),
            "/v3/mortality/region/rolling-12-month",
            new LookBack("loss_rate_month", List.of("production_region_name", "site_placement")),
            "/v2/mortality/mortality-rate-by-region", new LookBack("", List.of("region")),
            "/v2/mortality/mortality-rate-by-country", new LookBack("", List.of()));

    /**
     * A value that looks back.
     *
     * @param name     where it stands
     * @param row      the row
     * @param now      the row's own value that it builds on, if published
     * @param expected what it must be; null when it must have no value
     */
    record Value(String name, JsonNode row, @Nullable Double now, @Nullable Double expected) {

        /** Fails unless it is what it must be; says whether it is given, and if not, whether its row's own value is. */
        String check(String question) {
            Double given = number(row.at(name));
            if (given == null || expected == null) {
                assertThat(given).as(question + this).isEqualTo(expected);
            } else {
                assertThat(given).as(question + this).isCloseTo(expected, ROUNDING);
            }
            return given != null ? "given" : now != null ? "not given, though of now" : "not given";
        }
    }

    /** Every value of an answer that looks back; the answer must have all periods. */
    List<Value> values(JsonNode data) {
        Map<List<String>, NavigableMap<LocalDate, JsonNode>> all = new LinkedHashMap<>();
        for (JsonNode row : data) {
            all.computeIfAbsent(series.stream().map(name -> row.required(name).asText()).toList(),
                    key -> new TreeMap<>())
                    .put(month(row), row);
        }
        List<Value> values = new ArrayList<>();
        all.values().forEach(months -> months.forEach((month, row) -> {
            for (Map.Entry<String, JsonNode> field : row.properties()) {
                if (field.getKey().startsWith("cumulative_")) {
                    values.add(cumulative(field.getKey(), months, month));
                }
            }
            if (row.has("relative_trend_12_months")) {
                String risk = "/cumulative_weighted_loss_rate_12_months";
                Double now = number(row.at(risk));
                JsonNode before = months.get(month.minusMonths(12));
                Double old = before == null ? null : number(before.at(risk));
                values.add(new Value("/relative_trend_12_months", row, now,
                        now == null || old == null || old == 0 ? null : Double.valueOf(now / old - 1)));
            }
            for (String kind : Set.of("mortality_rate", "vi_mortality_rate")) {
                Map.of("3_m", 3, "6_m", 6, "12_m", 12, "year", MONTHS_OF_YEAR_SO_FAR).forEach((name, n) -> {
                    if (row.path(kind).has(name)) {
                        values.add(risk("/" + kind + "/" + name, months, month, "/" + kind + "/1_m", n));
                    }
                });
            }
        }));
        return values;
    }

    // cumulative_X_N_months is made of X in N months, cumulative_X_year of X since January
    private static Value cumulative(String field, NavigableMap<LocalDate, JsonNode> months, LocalDate month) {
        String[] parts = field.split("_(?=\\d+_months$|year$)", 2);
        String rate = "/" + parts[0].substring("cumulative_".length());
        return risk("/" + field, months, month, rate,
                parts[1].equals("year") ? MONTHS_OF_YEAR_SO_FAR : Integer.parseInt(parts[1].replace("_months", "")));
    }

    // v2 gives each month's risk instead of its rate
    private static Value risk(String name, NavigableMap<LocalDate, JsonNode> months, LocalDate month, String rate,
            int n) {
        JsonNode row = Objects.requireNonNull(months.get(month));
        Double sum = 0e0;
        for (int i = 0; i < (n == MONTHS_OF_YEAR_SO_FAR ? month.getMonthValue() : n); i++) {
            JsonNode each = months.get(month.minusMonths(i));
            Double value = each == null ? null : number(each.at(rate));
            sum = sum == null || value == null ? null
                    : Double.valueOf(sum + (rate.endsWith("1_m") ? -Math.log(1 - value) : value));
        }
        return new Value(name, row, number(row.at(rate)), sum == null ? null : Double.valueOf(1 - Math.exp(-sum)));
    }

    private LocalDate month(JsonNode row) {
        return period.isEmpty() ? LocalDate.of(row.required("year").asInt(), row.required("month").asInt(), 1)
                : LocalDate.parse(row.required(period).asText()).withDayOfMonth(1);
    }

    static @Nullable Double number(JsonNode value) {
        return value.isNumber() ? Double.valueOf(value.asDouble()) : null;
    }
}
