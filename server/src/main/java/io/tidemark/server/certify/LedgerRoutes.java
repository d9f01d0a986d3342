package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.server.certify.QueriedRoute.Name;
import io.tidemark.server.certify.Takes.Callers;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The audited routes of treatments, inventory and legacy feed rates, which each read a separate ledger table. */
final class LedgerRoutes {

    private static final SqlFile SQL = SqlFile.of("certify/figures.sql");
    private static final String TREATMENT = "/v3/treatment/";
    private static final int THREE = 3;
    private static final int FOUR = 4;
    private static final int LEGACY_MONTHS = 24;

    private LedgerRoutes() {}

    /**
     * All of these routes.
     *
     * @param rule    the snapshot's privacy rule
     * @param through the last released day
     */
    static List<AuditedRoute> all(PrivacyRule rule, LocalDate through) {
        LocalDate firstWaiting = through.plusDays(1).withDayOfMonth(1);
        return List.of(legacyFeed(false, firstWaiting), legacyFeed(true, firstWaiting), new SiteDayRoute(), summary(), detail(),
                byGeneration(), bySize(), afterTreatment(), inventory(rule, firstWaiting));
    }

    private static AuditedRoute legacyFeed(boolean byCountry, LocalDate firstWaiting) {
        return new QueriedRoute("/v2/feeding/sfr-by-" + (byCountry ? "country" : "region") + "-and-temperature", Takes.legacy(Callers.FARMERS),
                "the number of unit-days and their mean rate; not the median and the means of the tails", (session, question) -> {
                    Map<String, List<@Nullable Double>> sums = new HashMap<>();
                    SQL.get("feed_days").with("by_country", byCountry).with("first_month", firstWaiting.minusMonths(LEGACY_MONTHS))
                            .with("own_group", question.group())
                            .each(session, row -> sums.put(row.getString(1), Arrays.asList(row.getDouble(2), row.getDouble(3))));
                    return sums;
                }, row -> (byCountry ? "Norge" : text(row, "region")) + " " + text(row, "species") + " " + text(row, "weight_group") + " "
                        + row.get("temperature").asInt(),
                List.of(new Name("num_of_measurements", 0), new Name("avg_sfr", FOUR)));
    }

    private static AuditedRoute summary() {
        return new QueriedRoute(TREATMENT + "summary-by-area-and-week", Takes.treatments(Callers.ANALYSTS_AND_FARMERS),
                "the week's treatments; not changes and "
                + "trends, which follow from shown weeks", (session, question) -> treatments(session, question, false), LedgerRoutes::areaWeek,
                List.of(new Name("total_treatments", Figure.TEN)));
    }

    private static AuditedRoute detail() {
        return new QueriedRoute(TREATMENT + "detail-by-category-and-week", Takes.treatments(Callers.ANALYSTS_AND_FARMERS),
                "the week's treatments of a category "
                + "and target; not changes and trends, which follow from shown weeks", (session, question) -> treatments(session, question, true),
                row -> areaWeek(row) + series(row), List.of(new Name("category_treatment_count", Figure.TEN)));
    }

    private static Map<String, List<@Nullable Double>> treatments(DuckSession session, SampledQuery question, boolean bySeries) {
        Map<String, Double> sums = new HashMap<>();
        window("treatments", question).each(session, row -> {
            if (question.takes((Integer) row.getObject(2))) {
                sums.merge(row.getString(1) + (bySeries ? " " + row.getString(3) + " " + row.getString(4) : ""), row.getDouble(5), Double::sum);
            }
        });
        return sums.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> List.of(each.getValue())));
    }

    private static AuditedRoute byGeneration() {
        return new QueriedRoute(TREATMENT + "by-generation", Takes.treatments(Callers.ANALYSTS),
                "the week's treatments of a generation in an area; not those "
                + "since its start. A farmer sees its own company's alone",
                (session, question) -> QueriedRoute.ofAreas(window("generation_treatments", question), session, question),
                row -> text(row, "treatment_week") + " " + text(row, "production_area_id") + " " + text(row, "generation") + series(row),
                List.of(new Name("absolute_treatment_count", Figure.TEN)));
    }

    private static AuditedRoute bySize() {
        return new QueriedRoute(TREATMENT + "by-size", Takes.treatments(Callers.ANALYSTS, "exclude_totals=true"),
                "the week's treatments of a generation's "
                + "weight group; not the TOTAL rows, which add up what is shown. A farmer sees its own company's alone",
                (session, question) -> QueriedRoute.ofAreas(window("size_treatments", question), session, question),
                row -> text(row, "treatment_week") + " " + text(row, "production_area_id") + " " + text(row, "generation") + " "
                        + row.get("weight_group_gram").asInt() + series(row), List.of(new Name("treatment_count", FOUR)));
    }

    private static AuditedRoute inventory(PrivacyRule rule, LocalDate firstWaiting) {
        return new QueriedRoute("/v3/inventory/platform-authority-biomass-by-month", Takes.inventory(),
                "the platform's biomass, and whether the companies in it "
                + "are enough", (session, question) -> QueriedRoute.ofAreas(window("biomass", question).with("first_waiting", firstWaiting)
                .with("min_farmers", rule.minFarmers()).with("max_share", rule.maxSharePercent()), session, question),
                row -> text(row, "month") + " " + text(row, "production_area_id"), List.of(new Name("platform_biomass_in_tons", Figure.TEN)));
    }

    private static AuditedRoute afterTreatment() {
        return new QueriedRoute("/v3/comparison/after-treatment", Takes.inventory(),
                "events, their mean excess, and the parts of them above two limits",
                (session, question) -> {
                    Map<String, List<@Nullable Double>> sums = new HashMap<>();
                    window("events", question).each(session, row -> sums.put(row.getString(1), List.of(row.getDouble(2), row.getDouble(3),
                            row.getDouble(4), row.getDouble(5))));
                    return sums;
                }, row -> text(row, "treatment_category") + " " + text(row, "treatment_target") + " " + text(row, "year") + " " + text(row, "quarter")
                        + " " + text(row, "weight_group"),
                List.of(new Name("event_count", Figure.TEN), new Name("mean_excess_rate", THREE), new Name("share_above_quarter_percent", THREE),
                        new Name("share_above_one_percent", THREE)));
    }

    private static SqlStatement window(String statement, SampledQuery question) {
        return SQL.get(statement).with("first_day", question.firstDay()).with("last_day", question.lastDay());
    }

    private static String areaWeek(JsonNode row) {
        return text(row, "week_start") + " " + text(row, "production_area_id") + " " + text(row, "species_code");
    }

    private static String series(JsonNode row) {
        return " " + text(row, "treatment_category") + " " + text(row, "treatment_target");
    }

    private static String text(JsonNode row, String field) {
        return row.get(field).asText();
    }
}
