package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.RandomDelivery.Row;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.RouteContract;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is asked and whoever asks: no benchmark value is published that rests on fewer than three farmer groups other than the
 * caller's own. The groups are counted here, over the delivered rows.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class ConfidentialityTest {

    private static final int MINIMUM = 3;
    private static final int QUESTIONS = 40;
    private static final Map<String, HiddenCells> CELLS = HiddenCells.byRoute();
    /** Hiding routes that nothing is counted for here; their own tests have cases by hand. */
    private static final Set<String> NOT_COUNTED = Set.of("/v3/feeding/sfr-days-per-temperature",
            "/v3/inventory/platform-authority-biomass-by-month");
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);

    @TempDir
    static Path folder;

    private static RandomDelivery delivery;
    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        delivery = RandomDelivery.write(folder.resolve("delivery"), 20_260_630);
        server = LiveServer.start(folder, RandomDelivery.TODAY).ingest(folder.resolve("delivery"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<String> routes() {
        return CELLS.keySet().stream();
    }

    // every route whose SQL takes the minimum is here, or named as not counted
    @Test
    void noHidingRouteIsForgotten() {
        Set<String> counted = new TreeSet<>(CELLS.keySet());
        counted.addAll(NOT_COUNTED);
        assertThat(CATALOG.routes().stream().filter(route -> route.sql().names().contains("min_groups")).map(RouteContract::path))
                .containsExactlyInAnyOrderElementsOf(counted);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void nothingIsPublishedThatRestsOnTooFew(String path) {
        RouteContract route = CATALOG.match(path).orElseThrow().route();
        HiddenCells cells = Objects.requireNonNull(CELLS.get(path));
        Random random = new Random(path.hashCode());
        int[] counts = new int[2];
        for (int i = 0; i < QUESTIONS; i++) {
            Question question = Question.random(random, route, cells.weeks());
            HttpResponse<String> answer = server.get(path + question.query(), question.caller());
            assertThat(answer.statusCode()).as(question + answer.body()).isIn(200, 204);
            if (answer.statusCode() == 200) {
                for (JsonNode row : LiveServer.json(answer).get("data")) {
                    boolean enough = othersIn(row, cells, question) >= MINIMUM;
                    counts[enough ? 1 : 0]++;
                    if (!enough) {
                        assertThat(cells.listed()).as(path + question + row).isFalse();
                        assertThat(published(row, cells)).as(path + question + row).isEmpty();
                    } else if (!cells.listed()) {
                        counts[1] += published(row, cells).isEmpty() ? 0 : 1;
                    }
                }
            }
        }
        // both happened, or nothing was tested
        assertThat(counts[1]).as("rows that rest on enough").isPositive();
        assertThat(cells.listed() || counts[0] > 0).as("rows that do not").isTrue();
    }

    private static long othersIn(JsonNode row, HiddenCells cells, Question question) {
        String own = question.group();
        return delivery.rows().stream().filter(question::admits).filter(each -> cells.holds().test(row, each)).map(Row::group)
                .filter(group -> !group.equals(own)).distinct().count();
    }

    private static List<String> published(JsonNode row, HiddenCells cells) {
        List<String> published = new ArrayList<>();
        row.properties().forEach(field -> {
            boolean benchmark = !field.getKey().startsWith("farmer_") && !cells.shown().contains(field.getKey());
            if (benchmark && hasValue(field.getValue())) {
                published.add(field.getKey());
            }
        });
        return published;
    }

    private static boolean hasValue(JsonNode value) {
        if (!value.isContainerNode()) {
            return !value.isNull();
        }
        for (JsonNode each : value) {
            if (hasValue(each)) {
                return true;
            }
        }
        return false;
    }

    /**
     * What is asked by whom; null where nothing is.
     *
     * @param from first day, of a week or month
     * @param to   last day, of a week or month
     */
    private record Question(String caller, @Nullable LocalDate from, @Nullable LocalDate to, Set<Integer> areas,
            Set<String> generations, int lightest, int heaviest, String query) {

        static Question random(Random random, RouteContract route, boolean weeks) {
            Set<String> taken = route.parameters().keySet();
            List<String> farmers = List.copyOf(RandomDelivery.groups().keySet());
            // benchmarks by temperature are for farmers
            boolean farmer = random.nextInt(5) > 0 || route.path().startsWith("/v2/feeding");
            String caller = farmer ? "farmer:" + farmers.get(random.nextInt(farmers.size())) : "analyst";
            StringJoiner query = new StringJoiner("&", "?", "");
            LocalDate from = null;
            LocalDate to = null;
            if (taken.contains("from_date")) {
                int length = 1 + random.nextInt(weeks ? 8 : 3);
                from = weeks ? LocalDate.of(2026, 1, 5).plusWeeks(random.nextInt(24))
                        : LocalDate.of(2026, 1, 1).plusMonths(random.nextInt(6));
                to = (weeks ? from.plusWeeks(length) : from.plusMonths(length)).minusDays(1);
                query.add("from_date=" + from).add("to_date=" + to);
            }
            Set<Integer> areas = new TreeSet<>();
            if (taken.contains("areas") && random.nextBoolean()) {
                random.ints(1 + random.nextInt(3), 0, 5).forEach(i -> areas.add(new int[] {3, 4, 6, 7, 9}[i]));
                query.add("areas=" + areas.stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
            Set<String> generations = new TreeSet<>();
            if (taken.contains("generations") && random.nextInt(3) == 0) {
                generations.add(random.nextBoolean() ? "V2025" : "H2025");
                query.add("generations=" + String.join(",", generations));
            }
            int lightest = 0;
            int heaviest = 15_000;
            if (taken.contains("weight_range_start") && random.nextInt(3) == 0) {
                lightest = 1 + random.nextInt(2000);
                heaviest = lightest + random.nextInt(2500);
                query.add("weight_range_start=" + lightest).add("weight_range_end=" + heaviest);
            }
            if (taken.contains("group_by") && route.path().startsWith("/v3/mortality/size")) {
                query.add("group_by=" + List.of("area", "generation", "area_and_generation").get(random.nextInt(3)));
            }
            if (farmer && taken.contains("exclude_self") && random.nextBoolean()) {
                query.add("exclude_self=true");
            }
            return new Question(caller, from, to, areas, generations, lightest, heaviest, query.toString());
        }

        String group() {
            return caller.startsWith("farmer:") ? String.valueOf(RandomDelivery.groups().get(caller.substring(7))) : "";
        }

        boolean admits(Row row) {
            return (from == null || !row.date().isBefore(from)) && (to == null || !row.date().isAfter(to))
                    && (areas.isEmpty() || areas.contains(row.area()))
                    && (generations.isEmpty() || generations.contains(row.generation()))
                    && row.gram() >= lightest && (heaviest == 15_000 || row.gram() <= heaviest);
        }
    }
}
