package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.RouteContract;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What looks back is made from published values alone, over generated data in which it often hangs on one group whether
 * a value is published. What sums give away is the matter of {@link SubtractionTest} and {@link MovedFiguresTest}.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class ConfidentialityTest {

    private static final int LOOKS_BACK = 5;
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        RandomDelivery.write(folder.resolve("delivery"), 20_260_630);
        server = LiveServer.start(folder, RandomDelivery.TODAY).ingest(folder.resolve("delivery"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<String> lookingBack() {
        return LookBack.ROUTES.keySet().stream().sorted();
    }

    // a file with its own rule needs a review; every other one that reads farmers' rows is based on the shared piece,
    // shows only the caller's own rows, or is for admins
    @Test
    void filesWithARuleOfTheirOwn() {
        assertThat(CATALOG.routes().stream().filter(route ->
                route.confidentiality().kind() == Confidentiality.Kind.RULE)
                .map(RouteContract::path)).containsExactlyInAnyOrder(
                // unit-days, site-days and biomass at a month's end: from the ledger, which has what may be summed
                "/v2/feeding/sfr-by-country-and-temperature", "/v2/feeding/sfr-by-region-and-temperature",
                "/v3/feeding/sfr-days-per-temperature", "/v3/inventory/platform-authority-biomass-by-month",
                // own fish, at rates of whole atoms without the caller's rows; PromiseTest attacks them
                "/v3/comparison/expected-loss", "/v3/watch/units",
                // made once and kept: means over enough groups, and whole atoms of events; FiguresPromiseTest and
                // AfterTreatmentTest attack them
                "/v3/comparison/site-quarters", "/v3/comparison/cycles", "/v3/comparison/after-treatment",
                // own feed at rates that legacy v2 publishes
                "/v3/feeding/feed-index",
                // whole atoms, as in a benchmark: their sums are held by month
                "/v2/mortality/mortality-rate-by-region", "/v2/mortality/mortality-rate-by-country",
                "/v2/mortality/categories/top-by-region", "/v2/mortality/categories/top-by-country",
                // who farms where is public
                "/v3/common/farm-and-site-stats", "/v3/common/farmers-in-platform", "/v3/common/farmers-per-po",
                "/v3/common/generations", "/v3/common/site", "/v3/common/site/{site_id}",
                // published, or only the authority's
                "/v3/treatment/by-generation", "/v3/treatment/by-size", "/v3/treatment/detail-by-category-and-week",
                "/v3/treatment/summary-by-area-and-week");
    }

    // a value that looks back must follow from published ones, and must be the same whatever window asked for it
    @ParameterizedTest
    @MethodSource("lookingBack")
    void whatLooksBackSeesNothingHidden(String path) {
        RouteContract route = CATALOG.match(path).orElseThrow().route();
        Random random = new Random(path.hashCode());
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        for (int i = 0; i < LOOKS_BACK; i++) {
            Question window = Question.random(random, route);
            Question all = window.ofAllDays();
            JsonNode rows = ask(path, all);
            List<LookBack.Value> values = Objects.requireNonNull(LookBack.ROUTES.get(path)).values(rows);
            for (LookBack.Value value : values) {
                seen.computeIfAbsent(value.name(), name -> new TreeSet<>()).add(value.check(path + all));
            }
            if (window.from() != null) {
                Set<JsonNode> known = new HashSet<>();
                rows.forEach(known::add);
                assertThat(ask(path, all.over(window.from(), window.to()))).as(path + window).allMatch(known::contains);
            }
        }
        assertThat(seen).isNotEmpty();
        seen.forEach((name, kinds) -> assertThat(kinds).as(name).contains("given"));
        // they need every period that they look back to
        seen.forEach((name, kinds) -> assertThat(kinds).as(name).contains("not given, though of now"));
    }

    private static JsonNode ask(String path, Question question) {
        HttpResponse<String> answer = server.get(path + question.query(), question.caller());
        assertThat(answer.statusCode()).as(path + question + answer.body()).isIn(200, 204);
        return answer.statusCode() == 204 ? LiveServer.JSON.createArrayNode() : LiveServer.json(answer).get("data");
    }
}
