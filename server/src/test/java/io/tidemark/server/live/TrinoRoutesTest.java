package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.trino.TrinoCluster;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two lakes, each with a server on DuckDB and one on Trino: every route gives the same on both, numbers to a relative
 * 1e-9. One lake has fish of few groups in many places and very many treatments in one of them, the other all tables.
 */
@Tag("trino")
@SuppressWarnings("NullAway.Init") // set before all tests
class TrinoRoutesTest {

    private static final double TOLERANCE = 1e-9;
    /** Of some hundred thousand values. */
    private static final int MAX_ON_A_BORDER = 5;
    /** Of one unit on one day; times 2000 g x 10^4 x 232,792,560 it is 1.2 x 10^19, and 64 bits hold 9.2 x 10^18. */
    private static final int TREATMENTS = 2_500;
    private static final AtomicInteger ON_A_BORDER = new AtomicInteger();
    /** Of each answer. */
    private static final Set<String> ITS_OWN = Set.of("time", "request_id");

    /** Two servers over a lake, and a company of it. */
    private record Pair(LiveServer duckdb, LiveServer trino, String farmer, String site) implements AutoCloseable {

        static Pair of(Path folder, LocalDate today) throws IOException, InterruptedException {
            LiveServer duckdb = LiveServer.start(folder, today).ingest(folder.resolve("delivery"));
            Map<String, String> settings = new HashMap<>(cluster.settings(folder.resolve("lake")));
            settings.put("lake", folder.resolve("lake").toString());
            return new Pair(duckdb, LiveServer.start(folder.resolve("trino"), today, settings), "farmer:"
                    + company(folder), duckdb.data("/v3/common/site", "admin").findValuesAsText("site_id").getFirst());
        }

        private static Path company(Path folder) throws IOException {
            try (Stream<Path> companies = Files.list(folder.resolve("delivery/farmers"))) {
                return companies.sorted().findFirst().orElseThrow().getFileName();
            }
        }

        int compare(String path, String query, String caller) {
            String request = path.replace("{site_id}", site) + query;
            HttpResponse<String> here = duckdb.get(request, caller);
            HttpResponse<String> there = trino.get(request, caller);
            assertThat(there.statusCode()).as(request + " as " + caller + ": " + there.body())
                    .isEqualTo(here.statusCode());
            if (here.statusCode() != 200) {
                return 0;
            }
            List<String> differences = new ArrayList<>();
            JsonNode expected = LiveServer.json(here);
            TrinoRoutesTest.compare("", expected, LiveServer.json(there), differences);
            assertThat(differences).as(request + " as " + caller).isEmpty();
            return expected.path("data").size();
        }

        @Override
        public void close() {
            trino.close();
            duckdb.close();
        }
    }

    @TempDir
    static Path folder;

    private static TrinoCluster cluster;
    private static Pair few;
    private static Pair coast;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        cluster = TrinoCluster.start(folder, 0);
        Path delivery = folder.resolve("few/delivery");
        treatOften(RandomDelivery.write(delivery, 7), delivery);
        addRareThings(delivery);
        few = Pair.of(folder.resolve("few"), RandomDelivery.TODAY);
        new DeliveryGenerator(new GeneratorOptions(40, 2, 2, 17, RandomDelivery.END, null, 8, false))
                .write(folder.resolve("coast/delivery"), progress -> { });
        coast = Pair.of(folder.resolve("coast"), RandomDelivery.TODAY);
    }

    // by G3's only company, F5
    private static void treatOften(RandomDelivery fish, Path delivery) {
        RandomDelivery.Row big = fish.rows().stream()
                .filter(row -> row.group().equals("G3") && row.fish() > 0 && row.gram() >= 2000)
                .findFirst().orElseThrow();
        HandMadeDelivery treatments = new HandMadeDelivery(delivery);
        for (int i = 0; i < TREATMENTS; i++) {
            treatments.treatment("F5", "T" + i + "," + big.date() + "," + big.site()
                    + ",Bath,Lice,false,true,A,,,1,2147483647,");
        }
        treatments.write();
    }

    // a finished cycle of F5 on a site of its own, short since most of it was lost; a count of lice on another one, the
    // Institute's quartiles of its month, and stocking years
    private static void addRareThings(Path delivery) {
        HandMadeDelivery rare = new HandMadeDelivery(delivery).site("29001", 3, "KOMMERSIELL");
        for (LocalDate day = LocalDate.of(2025, 2, 3); day.isBefore(LocalDate.of(2025, 2, 13)); day = day.plusDays(1)) {
            rare.line("farmers/F5/stock-cycle.csv", "stock", day + ",29001,A,C29001,SAL,2000,900,V2024");
        }
        rare.line("farmers/F5/losses-cycle.csv", "losses", "2025-02-05,29001,A,mortality,A101,1200");
        for (int day = 1; day <= 30; day++) {
            rare.line("farmers/F5/stock-lice.csv", "stock", "2026-06-%02d,29002,A,C29002,SAL,1000,2000,V2025"
                    .formatted(day));
        }
        rare.site("29002", 3, "KOMMERSIELL").line("farmers/F5/lice.csv", "lice", "2026-06-15,29002,A,0.5,20,1,2")
                .line("authority/monthly.csv", "", "species,date,geo_group,region,q1,median,q3")
                .line("authority/monthly.csv", "", "salmon,2026-06-01,area,3,1,2,3");
        for (int month = 1; month <= 12; month++) {
            rare.line("authority/statistics.csv", "statistics", "2025," + month
                    + ",3,LAKS,2025,1000,0,100,0,0,0,10,0,0,0");
        }
        rare.write();
    }

    @AfterAll
    static void stop() {
        few.close();
        coast.close();
        cluster.close();
    }

    static Stream<String> routes() {
        return RouteCatalog.load(null).routes().stream().map(RouteContract::path);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void answersAlike(String path) {
        RouteContract route = RouteCatalog.load(null).routes().stream().filter(r -> r.path().equals(path)).findFirst()
                .orElseThrow();
        int rows = 0;
        for (Question question : questions(route, 0)) {
            rows += few.compare(path, question.query(), question.caller());
        }
        for (Question question : questions(route, 1)) {
            rows += coast.compare(path, question.query(), coast.farmer());
        }
        rows += few.compare(path, "", "farmer:F5");
        for (String caller : List.of("admin", "analyst", "readonly", coast.farmer())) {
            rows += coast.compare(path, "", caller);
        }
        // the generator makes no code that changed its name
        assertThat(rows).as("rows compared").isGreaterThanOrEqualTo(path.endsWith("/changelog") ? 0 : 1);
    }

    @Test
    void sumsOfTreatmentsMayOutgrow64Bits() {
        for (String path : List.of("/v3/treatment/by-size", "/v3/treatment/by-generation",
                "/v3/treatment/summary-by-area-and-week", "/v3/treatment/detail-by-category-and-week")) {
            assertThat(few.compare(path, "", "admin")).as(path).isPositive();
        }
    }

    /** One as it comes, and the same over all days. */
    private static List<Question> questions(RouteContract route, int seed) {
        Question question = Question.random(new Random(seed), route);
        return Stream.of(question, question.ofAllDays()).distinct().toList();
    }

    private static void compare(String place, JsonNode expected, JsonNode seen, List<String> differences) {
        if (expected.isNumber() && seen.isNumber()) {
            if (!close(expected.decimalValue(), seen.decimalValue())) {
                differences.add(place + ": " + expected + " and " + seen);
            }
        } else if (expected.isContainerNode() && expected.getNodeType() == seen.getNodeType()
                && expected.size() == seen.size()) {
            if (expected.isArray()) {
                IntStream.range(0, expected.size()).forEach(i ->
                        compare(place + "/" + i, expected.get(i), seen.get(i), differences));
            } else {
                expected.properties().stream().filter(field -> !ITS_OWN.contains(field.getKey()))
                        .forEach(field -> compare(place + "/" + field.getKey(), field.getValue(),
                        seen.path(field.getKey()), differences));
            }
        } else if (!expected.equals(seen)) {
            differences.add(place + ": " + shorten(expected) + " and " + shorten(seen));
        }
    }

    private static String shorten(JsonNode node) {
        String text = node.toString();
        return text.length() > 200 ? text.substring(0, 200) + " ..." : text;
    }

    // a value that is shown with some decimals may lie on the border between two of them
    private static boolean close(BigDecimal one, BigDecimal other) {
        BigDecimal difference = one.subtract(other).abs();
        BigDecimal lastPlace = BigDecimal.ONE.movePointLeft(Math.max(one.scale(), other.scale()));
        if (difference.doubleValue() <= TOLERANCE * Math.max(1, one.abs().doubleValue())) {
            return true;
        }
        return one.scale() > 0 && difference.compareTo(lastPlace) == 0
                && ON_A_BORDER.incrementAndGet() <= MAX_ON_A_BORDER;
    }
}
