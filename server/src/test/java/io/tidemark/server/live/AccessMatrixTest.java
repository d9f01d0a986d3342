package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every role on every route there is, for its own and for others' data, over generated data. The routes come from the
 * catalog, so that a new one is tested by itself; what each role gets is the table of docs/access.md.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class AccessMatrixTest {

    private static final LocalDate END = LocalDate.of(2027, 1, 20);
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final String BEGIN = "<!-- the table is checked by AccessMatrixTest -->\n";
    private static final String FINISH = "<!-- end of the table -->";
    /** The permissions of routes whose rows are of companies' fish; sites of the others are in public registers. */
    private static final Set<String> OF_COMPANIES = Set.of("mortality:read", "feeding:read", "inventory:read",
            "treatment:read");

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static AccessCallers callers;
    private static String anySite;
    private static Set<String> ownSites;
    private static String foreignSite;

    @BeforeAll
    static void start() throws InterruptedException, IOException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(26, 1, 2, 7, END, null)).write(delivery, line -> { });
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery, LiveServer.RULE_OFF)
                .ingest(corrected(delivery));
        callers = AccessCallers.of(server, delivery);
        anySite = server.data("/v3/common/site?limit=1", "admin").get(0).get("site_id").asText();
        ownSites = sites(rows(server.get("/v3/common/delivered-days?limit=2000&from_date=2020-01-01&owner_id="
                + callers.ownFarmer(), "admin")));
        foreignSite = Stream.of(server.data("/v3/treatment/by-site?limit=1000", "admin")).flatMap(rows -> {
            List<JsonNode> all = new ArrayList<>();
            rows.forEach(all::add);
            return all.stream();
        }).filter(row -> row.get("owner_id").asText().equals(callers.foreignFarmer())).findFirst().orElseThrow()
                .get("site_id").asText();
    }

    // the last loss of each company is one fish more
    private static Path corrected(Path delivery) throws IOException {
        Path corrected = folder.resolve("corrected");
        try (Stream<Path> companies = Files.list(delivery.resolve("farmers"))) {
            for (Path company : companies.toList()) {
                List<String> lines = Files.readAllLines(company.resolve("losses.csv"));
                List<String> last = new ArrayList<>(List.of(lines.getLast().split(",", -1)));
                int count = List.of(lines.getFirst().split(",")).indexOf("loss_count");
                last.set(count, String.valueOf(Integer.parseInt(last.get(count)) + 1));
                Path into = Files.createDirectories(corrected.resolve("farmers").resolve(company.getFileName()));
                Files.write(into.resolve("losses.csv"), List.of(lines.getFirst(), String.join(",", last)));
            }
        }
        return corrected;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void thePageHoldsTheTable() throws IOException {
        holds(Path.of("../docs/access.md"), AccessTable.text(CATALOG));
    }

    @Test
    void theNorwegianPageHoldsTheTable() throws IOException {
        holds(Path.of("../docs/nb/access.md"), AccessTable.norwegian(CATALOG));
    }

    private static void holds(Path file, String table) throws IOException {
        String page = Files.readString(file);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        if (Boolean.getBoolean("golden.update")) {
            page = page.substring(0, begin) + table + page.substring(page.indexOf(FINISH));
            Files.writeString(file, page);
        }
        assertThat(page.substring(begin, page.indexOf(FINISH))).isEqualTo(table);
    }

    static Stream<Arguments> routesAndCallers() {
        return CATALOG.routes().stream().flatMap(route ->
                Stream.of(AccessCallers.Kind.values()).map(kind -> Arguments.of(route.path(), kind)));
    }

    @ParameterizedTest(name = "{0} as {1}")
    @MethodSource("routesAndCallers")
    void isAsTheTableSays(String path, AccessCallers.Kind kind) {
        RouteContract route = route(path);

        HttpResponse<String> answer = ask(route, "", kind);

        String expected = expected(route, kind);
        if (!kind.known) {
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        } else if (expected.equals(AccessTable.NOTHING)) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        } else {
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 204);
            if (answer.statusCode() == 200) {
                assertRows(rows(answer), route, kind, expected);
            }
        }
    }

    private static String expected(RouteContract route, AccessCallers.Kind kind) {
        if (!kind.known || !kind.permitted || !kind.secret) {
            return AccessTable.NOTHING;
        }
        String cell = AccessTable.cell(route, kind.role);
        // a farmer without raw:read sees no rows of single sites, not even its own
        return !cell.equals(AccessTable.OWN) || kind.raw ? cell : switch (route.access()) {
            case OWN, OWNERS -> AccessTable.NOTHING;
            case SUMMED -> AccessTable.SUMS;
            default -> cell;
        };
    }

    private static void assertRows(List<JsonNode> rows, RouteContract route, AccessCallers.Kind kind, String expected) {
        if (AccessTable.hasOwnFigures(route)) {
            assertThat(rows).isNotEmpty();
            boolean areOfSites = route.fields().stream().anyMatch(field -> field.name().equals("farmer_site_ids"));
            assertThat(rows.stream().anyMatch(AccessMatrixTest::hasOwnFigures))
                    .isEqualTo(kind.role == Role.FARMER && (kind.raw || !areOfSites));
        }
        Set<String> owners = new TreeSet<>();
        rows.forEach(row -> owners.add(row.path("owner_id").asText("none")));
        switch (expected) {
            case AccessTable.OWN -> assertThat(owners).containsExactly(hasOwners(route) ? callers.ownFarmer() : "none");
            case AccessTable.EVERYBODYS -> assertThat(owners).hasSizeGreaterThan(2);
            default -> assertThat(owners).isSubsetOf("none", "null");
        }
        if (kind.role == Role.FARMER && OF_COMPANIES.contains(route.family().permission()) && !hasOwners(route)) {
            assertThat(sites(rows)).as("sites of single rows").isSubsetOf(kind.raw ? ownSites : Set.of());
        }
        if (expected.equals(AccessTable.SUMS)) {
            assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.path("site_id").isNull()).isTrue());
        }
    }

    private static boolean hasOwners(RouteContract route) {
        return route.fields().stream().anyMatch(field -> field.name().equals("owner_id"));
    }

    private static Set<String> sites(List<JsonNode> rows) {
        Set<String> sites = new TreeSet<>();
        for (JsonNode row : rows) {
            row.path("farmer_site_ids").forEach(site -> sites.add(site.asText()));
            if (row.hasNonNull("site_id")) {
                sites.add(row.get("site_id").asText());
            }
        }
        return sites;
    }

    private static boolean hasOwnFigures(JsonNode row) {
        for (String field : (Iterable<String>) row::fieldNames) {
            if (field.startsWith("farmer_") && !row.get(field).isNull()) {
                return true;
            }
        }
        return false;
    }

    static Stream<Arguments> routesThatAskWhose() {
        return CATALOG.routes().stream().flatMap(route ->
                Stream.of("owner_id=OWN", "owner_id=FOREIGN", "owner_id=OWN,FOREIGN",
                "site_id=FOREIGNSITE", "exclude_self=true", "own=company")
                .filter(query -> isAsked(route, query.substring(0, query.indexOf('='))))
                .flatMap(query -> Stream.of(AccessCallers.Kind.values())
                .map(kind -> Arguments.of(route.path(), query, kind))));
    }

    private static boolean isAsked(RouteContract route, String parameter) {
        return route.parameters().containsKey(parameter) && !route.pathParameters().contains(parameter);
    }

    @ParameterizedTest(name = "{0}?{1} as {2}")
    @MethodSource("routesThatAskWhose")
    void othersCannotBeAskedFor(String path, String query, AccessCallers.Kind kind) {
        RouteContract route = route(path);
        String asked = query.replace("FOREIGNSITE", foreignSite).replace("FOREIGN", callers.foreignFarmer())
                .replace("OWN", callers.ownFarmer());

        int status = ask(route, "?" + asked, kind).statusCode();

        String cell = expected(route, kind);
        boolean mayAsk = query.startsWith("exclude_self") || query.startsWith("own=") ? kind.role == Role.FARMER
                : cell.equals(AccessTable.EVERYBODYS) || (cell.equals(AccessTable.OWN) && query.equals("owner_id=OWN"));
        if (!kind.known) {
            assertThat(status).isEqualTo(401);
        } else if (cell.equals(AccessTable.NOTHING) || !mayAsk) {
            assertThat(status).isEqualTo(403);
        } else {
            assertThat(status).isIn(200, 204);
        }
    }

    private static RouteContract route(String path) {
        return CATALOG.routes().stream().filter(route -> route.path().equals(path)).findFirst().orElseThrow();
    }

    private static HttpResponse<String> ask(RouteContract route, String query, AccessCallers.Kind kind) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(route.path().replace("{site_id}", anySite)
                + query));
        callers.headers(kind, route.family().permission()).forEach(request::header);
        return server.send(request);
    }

    private static List<JsonNode> rows(HttpResponse<String> answer) {
        JsonNode data = LiveServer.json(answer).get("data");
        List<JsonNode> rows = new ArrayList<>();
        if (data.isArray()) {
            data.forEach(rows::add);
        } else {
            rows.add(data);
        }
        return rows;
    }
}
