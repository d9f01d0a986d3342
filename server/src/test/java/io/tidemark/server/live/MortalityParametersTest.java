package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.MortalityRoutes.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What all v3 mortality routes do with the common parameters, and what each does with bad ones, over {@link
 * CoastDelivery}.
 */
@ExtendWith(CoastServer.class)
class MortalityParametersTest {

    private static LiveServer server;

    @BeforeAll
    static void start(LiveServer coast) {
        server = coast;
    }

    /** Every route of the family. */
    @ParameterizedTest
    @MethodSource("io.tidemark.server.live.MortalityRoutes#benchmarks")
    void commonParameters(String route) {
        JsonNode all = data(route, "");
        assertThat(data(route, "areas=%")).isEqualTo(all);
        String defaults = "weight_range_start=1&weight_range_end=15000&exclude_self=false&offset=0&limit=1000";
        assertThat(data(route, defaults)).isEqualTo(all);
        String from = route.equals("categories/rank/week") ? "2027-01-03" : "2026-11-08";
        assertThat(data(route, "from_date=" + from + "&to_date=today")).isEqualTo(all);

        JsonNode vest = data(route, "areas=Vest");
        assertThat(vest).isNotEqualTo(all);
        for (String same : new String[] {"west", "A2", "3,4", "04,VEST"}) {
            assertThat(data(route, "areas=" + same)).as(same).isEqualTo(vest);
        }
        assertThat(data(route, "areas=3")).isNotEqualTo(vest);

        JsonNode autumn = data(route, "generations=H2026");
        assertThat(autumn).isNotEqualTo(all);
        for (String same : new String[] {"h2026", "2026 - Høst", "2026 - autumn", "V2001,H2026"}) {
            assertThat(data(route, "generations=" + same)).as(same).isEqualTo(autumn);
        }
        assertThat(data(route, "weight_range_start=500")).isNotEqualTo(all);

        for (String nothing : new String[] {"from_date=2019&to_date=2019", "generations=V2001",
                "weight_range_start=14000",
            "areas=13"}) {
            assertThat(get(route, nothing, "analyst").statusCode()).as(nothing).isEqualTo(204);
        }
        assertThat(get(route, "exclude_self=true", "analyst").statusCode()).isEqualTo(403);
        assertThat(get(route, "exclude_self=true", "admin").statusCode()).isEqualTo(403);
        // F5 is alone from 500 g: size/categories has nothing of it in the weight groups that F5 sees, unless there is
        // but one
        String wide = route.equals("size/categories") ? "weight_bucket=5000" : "limit=1000";
        JsonNode without = LiveServer.json(get(route, wide + "&exclude_self=true", "farmer:F5"));
        assertThat(without.get("metadata").get("farmer_group_key").asText()).isEqualTo("G4");
        // Trøndelag, which F5 has no fish in, is all that the routes by weight group show
        assertThat(without.get("data").equals(LiveServer.json(get(route, wide, "farmer:F5")).get("data")))
                .isEqualTo(route.matches("size(/rate)?"));
        assertThat(get(route, "", "common-only").statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @MethodSource("io.tidemark.server.live.MortalityRoutes#paged")
    void pages(String route) {
        int rows = data(route, "").size();
        assertThat(rows).isGreaterThan(2);

        assertThat(hasMore(route, "limit=" + (rows - 1))).isTrue();
        assertThat(hasMore(route, "limit=" + rows)).isFalse();
        assertThat(hasMore(route, "offset=1&limit=" + (rows - 1))).isFalse();
        assertThat(hasMore(route, "offset=1&limit=" + (rows - 2))).isTrue();
        assertThat(data(route, "offset=" + rows)).isEmpty();
        assertThat(data(route, "offset=1&limit=1").get(0)).isEqualTo(data(route, "").get(1));
    }

    @ParameterizedTest
    @MethodSource("io.tidemark.server.live.MortalityRoutes#benchmarks")
    void badCommonParameters(String route) {
        refused(route, "from_date=2026-13", "from_date", "Q1 2026");
        refused(route, "to_date=soon", "to_date", "2026-W09");
        refused(route, "from_date=2027-01-31&to_date=2027-01-30", "from_date", "must not be later than to_date");
        refused(route, "areas=Vets", "areas", "did you mean Vest?");
        refused(route, "generations=2026", "generations", "V2025");
        refused(route, "weight_range_start=-1", "weight_range_start", "to 15000");
        refused(route, "weight_range_end=-1", "weight_range_end", "from 0 to 15000");
        refused(route, "weight_range_start=9&weight_range_end=8", "weight_range_start",
                "must not be above weight_range_end (8)");
        refused(route, "exclude_self=maybe", "exclude_self", "true or false");
        refused(route, "offset=-1", "offset", "from 0");
        refused(route, "limit=0", "limit", "from 1 to 1000");
        refused(route, "limit=1001", "limit", "from 1 to 1000");
        refused(route, "limitt=1", "limitt", "did you mean limit?");
        refused(route, "areas=3&areas=4", "areas", "may be given once");
        refused(route, "weight_range_start=-1", "weight_range_start", "from 0 to 15000");
    }

    @ParameterizedTest(name = "{0}?{1}")
    @CsvSource(delimiter = '|', textBlock = """
            categories/rank/week | loss_type=culling          | loss_type            | must be one of loss, mortality
            categories/rank/week | number_of_categories=0     | number_of_categories | must be a whole number from 1 to 100
            categories/rank/week | number_of_categories=101   | number_of_categories | must be a whole number from 1 to 100
            categories/rank/week | period=0                   | period               | must be a whole number from 1 to 52
            categories/rank/week | period=53                  | period               | must be a whole number from 1 to 52
            categories/rate      | period_grouping=week       | period_grouping      | must be one of month, quarterly, tertial, year
            categories/rate      | period_grouping=quarter    | period_grouping      | did you mean quarterly?
            size                 | group_by=site              | group_by             | must be one of area, generation, area_and_generation
            size/month           | group_by=                  | group_by             | must be one of area, generation, area_and_generation
            size/categories      | weight_bucket=99           | weight_bucket        | must be a whole number from 100 to 5000
            size/categories      | weight_bucket=5001         | weight_bucket        | must be a whole number from 100 to 5000
            size                 | weight_bucket=500          | weight_bucket        | no such parameter
            """)
    void badParametersOfARoute(String route, String query, String parameter, String message) {
        refused(route, query, parameter, message);
    }

    private static void refused(String route, String query, String parameter, String message) {
        HttpResponse<String> response = get(route, query, "farmer:F1");

        assertThat(response.statusCode()).as(query).isEqualTo(400);
        JsonNode details = LiveServer.json(response).get("details");
        assertThat(details).as(query).hasSize(1);
        assertThat(details.get(0).get("parameter").asText()).isEqualTo(parameter);
        assertThat(details.get(0).get("message").asText()).contains(message);
    }

    private static boolean hasMore(String route, String query) {
        return LiveServer.json(get(route, query, "admin")).get("pagination").get("has_more").asBoolean();
    }

    private static JsonNode data(String route, String query) {
        return server.data(BASE + route + "?" + encoded(query), "admin");
    }

    private static HttpResponse<String> get(String route, String query, String caller) {
        return server.get(BASE + route + "?" + encoded(query), caller);
    }
}
