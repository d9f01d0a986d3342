package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.server.TestSize;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Answers that are cut out of the rows of all periods, held against those of a server on the same lake that runs a
 * query for each.
 */
@Tag("whole")
class SlicesTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 6, 17);
    private static final int WINDOWS = TestSize.of(5);
    /** The share of combinations with rows before some window and in it. */
    private static final double MADE = 0.6;
    /** A row of a week depends on the other weeks that are asked for. */
    private static final String DEPENDS = """
            /*
            summary: Weeks of temperatures with their number
            family: environment
            period: week
            slice: week
            without_parameters: [areas]
            fields:
              week: {type: date, meaning: the Monday}
              place: {type: integer, meaning: the number of the week in the window}
            */
            SELECT week, row_number() OVER (ORDER BY week) AS place
            FROM (SELECT DISTINCT week FROM area_week_temperature WHERE week BETWEEN :first_day AND :last_day) w
            ORDER BY week
            OFFSET :offset LIMIT :row_limit
            """;

    @TempDir
    static Path folder;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static LiveServer sliced;
    private static LiveServer direct;
    private static List<String> callers;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(26, 2, 2, 7, TODAY.minusDays(1), null)).write(delivery, line -> { });
        for (String name : List.of("depends", "depends-after-all", "depends-after-none")) {
            Files.writeString(Files.createDirectories(folder.resolve("sql/v3/environment")).resolve(name + ".sql"),
                    DEPENDS.replace("SELECT week,", "-- " + name + "\nSELECT week,"));
        }
        Map<String, String> settings = Map.of("metrics.port", "0", "sql", folder.resolve("sql").toString(), "lake",
                folder.resolve("lake").toString());
        sliced = LiveServer.start(folder, TODAY, settings).ingest(delivery);
        Map<String, String> without = new HashMap<>(settings);
        without.put("query.cache-mb", "0");
        without.put("state", folder.resolve("other-state").toString());
        direct = LiveServer.start(folder, TODAY, without);
        callers = Stream.concat(Stream.of("admin", "analyst"), Stream.of(delivery.resolve("farmers").toFile().list())
                .sorted().limit(1).map(id -> "farmer:" + id)).toList();
    }

    @AfterAll
    static void stop() {
        direct.close();
        sliced.close();
    }

    /** A combination: a route, a caller, a format and filters. */
    private record Combination(String route, String caller, String format, String filters, String dates) {

        String path(String window) {
            return route + "?" + window + filters + format;
        }
    }

    private static Stream<RouteContract> routes() {
        return RouteCatalog.load(null).routes().stream().filter(route -> route.slice() != null);
    }

    private static List<Combination> combinations(Random random) {
        List<Combination> all = new ArrayList<>();
        routes().forEach(route -> {
            for (String caller : callers) {
                all.add(new Combination(route.path(), caller,
                        List.of("", "", "&format=csv", "&format=ndjson", "&format=csv&decimal=comma")
                        .get(random.nextInt(5)), filters(route, caller, random),
                        route.parameters().containsKey("start_date") ? "start_date=%s&end_date=%s"
                        : "from_date=%s&to_date=%s"));
            }
        });
        return all;
    }

    private static String filters(RouteContract route, String caller, Random random) {
        Map<String, List<String>> values = Map.of("areas", List.of("4", "2,3,4", "Midt"), "generations",
                List.of("V2025", "H2024"),
                "weight_range_start", List.of("500", "1000"), "exclude_self", caller.startsWith("farmer")
                ? List.of("true") : List.of("false"),
                "group_by", List.of("generation", "area_and_generation"), "period_grouping",
                List.of("quarterly", "year", "month"),
                "min_treatments", List.of("2"), "number_of_categories", List.of("3", "5"), "placement",
                List.of("offshore"), "limit", List.of("7", "40"));
        StringBuilder filters = new StringBuilder();
        for (String name : route.parameters().keySet()) {
            List<String> each = name.equals("own") && caller.startsWith("farmer") ? List.of("company")
                    : values.getOrDefault(name, List.of());
            if (!each.isEmpty() && random.nextInt(3) == 0) {
                filters.append('&').append(name).append('=').append(each.get(random.nextInt(each.size())));
            }
        }
        return filters.toString();
    }

    private static String window(Combination combination, Random random) {
        LocalDate first = LocalDate.of(2024, 4, 1).plusDays(random.nextInt(850));
        return combination.dates().formatted(first, first.plusDays(random.nextInt(400)))
                + (random.nextInt(3) == 0 ? "&offset=" + random.nextInt(9) : "");
    }

    @Test
    void everyWindowHasTheBytesOfItsOwnQuery() {
        Random random = new Random(20_261_127);
        List<Combination> combinations = combinations(random);
        combinations.forEach(each -> {
            // a window without rows proves nothing, so that the next one has to
            for (int i = 0; i < WINDOWS; i++) {
                same(each, window(each, random));
            }
        });
        eventually().untilAsserted(() -> assertThat(made()).isGreaterThan(MADE * combinations.size()));
        double before = ended("sliced");
        for (Combination each : combinations) {
            for (int i = 0; i < WINDOWS; i++) {
                same(each, window(each, random));
            }
        }
        assertThat(ended("sliced") - before).as("answers that were cut")
                .isGreaterThan(MADE * WINDOWS * combinations.size());
    }

    private static void same(Combination combination, String window) {
        String path = combination.path(window);
        HttpResponse<byte[]> cut = ask(sliced, path, combination.caller());
        HttpResponse<byte[]> own = ask(direct, path, combination.caller());
        assertThat(cut.statusCode()).as(path).isEqualTo(own.statusCode());
        assertThat(text(cut)).as(path + " for " + combination.caller()).isEqualTo(text(own));
        assertThat(cut.headers().firstValue("ETag")).as(path).isEqualTo(own.headers().firstValue("ETag"));
        assertThat(cut.headers().firstValue("Link")).as(path).isEqualTo(own.headers().firstValue("Link"));
    }

    // the request's id is its own
    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8)
                .replaceAll("\"request_id\":\"[^\"]*\"|\"time\":\"[^\"]*\"", "");
    }

    private static HttpResponse<byte[]> ask(LiveServer server, String path, String caller) {
        try {
            return CLIENT.send(server.request(path, caller).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double made() {
        return sliced.metrics().sum("tidemark_queries_total", "format=\"slice\"", "end=\"answered\"");
    }

    private static double ended(String end) {
        return sliced.metrics().sum("tidemark_queries_total", "end=\"" + end + "\"");
    }

    @Test
    void rowsThatDependOnTheWindowAreNeverCut() {
        String route = "/v3/environment/depends?from_date=%s&to_date=2026-05-31";
        for (String from : List.of("2026-03-02", "2026-04-06")) {
            sliced.data(route.formatted(from), "admin");
        }
        eventually().untilAsserted(() -> assertThat(sliced.metrics()
                .sum("tidemark_queries_total", "route=\"/v3/environment/depends\"",
                "format=\"slice\"", "end=\"answered\"")).isEqualTo(1));
        for (String from : List.of("2026-05-04", "2026-05-11", "2026-05-18")) {
            assertThat(sliced.data(route.formatted(from), "admin").get(0).get("place").asInt()).as(from).isEqualTo(1);
        }
        assertThat(sliced.metrics().sum("tidemark_queries_total", "route=\"/v3/environment/depends\"",
                "end=\"sliced\"")).isZero();
    }

    @ParameterizedTest(name = "{1} to {2}")
    @CsvSource({"depends-after-all, 2000-01-03, 2026-06-14", "depends-after-none, 2001-01-01, 2001-03-04"})
    void aWindowThatTellsNothingIsNoProof(String name, String begin, String end) {
        String route = "/v3/environment/" + name;
        String windows = route + "?from_date=%s&to_date=%s";
        ask(sliced, windows.formatted(begin, end), "admin");
        for (String from : List.of("2026-03-02", "2026-04-06", "2026-05-04")) {
            first(windows, from);
        }
        eventually().untilAsserted(() -> assertThat(sliced.metrics()
                .sum("tidemark_queries_total", "route=\"" + route + "\"",
                "format=\"slice\"")).isPositive());
        first(windows, "2026-05-11");
        first(windows, "2026-05-18");
        assertThat(cut(route)).isZero();
    }

    private static void first(String windows, String from) {
        assertThat(sliced.data(windows.formatted(from, "2026-05-31"), "admin").get(0).get("place").asInt()).as(from)
                .isEqualTo(1);
    }

    @Test
    void aCombinationWithoutRowsIsCutOnceAnotherOfItsRouteIsProven() {
        String route = "/v3/mortality/size/month";
        for (String generation : List.of("V2025", "V2001")) {
            AtomicInteger asked = new AtomicInteger();
            double before = cut(route);
            eventually().untilAsserted(() -> {
                LocalDate from = LocalDate.of(2025, 9, 1).minusMonths(asked.incrementAndGet());
                int status = sliced.get(route + "?generations=" + generation + "&from_date=" + from
                        + "&to_date=2026-05-31", "admin").statusCode();
                assertThat(status).isEqualTo(generation.equals("V2001") ? 204 : 200);
                assertThat(cut(route)).isGreaterThan(before);
            });
        }
    }

    /** The bytes of a compressed answer depend on how it was written: in rows, or at once. */
    @ParameterizedTest
    @CsvSource({"gzip, 2", "zstd, 3"})
    void compressedAnswersAreCutToo(String coding, int weeks) {
        String route = "/v3/mortality/categories/rank/week";
        String path = route + "?format=csv&areas=3&period=" + weeks + "&from_date=%s&to_date=2026-05-31";
        double before = cut(route);
        AtomicInteger asked = new AtomicInteger();
        eventually().untilAsserted(() -> {
            HttpRequest.Builder request = sliced.request(path.formatted(LocalDate.of(2025, 6, 2)
                    .plusDays(7L * asked.incrementAndGet())), "admin");
            assertThat(sliced.bytes(request.header("Accept-Encoding", coding)).headers().firstValue("Content-Encoding"))
                    .hasValue(coding);
            assertThat(cut(route)).isGreaterThan(before);
        });
    }

    private static double cut(String route) {
        return sliced.metrics().sum("tidemark_queries_total", "route=\"" + route + "\"", "end=\"sliced\"");
    }
}
