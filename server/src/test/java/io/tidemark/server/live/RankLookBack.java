package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.LookBack.Value;
import io.tidemark.server.live.RandomDelivery.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes and trends of {@code categories/rank/week}, worked out again from the rates of the weeks that may be published. A
 * cause that such a week does not list has rate 0 there; a week that is hidden has none.
 */
final class RankLookBack {

    static final String PATH = "/v3/mortality/categories/rank/week";

    private RankLookBack() {}

    /** Every change and trend of an answer, which must have all weeks and all causes. */
    static List<Value> values(JsonNode data, List<Row> admitted, Question asked, int minimum) {
        Map<LocalDate, List<Row>> weeks = admitted.stream().collect(Collectors.groupingBy(row -> Span.WEEK.first(row.date())));
        Set<LocalDate> published = weeks.entrySet().stream().filter(week -> asked.othersIn(week.getValue().stream()) >= minimum)
                .map(Map.Entry::getKey).collect(Collectors.toSet());
        Map<String, JsonNode> rows = new HashMap<>();
        data.forEach(row -> rows.put(row.required("loss_week").asText() + row.required("loss_category_code").asText(), row));
        int period = Integer.parseInt(asked.others().getOrDefault("period", "4"));
        List<Value> values = new ArrayList<>();
        for (JsonNode row : data) {
            LocalDate week = LocalDate.parse(row.required("loss_week").asText());
            String cause = row.required("loss_category_code").asText();
            for (String kind : new String[] {"loss", "mortality"}) {
                String rate = "/" + kind + "_rate";
                Double now = LookBack.number(row.at(rate));
                Double before = rate(rows, published, week.minusWeeks(1), cause, rate);
                values.add(new Value(rate + "_change", row, now,
                        now == null || before == null ? null : Double.valueOf(now - before)));
                values.add(new Value("/trending_" + kind + "_last_n_weeks", row, now,
                        mean(rows, published, week, period, cause, rate)));
            }
        }
        return values;
    }

    private static @Nullable Double mean(Map<String, JsonNode> rows, Set<LocalDate> published, LocalDate week, int period,
            String cause, String rate) {
        double sum = 0;
        int weeks = 0;
        for (int i = 0; i < period; i++) {
            Double value = rate(rows, published, week.minusWeeks(i), cause, rate);
            sum += value == null ? 0 : value;
            weeks += value == null ? 0 : 1;
        }
        return weeks == 0 ? null : Double.valueOf(sum / weeks);
    }

    private static @Nullable Double rate(Map<String, JsonNode> rows, Set<LocalDate> published, LocalDate week, String cause,
            String rate) {
        if (!published.contains(week)) {
            return null;
        }
        JsonNode row = rows.get(week + cause);
        return row == null ? Double.valueOf(0) : LookBack.number(row.at(rate));
    }
}
