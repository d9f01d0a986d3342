package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.RandomDelivery.Row;
import io.tidemark.server.route.ParameterType;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.RouteContract;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is asked and whoever asks: no benchmark value is published that rests on fewer than three farmer groups other than the
 * caller's own. The groups are counted here, over the delivered rows.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class ConfidentialityTest {

    private static final int MINIMUM = 3;
    private static final int QUESTIONS = 24;
    /** Where a window is cut to the day, cells are small and differ most. */
    private static final int QUESTIONS_OF_DAYS = 70;
    private static final int LOOKS_BACK = 5;
    private static final String RANK = "/v3/mortality/categories/rank";
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);

    @TempDir
    static Path folder;

    private static RandomDelivery delivery;
    private static Map<String, HiddenCells> cellsOf;
    private static Extremes extremes;
    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        delivery = RandomDelivery.write(folder.resolve("delivery"), 20_260_630);
        cellsOf = new TreeMap<>();
        HiddenMortality.addTo(cellsOf);
        HiddenFeeding.addTo(cellsOf, delivery.rows());
        extremes = new Extremes(delivery.rows());
        server = LiveServer.start(folder, RandomDelivery.TODAY).ingest(folder.resolve("delivery"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<String> hiding() {
        return RouteCover.counted().stream();
    }

    static Stream<String> lookingBack() {
        return Stream.concat(LookBack.ROUTES.keySet().stream(), Stream.of(RankLookBack.PATH)).sorted();
    }

    // a new route must be counted here, or it must be said why nothing of it needs to be
    @Test
    void noRouteIsForgotten() {
        assertThat(CATALOG.routes().stream().map(RouteContract::path)).containsExactlyInAnyOrderElementsOf(RouteCover.routes());
        assertThat(cellsOf.keySet()).containsExactlyInAnyOrderElementsOf(RouteCover.counted());
        assertThat(CATALOG.routes().stream().filter(route -> route.sql().names().contains("min_groups")).map(RouteContract::path))
                .containsExactlyInAnyOrderElementsOf(RouteCover.counted());
    }

    @ParameterizedTest
    @MethodSource("hiding")
    void nothingIsPublishedThatRestsOnTooFew(String path) {
        RouteContract route = CATALOG.match(path).orElseThrow().route();
        HiddenCells cells = Objects.requireNonNull(cellsOf.get(path));
        Random random = new Random(path.hashCode());
        Set<Question> asked = new HashSet<>();
        Set<String> words = new TreeSet<>();
        Map<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < (cells.span() == Span.DAY ? QUESTIONS_OF_DAYS : QUESTIONS); i++) {
            Question question = i == 0 ? Question.ofFew(route) : Question.random(random, route);
            if (asked.add(question)) {
                words.addAll(question.others().values());
                List<Row> admitted = cells.admitted(delivery.rows().stream(), question);
                for (JsonNode row : ask(path, question)) {
                    long others = cells.othersIn(row, admitted, question);
                    List<String> published = cells.published(row);
                    String shown = path + question + row + " rests on " + others;
                    if (others < MINIMUM) {
                        assertThat(published).as(shown).isEmpty();
                        assertThat(cells.unlisted(row)).as(shown).isNull();
                    }
                    seen.merge(others < MINIMUM ? "hidden" : published.isEmpty() ? "empty" : "published", 1, Integer::sum);
                    extremes.othersBehind(path, row, admitted, question).forEach((name, behind) -> {
                        boolean enough = Math.min(behind, others) >= MINIMUM;
                        assertThat(row.at(name).isNumber()).as(shown + name + " on " + behind).isEqualTo(enough);
                        seen.merge(enough ? "extreme" : "hidden extreme", others < MINIMUM ? 0 : 1, Integer::sum);
                    });
                }
            }
        }
        // all of it happened, or nothing was tested
        assertThat(seen.keySet()).as(seen.toString()).contains("published");
        assertThat(seen.keySet().contains("hidden")).as(seen.toString()).isEqualTo(!cells.ownOnly().equals(HiddenCells.NONE));
        assertThat(seen.values()).as(seen.toString()).allMatch(count -> count > 0);
        route.parameters().values().stream().filter(parameter -> parameter.type() == ParameterType.CHOICE)
                .forEach(parameter -> assertThat(words).containsAll(Objects.requireNonNull(parameter.values())));
    }

    // a value that looks back must follow from published ones, and must be the same whatever window asked for it
    @ParameterizedTest
    @MethodSource("lookingBack")
    void whatLooksBackSeesNothingHidden(String path) {
        RouteContract route = CATALOG.match(path).orElseThrow().route();
        HiddenCells cells = Objects.requireNonNull(cellsOf.get(path));
        Random random = new Random(path.hashCode());
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        for (int i = 0; i < LOOKS_BACK; i++) {
            Question window = Question.random(random, route);
            Question all = window.ofAllDays();
            JsonNode rows = ask(path, all);
            LookBack back = LookBack.ROUTES.get(path);
            List<LookBack.Value> values = back != null ? back.values(rows)
                    : RankLookBack.values(rows, cells.admitted(delivery.rows().stream(), all), all, MINIMUM);
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
        seen.keySet().removeIf(name -> name.endsWith("_rate") || name.startsWith("/trending"));
        // all but sums and means of what there is need every period that they look back to
        seen.forEach((name, kinds) -> assertThat(kinds).as(name).contains("not given, though of now"));
    }

    // an order by hidden losses would tell which are larger. In Nord each group has two others beside it, so all is hidden
    @ParameterizedTest
    @ValueSource(strings = {"F1", "F8"})
    void aHiddenRankIsInTheOrderOfItsCodes(String company) {
        for (String window : new String[] {"2024-09", "2025-02", "2025-07", "2026-01"}) {
            JsonNode rows = server.data(RANK + "?areas=9&from_date=" + window + "&to_date=2026-07", "farmer:" + company);
            assertThat(rows).as(company + window).hasSizeGreaterThan(1).allMatch(row -> row.get("loss_count").isNull());
            assertThat(rows.findValuesAsText("loss_category_code")).as(company + window).isSorted();
        }
    }

    private static JsonNode ask(String path, Question question) {
        HttpResponse<String> answer = server.get(path + question.query(), question.caller());
        assertThat(answer.statusCode()).as(path + question + answer.body()).isIn(200, 204);
        return answer.statusCode() == 204 ? LiveServer.JSON.createArrayNode() : LiveServer.json(answer).get("data");
    }
}
