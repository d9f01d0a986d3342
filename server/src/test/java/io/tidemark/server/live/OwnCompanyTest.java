package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.Confidentiality.Figure;
import io.tidemark.server.route.contract.RouteContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Own values of the farmer group or of the company alone, over {@link SisterDelivery}. */
final class OwnCompanyTest {

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final String OCTOBER = "from_date=2026-10&to_date=2026-10";

    @TempDir
    private static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = LiveServer.start(folder.resolve("lake"), SisterDelivery.END)
                .ingest(SisterDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // October: 10 of 1000 fish, with F2's 30 of 2000; all 78 of 6000, and the mean of five sites of a group (0.015 +
    // 4 x 0.012) / 5. F2's fish came in the data's first month, whose number nobody knows. The piece from the 12th to the 18th:
    // hazards 0.01 and 0.015; 1 - exp(-0.01). Who lost fish has as many the day after: of F1's 1010 fish that came 10 are lost, of the group's 2030 30. Others lose 12 of 1000: of F1's
    // 1000 fish 12 are expected and of the group's 24.
    // Growth: F1's 20 kg of 2020, the group's 30 of 4030 (with the others' 70 of 12,070); feed 10 and 31 kg of these
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            mortality/areas/month?            | loss_rate site_avg_loss_rate farmer_loss_rate farmer_site_avg_loss_rate farmer_site_count                      | 0.013 0.0126 0.015 0.015 1 | 0.013 0.0126 0.01 0.01 1
            mortality/areas/month?exclude_self=true& | loss_rate site_avg_loss_rate farmer_loss_rate                                                           | 0.012 0.012 0.015 | 0.012 0.012 0.01
            mortality/generations/rate?       | loss_rate farmer_loss_rate farmer_cumulative_loss_rate farmer_generation_month_number                          | 0.013 0.015 0.0148880604 null | 0.013 0.01 0.0099501663 0
            mortality/generations/rate?       | share_lost farmer_share_lost farmer_share_gone farmer_share_present farmer_compared_share_lost                 | 0.013 0.015 0 0.985 0.015  | 0.013 0.01 0 0.99 0.01
            mortality/categories/distribution? | loss_category_code loss_count farmer_loss_count farmer_loss_rate_count_of_inventory farmer_total_loss_rate    | A101 58 10 0.005 0.015 / B101 20 20 0.01 0.015 | A101 58 10 0.01 0.01 / B101 20 0 0 0.01
            mortality/size/rate?to_date=2026-10-18&from_date=2026-10-12 | weight_group_gram loss_rate farmer_loss_rate                                         | 2250 0.0557142857 0.0642857143 | 2250 0.0557142857 0.0428571429
            comparison/expected-loss?         | fish_days observed_count expected_count ratio compared_share                                                   | 62000 30 24 1.25 1 | 31000 10 12 0.833 1
            comparison/expected-loss?group_by=site& | site_id observed_count expected_count ratio                                                              | 10001 30 24 1.25 | 10001 10 12 0.833
            feeding/growth?                   | estimated_growth_rate farmer_estimated_growth_rate farmer_estimated_gain_kg                                    | 0.58 0.7444168734 30 | 0.58 0.9900990099 20
            feeding/sfr_temperature_by_region_and_week?from_date=2026-10-20&to_date=2026-10-20 | specific_feed_rate farmer_specific_feed_rate                  | 0.75 0.7692307692 | 0.75 0.495049505
            feeding/sfr-days-per-temperature?from_date=2026-10-20&to_date=2026-11-08 | avg_temperature count                                                   | 8.5 null / 9.2 null | 8.5 null
            """)
    void aCompanyIsBetterThanItsGroup(String route, String fields, String ofGroup, String ofCompany) {
        String path = "/v3/" + route + (route.contains("to_date") ? "" : OCTOBER);
        assertThat(rows(server.data(path, "farmer:F1"), fields)).isEqualTo(ofGroup);
        assertThat(rows(server.data(path + "&own=group", "farmer:F1"), fields)).isEqualTo(ofGroup);
        assertThat(rows(server.data(path + "&own=Company", "farmer:F1"), fields)).isEqualTo(ofCompany);
    }

    /** F2's treatment is its group's and not F1's; with 14 days of fish before it and no other, it is an event. */
    @Test
    void aTreatmentOfAnotherCompanyIsTheGroups() {
        assertThat(thermal("group", "farmer:F1")).isNotEmpty().isEqualTo(thermal("company", "farmer:F2"));
        assertThat(thermal("company", "farmer:F1")).isEmpty();
    }

    // without the days on which nobody treated, which each company has
    private static List<JsonNode> thermal(String own, String caller) {
        List<JsonNode> rows = new ArrayList<>();
        server.data("/v3/comparison/after-treatment?from_date=2026&own=" + own, caller).forEach(row -> {
            if (row.get("treatment_category").asText().equals("Thermal")) {
                rows.add(row);
            }
        });
        return rows;
    }

    static Stream<RouteContract> routes() {
        return CATALOG.routes().stream().filter(route -> route.parameters().containsKey("own"));
    }

    private static String path(RouteContract route) {
        return route.path() + "?from_date=" + SisterDelivery.BEGIN + "&to_date=" + SisterDelivery.END;
    }

    private static List<JsonNode> others(RouteContract route, String query, String caller) {
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode row : server.data(path(route) + query, caller)) {
            boolean isOthers = false;
            for (String field : new TreeSet<>(row.propertyStream().map(Map.Entry::getKey).toList())) {
                Set<Figure> shows = route.confidentiality().figures(field);
                if (shows.contains(Figure.OWN)) {
                    ((ObjectNode) row).remove(field);
                }
                isOthers |= (shows.contains(Figure.SUM) || shows.contains(Figure.MADE_ONCE)) && row.hasNonNull(field);
            }
            // a row without others' figures is there for the caller's own fish
            if (isOthers) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** What is expected of own fish is of theirs, and differs as they do. */
    @ParameterizedTest
    @MethodSource("routes")
    void othersFiguresAreTheSame(RouteContract route) {
        for (String caller : List.of("farmer:F1", "farmer:F2", "farmer:F3")) {
            for (String self : route.parameters().containsKey("exclude_self")
                    ? List.of("", "&exclude_self=true") : List.of("")) {
                if (!route.path().endsWith("/expected-loss")) {
                    List<JsonNode> ofGroup = others(route, self, caller);
                    List<JsonNode> ofCompany = others(route, self + "&own=company", caller);
                    assertThat(ofGroup).as(caller + self).containsAll(ofCompany);
                    // a cause that others lost nothing of is there for own losses
                    assertThat(ofGroup).filteredOn(row -> !ofCompany.contains(row)).as(caller + self).allSatisfy(row ->
                            assertThat(row.path("loss_count").asDouble(row.path("rate").asDouble(1))).isZero());
                }
            }
        }
        // alone in its group
        assertThat(server.data(path(route) + "&own=company", "farmer:F3"))
                .isEqualTo(server.data(path(route), "farmer:F3"));
    }

    /** Which have it: all of v3 whose own values are not of the company alone in any case. */
    @Test
    void theRoutesWithOwnFiguresOfAGroupHaveIt() {
        assertThat(routes().map(RouteContract::path)).contains("/v3/comparison/after-treatment",
                "/v3/comparison/expected-loss", "/v3/feeding/growth", "/v3/feeding/sfr-days-per-temperature",
                "/v3/mortality/areas/week", "/v3/mortality/region/rolling-12-month", "/v3/mortality/size/categories");
        assertThat(CATALOG.routes().stream().filter(route -> !route.parameters().containsKey("own"))
                .filter(route -> route.sql().names().contains("own")).map(RouteContract::path)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aCallerWithoutACompanyIsRefused(RouteContract route) {
        boolean isForFarmers = route.path().endsWith("/expected-loss");
        for (String caller : List.of("admin", "analyst", "key")) {
            assertThat(status(route, "&own=group", caller)).isIn(isForFarmers ? List.of(403) : List.of(200, 204));
            assertThat(status(route, "&own=company", caller)).as(caller).isEqualTo(403);
            assertThat(status(route, "&own=company&limit=-1", caller)).isEqualTo(isForFarmers ? 403 : 400);
        }
        assertThat(server.get(path(route) + "&own=mine", "farmer:F1").body()).contains("must be one of group, company");
    }

    /** Companies of a group share what is their group's, and nothing that is one company's. */
    @ParameterizedTest
    @MethodSource("routes")
    void eachCompanyHasAnAnswerOfItsOwn(RouteContract route) {
        String group = tag(route, "", "farmer:F1");
        assertThat(tag(route, "&own=group", "farmer:F1")).isEqualTo(group);
        // by site expected-loss has the company's own in both
        assertThat(tag(route, "", "farmer:F2").equals(group)).isNotEqualTo(route.path().endsWith("/expected-loss"));
        assertThat(Stream.of(group, tag(route, "&own=company", "farmer:F1"), tag(route, "&own=company", "farmer:F2")))
                .doesNotHaveDuplicates();
    }

    private static int status(RouteContract route, String query, String caller) {
        return server.get(path(route) + query, caller).statusCode();
    }

    private static String tag(RouteContract route, String query, String caller) {
        return server.get(path(route) + query, caller).headers().firstValue("ETag").orElseThrow();
    }
}
