package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.parameter.ParameterReader;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.request.CallerView;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.sql.NamedSql;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request for all weights reads sums without weights. Its rows must be those of the cells, for every caller and
 * filter: with atoms over several generations and areas, too.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class AllWeightsTest {

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);

    private static final List<Caller> CALLERS = List.of(caller(Role.ANALYST, null), caller(Role.FARMER, "F01"),
            caller(Role.ADMIN, null), caller(Role.FARMER, "F07"));

    private static final int SITES = 240;

    @TempDir
    static Path folder;

    private static QueryResources resources;
    private static ServedSnapshot snapshot;
    /** On the same snapshot: it says what a query gives. */
    private static DuckEngine engine;

    @BeforeAll
    static void open() throws InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(SITES, 1, 1, 5, SecretCoast.END, null)).write(delivery, line -> { });
        resources = QueryResources.alone(folder.resolve("spill"));
        EngineSettings settings = new EngineSettings(1, 512, folder.resolve("spill"));
        try (LiveServer server = LiveServer.start(folder.resolve("server"), SecretCoast.TODAY)
                .ingest(delivery, new PrivacyChange(2, null))) {
            Snapshot published = Lake.at(server.lake()).current().orElseThrow();
            snapshot = ServedSnapshot.open(published, DuckEngine.source(settings), CATALOG, resources);
            engine = DuckEngine.open(published, settings, CATALOG.contents());
            engine.holdLater(() -> false);
        }
    }

    @AfterAll
    static void close() {
        engine.close();
        snapshot.retire();
        resources.close();
    }

    // otherwise nothing is tested
    @Test
    void someAtomsStandForOthersAndSomeLieInSeveralGenerations() {
        assertThat(engine.list("""
                SELECT count(*) FILTER (WHERE a.first_atom_id <> a.atom_id), count(*) FILTER (WHERE c.generations > 1), count(*)
                FROM generation_atom a
                JOIN (
                  SELECT atom_id, count(DISTINCT (site_placement, production_area_id, generation)) AS generations FROM cell GROUP BY 1
                ) c ON c.atom_id = a.atom_id
                WHERE NOT a.of_feed
                """, row -> List.of(row.getLong(1), row.getLong(2), row.getLong(3))).getFirst()).allMatch(number -> number > 20);
    }

    static Stream<String> routes() {
        return CATALOG.routes().stream().filter(route -> route.query().allWeights() != null).map(RouteContract::path);
    }

    @Test
    void theRoutesWhoseRowsNeedNoWeightsHaveIt() {
        assertThat(routes()).containsExactlyInAnyOrder("/v3/mortality/areas/week", "/v3/mortality/areas/month",
                "/v3/mortality/generations/rate", "/v3/mortality/region/rolling-12-month",
                "/v3/mortality/categories/rate",
                "/v3/mortality/categories/rank", "/v3/mortality/categories/rank/week",
                "/v3/mortality/categories/distribution",
                "/v3/mortality/size/month", "/v3/feeding/growth", "/v3/feeding/sfr-by-weeknumber-and-year",
                "/v3/feeding/sfr_temperature_by_region_and_week");
    }

    @ParameterizedTest
    @MethodSource("routes")
    void itHasTheSameRows(String path) {
        RouteContract route = CATALOG.match(path).orElseThrow().route();
        int rows = 0;
        List<String> questions = MovedFiguresTest.questions(path).stream()
                .filter(question -> !question.contains("weight_range")).toList();
        for (int i = 0; i < questions.size(); i++) {
            Caller caller = CALLERS.get(i % CALLERS.size());
            Map<String, @Nullable Object> values = values(route, questions.get(i), caller);
            values.put("exclude_self", caller.isFarmer() && i % 2 == 0);
            values.put("own", i % 3 == 0 ? caller.farmerId() : null);

            List<List<String>> expected = rows(route.sql().bind(values));

            assertThat(rows(route.query().bind(values, engine::holds))).as(questions.get(i) + " as " + caller.role())
                    .isEqualTo(expected);
            rows += expected.size();
        }
        assertThat(rows).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"0, 15000, true", "99, 15000, true", "100, 15000, false", "0, 14999, false"})
    void onlyAllWeightsCount(int start, int end, boolean all) {
        RouteContract route = CATALOG.match("/v3/mortality/areas/week").orElseThrow().route();
        Map<String, @Nullable Object> values = values(route, "?weight_range_start=" + start + "&weight_range_end="
                + end, CALLERS.getFirst());

        assertThat(route.query().bind(values, engine::holds).sql().contains("generation_cell")).isEqualTo(all);
    }

    // as plain views they would be computed by every request
    @Test
    void theyAreReadOnceTheyAreHeld() {
        RouteContract route = CATALOG.match("/v3/mortality/areas/week").orElseThrow().route();
        Map<String, @Nullable Object> values = values(route, "?", CALLERS.getFirst());

        assertThat(route.query().bind(values, view -> view.equals("generation_cell")).sql())
                .doesNotContain("generation_cell");
        assertThat(route.query().bind(values, Set.of("generation_cell", "generation_cell_stock")::contains).sql())
                .contains("generation_cell");
    }

    private static Caller caller(Role role, @Nullable String farmer) {
        return new Caller("x", "x", null, role, role.defaultPermissions(), farmer, null);
    }

    private static Map<String, @Nullable Object> values(RouteContract route, String question, Caller caller) {
        Map<String, List<String>> asked = new HashMap<>();
        for (String each : question.substring(1).split("&")) {
            if (!each.isEmpty()) {
                asked.put(each.substring(0, each.indexOf('=')), List.of(each.substring(each.indexOf('=') + 1)));
            }
        }
        RequestValues read = ParameterReader.read(route, asked, Map.of(), snapshot.areas(), SecretCoast.TODAY,
                snapshot.completeThrough());
        return CallerView.values(route, read, caller, snapshot, SecretCoast.TODAY);
    }

    // numbers as they are in answers: the last digits of a double depend on the order of its sum
    private static List<List<String>> rows(NamedSql.Bound query) {
        return engine.list(query.sql(), row -> {
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                Object value = row.getObject(i);
                columns.add(value instanceof Double number ? String.format(Locale.ROOT, "%.10f", number)
                        : String.valueOf(value));
            }
            return columns;
        }, query.values());
    }
}
