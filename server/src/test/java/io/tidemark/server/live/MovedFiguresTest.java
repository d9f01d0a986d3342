package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.server.live.SecretCoast.Figures;
import io.tidemark.server.live.SecretCoast.Piece;
import io.tidemark.server.live.SecretCoast.Site;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteContract;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two coasts that differ in whose fish died and ate within each atom, and in nothing else: no pooled value that a third
 * company sees may differ by a byte. Values that are not sums are left out, since they have their own rules: site
 * averages, the best and worst sites, and legacy v2 feeding.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class MovedFiguresTest {

    private static final int QUESTIONS = 9;
    /** Whose figures stay where they are. */
    private static final Set<String> UNTOUCHED = Set.of("G1", "G8");
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final List<String> AREAS = List.of("1", "3", "4", "6", "7", "9", "3,4", "6,7", "1,3,4", "4,6",
            "vest");
    /** Numbers that say which row it is; the temperature is public. */
    private static final Set<String> KEYS = Set.of("year", "month", "rank", "weight_group", "weight_group_gram",
            "week", "week_number", "generation_month_number", "avg_temperature", "mean_temperature", "temperature");
    private static final List<String> NO_SUMS = List.of("avg_site", "site_avg", "highest_", "lowest_");

    @TempDir
    static Path folder;

    private static LiveServer one;
    private static LiveServer other;
    private static LiveServer openOne;
    private static LiveServer openOther;
    /** Answers of the first coast, which are needed twice. */
    private static final Map<String, JsonNode> SEEN = new ConcurrentHashMap<>();

    @BeforeAll
    static void start() throws InterruptedException {
        List<Site> sites = SecretCoast.sites(1_814);
        Map<Piece, Figures> figures = new LinkedHashMap<>();
        Random random = new Random(4);
        sites.forEach(site -> SecretCoast.PIECES.forEach(start -> figures.put(new Piece(site, start),
                new Figures(random.nextBoolean() ? "A101" : "C201", 500 + random.nextInt(1000), 200
                + random.nextInt(300)))));
        Path first = SecretCoast.write(folder.resolve("one-delivery"), figures);
        one = serve("one", first, PrivacyChange.NONE);
        Map<String, List<Piece>> atoms = SecretCoast.atoms(one.lake(), sites, folder.resolve("spill"));
        Map<Piece, Figures> moved = moved(figures, atoms);
        assertThat(moved).isNotEqualTo(figures);
        Path second = SecretCoast.write(folder.resolve("other-delivery"), moved);
        other = serve("other", second, PrivacyChange.NONE);
        assertThat(SecretCoast.atoms(other.lake(), sites, folder.resolve("spill"))).isEqualTo(atoms);
        openOne = serve("open-one", first, LiveServer.RULE_OFF);
        openOther = serve("open-other", second, LiveServer.RULE_OFF);
    }

    private static LiveServer serve(String name, Path delivery, PrivacyChange rule) throws InterruptedException {
        return LiveServer.start(folder.resolve(name), SecretCoast.TODAY).ingest(delivery, rule);
    }

    @AfterAll
    static void stop() {
        Stream.of(one, other, openOne, openOther).forEach(LiveServer::close);
    }

    /**
     * In each atom, of each cause: losses and feed go from a site of one group to one of another, of those that are not
     * watched.
     */
    private static Map<Piece, Figures> moved(Map<Piece, Figures> figures, Map<String, List<Piece>> atoms) {
        Map<Piece, Figures> moved = new LinkedHashMap<>(figures);
        for (List<Piece> atom : atoms.values()) {
            Map<String, List<Piece>> byCause = atom.stream().filter(piece -> !UNTOUCHED.contains(piece.site().group()))
                    .collect(Collectors.groupingBy(piece -> of(figures, piece).cause()));
            byCause.values().forEach(pieces -> {
                Piece from = pieces.getFirst();
                pieces.stream().filter(piece -> !piece.site().group().equals(from.site().group())).findFirst()
                        .ifPresent(to -> {
                    Figures less = of(moved, from);
                    Figures more = of(moved, to);
                    moved.put(from, new Figures(less.cause(), less.lost() - 123, less.fed() - 57));
                    moved.put(to, new Figures(more.cause(), more.lost() + 123, more.fed() + 57));
                });
            });
        }
        return moved;
    }

    private static Figures of(Map<Piece, Figures> figures, Piece piece) {
        return Objects.requireNonNull(figures.get(piece));
    }

    static Stream<String> pooled() {
        return Stream.concat(MortalityRoutes.benchmarks().map(name -> MortalityRoutes.BASE + name),
                Stream.of("/v3/feeding/sfr_temperature_by_region_and_week", "/v3/feeding/sfr-by-weeknumber-and-year",
                        "/v2/mortality/mortality-rate-by-region", "/v2/mortality/mortality-rate-by-country",
                        "/v2/mortality/categories/top-by-region", "/v2/mortality/categories/top-by-country"));
    }

    @ParameterizedTest
    @MethodSource("pooled")
    void nobodyElseSeesIt(String path) {
        int rows = 0;
        int turn = 0;
        for (String question : questions(path)) {
            // each of those whose figures stay, in turn
            for (String caller : List.of("analyst", turn++ % 2 == 0 ? "farmer:F1" : "farmer:F8")) {
                String query = caller.equals("analyst") ? question : question + "&exclude_self="
                        + (question.hashCode() % 2 == 0);
                JsonNode seen = seen(path + query, caller);
                assertThat(answer(other, path + query, caller).toString()).as(path + query + " as " + caller)
                        .isEqualTo(seen.toString());
                rows += seen.size();
            }
        }
        assertThat(rows).isPositive();
    }

    // whatever is filtered: a row without a benchmark value would tell that somebody has fish there
    @ParameterizedTest
    @MethodSource("pooled")
    void aRowThatShowsNothingIsNotThere(String path) {
        for (String question : questions(path)) {
            for (JsonNode row : seen(path + question, "analyst")) {
                assertThat(row.properties().stream().filter(field -> !KEYS.contains(field.getKey())
                        && !field.getKey().startsWith("fdir_"))
                        .anyMatch(field -> shows(field.getValue()))).as(path + question + row).isTrue();
            }
        }
    }

    private static boolean shows(JsonNode value) {
        return value.isNumber() || value.properties().stream().anyMatch(key -> shows(key.getValue()));
    }

    // otherwise it could not be seen by anybody
    @Test
    void withoutTheRuleItIsSeen() {
        Map<String, Boolean> same = new HashMap<>();
        for (String path : pooled().toList()) {
            same.put(path, questions(path).stream()
                    .allMatch(query -> answer(openOne, path + query, "analyst")
                    .equals(answer(openOther, path + query, "analyst"))));
        }
        // the country and its regions have whole atoms alone; every fish that is lost has the same weight
        same.keySet().removeIf(path -> path.startsWith("/v2/") || path.endsWith("rolling-12-month")
                || path.endsWith("size/month"));
        assertThat(same).doesNotContainValue(true);
    }

    /** Requests with filters of every kind, the same in each run. */
    static List<String> questions(String path) {
        RouteContract route = CATALOG.match(path).orElseThrow().route();
        Random random = new Random(path.hashCode());
        List<String> questions = new ArrayList<>(List.of(route.parameters().containsKey("from_date")
                ? "?from_date=2026-03-16" : "?"));
        for (int i = 0; i < (route.parameters().containsKey("from_date") ? QUESTIONS : 0); i++) {
            LocalDate from = SecretCoast.BEGIN.plusDays(random.nextInt(28));
            StringBuilder query = new StringBuilder("?from_date=" + from + "&to_date="
                    + from.plusDays(random.nextInt(14)));
            if (random.nextInt(3) > 0) {
                query.append("&areas=").append(AREAS.get(random.nextInt(AREAS.size())));
            }
            if (random.nextInt(3) == 0) {
                query.append("&generations=").append(random.nextBoolean() ? "V2025" : "H2025");
            }
            if (random.nextInt(3) == 0) {
                int lightest = 100 * random.nextInt(13);
                query.append("&weight_range_start=").append(lightest).append("&weight_range_end=")
                        .append(lightest + 100 * random.nextInt(9));
            }
            route.parameters().forEach((name, parameter) -> {
                // on land there is nothing to be seen, and analysts have no company
                if (parameter.type() == ParameterType.CHOICE && !List.of("placement", "own").contains(name)) {
                    List<String> values = Objects.requireNonNull(parameter.values());
                    query.append('&').append(name).append('=').append(values.get(random.nextInt(values.size())));
                }
            });
            questions.add(query.toString());
        }
        return questions;
    }

    private static JsonNode seen(String path, String caller) {
        return SEEN.computeIfAbsent(caller + path, asked -> answer(one, path, caller));
    }

    /** The rows, without what is no sum. */
    private static JsonNode answer(LiveServer server, String path, String caller) {
        HttpResponse<String> answer = server.get(path.replaceFirst("\\?&?$", "").replace("?&", "?"), caller);
        assertThat(answer.statusCode()).as(path + answer.body()).isIn(200, 204);
        JsonNode rows = answer.statusCode() == 204 ? LiveServer.JSON.createArrayNode() : LiveServer.json(answer)
                .get("data");
        rows.forEach(row -> ((ObjectNode) row).remove(row.properties().stream().map(Map.Entry::getKey)
                .filter(name -> NO_SUMS.stream().anyMatch(name::contains)).toList()));
        return rows;
    }
}
